package dev.tessera.cluster;

import dev.tessera.geometry.NodeMap;
import dev.tessera.geometry.Parts;
import dev.tessera.geometry.partition.Cut;
import dev.tessera.geometry.partition.CutMethod;
import dev.tessera.geometry.partition.StepCosts;
import dev.tessera.geometry.partition.TileGraph;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ForkJoinPool;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Divides a geometry between tiles of 4 nodes' edge so that a step is as short as possible (docs/decisions/0057).
public final class CutDivision implements PartedDevice.Division {
    private static final Logger LOG = LoggerFactory.getLogger(CutDivision.class);

    /// Above this porosity parts are stored as boxes.
    private static final double DENSE_FROM = 0.75;

    /// The directions whose links are counted: those of the usual lattice.
    private static final int[] D3Q19 = IntStream.range(0, 27)
            .filter(code -> code != 13 && (code % 3 == 1 || code / 3 % 3 == 1 || code / 9 == 1))
            .toArray();

    private final @Nullable StepCosts costs; // null: of equal devices

    private CutDivision(@Nullable StepCosts costs) {
        this.costs = costs;
    }

    /// For devices of equal speed, by [StepCosts#relative].
    static CutDivision balanced() {
        return new CutDivision(null);
    }

    /// @param costs of as many parts as there are devices
    static CutDivision by(StepCosts costs) {
        return new CutDivision(costs);
    }

    @Override
    public Parts of(NodeMap nodes, int parts, ForkJoinPool workers) {
        Cut cut = cut(nodes, parts, workers);
        LOG.info("{}", cut);
        return cut.parts(nodes, workers);
    }

    /// The cut alone. The same nodes give the same cut in every process.
    /// @throws IllegalArgumentException if costs are not of so many parts, or there are fewer tiles than parts
    public Cut cut(NodeMap nodes, int parts, ForkJoinPool workers) {
        return cuts(nodes, parts, workers).getFirst();
    }

    /// The cuts by all methods, that with the shortest step first.
    /// @see #cut
    public List<Cut> cuts(NodeMap nodes, int parts, ForkJoinPool workers) {
        StepCosts ofParts = costs == null ? equal(parts, storesBoxes(nodes)) : costs;
        if (ofParts.parts() != parts) {
            throw new IllegalArgumentException(
                    "costs of %d parts do not fit %d devices".formatted(ofParts.parts(), parts));
        }
        return cuts(tiles(nodes, workers), ofParts, Cut.methods(), workers);
    }

    /// The tiles between which a geometry is divided.
    static TileGraph tiles(NodeMap nodes, ForkJoinPool workers) {
        return TileGraph.of(nodes.fluid(), Cut.usualTiles(nodes.box().is2d()), workers);
    }

    /// The cuts by some methods, that with the shortest step first.
    static List<Cut> cuts(TileGraph tiles, StepCosts costs, List<CutMethod> methods, ForkJoinPool workers) {
        return Cut.all(tiles, D3Q19, costs, methods, workers);
    }

    /// Whether parts of a geometry are likely to be stored as boxes.
    static boolean storesBoxes(NodeMap nodes) {
        return nodes.porosity() > DENSE_FROM;
    }

    /// The costs on devices of equal speed.
    static StepCosts equal(int parts, boolean storesBoxes) {
        double[] speeds = new double[parts];
        Arrays.fill(speeds, 1);
        return StepCosts.relative(speeds, storesBoxes);
    }
}
