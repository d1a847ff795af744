package dev.tessera.output;

import dev.tessera.geometry.NodeMap;
import dev.tessera.solver.Output;
import dev.tessera.solver.OutputRegion;
import dev.tessera.solver.Snapshot;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ForkJoinPool;
import org.jspecify.annotations.Nullable;

/// Gives a writer of fields the nodes of a region alone, as a geometry of their own. Memory: the values of the region
/// while they are written, and 4 bytes for each of its nodes.
final class RegionOutput implements Output {
    private final OutputRegion region;
    private final Output writer;
    private final ForkJoinPool workers;
    private @Nullable RegionNodes nodes; // null: not yet known

    /// @param writer of the region's files
    RegionOutput(OutputRegion region, Output writer, ForkJoinPool workers) {
        this.region = region;
        this.writer = writer;
        this.workers = workers;
    }

    @Override
    public void write(Snapshot snapshot) throws IOException {
        writer.write(nodes(snapshot.nodes()).of(snapshot, workers));
    }

    private RegionNodes nodes(NodeMap whole) {
        RegionNodes known = nodes;
        if (known == null || known.whole() != whole) {
            known = RegionNodes.of(region, whole);
            nodes = known;
        }
        return known;
    }

    @Override
    public String description() {
        return writer.description();
    }

    @Override
    public Optional<String> pieces() {
        return writer.pieces();
    }

    @Override
    public List<String> filesOfAllSteps() {
        return writer.filesOfAllSteps();
    }
}
