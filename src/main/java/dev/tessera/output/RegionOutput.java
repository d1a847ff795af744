package dev.tessera.output;

import dev.tessera.solver.Output;
import dev.tessera.solver.OutputRegion;
import dev.tessera.solver.Snapshot;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ForkJoinPool;

/// Gives a writer of fields the nodes of a region alone, as a geometry of their own. Memory: the values of the region
/// while they are written, and 4 bytes for each of its nodes.
final class RegionOutput implements Output {
    private final Output writer;
    private final ForkJoinPool workers;
    private final OfGeometry<RegionNodes> nodes;

    /// @param writer of the region's files
    RegionOutput(OutputRegion region, Output writer, ForkJoinPool workers) {
        this.nodes = new OfGeometry<>(whole -> RegionNodes.of(region, whole));
        this.writer = writer;
        this.workers = workers;
    }

    @Override
    public void write(Snapshot snapshot) throws IOException {
        writer.write(nodes.of(snapshot.nodes()).of(snapshot, workers));
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
