package dev.tessera.cluster;

import dev.tessera.device.Ranks;
import dev.tessera.geometry.Box;
import dev.tessera.geometry.NodeMap;
import dev.tessera.geometry.Parts;
import dev.tessera.geometry.SlabNodes;
import dev.tessera.geometry.Subdomain;
import dev.tessera.geometry.partition.Cut;
import dev.tessera.geometry.partition.CutMethod;
import dev.tessera.geometry.partition.StepCosts;
import dev.tessera.geometry.partition.TileGraph;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
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
    private final double messageNodes; // of equal devices

    private CutDivision(@Nullable StepCosts costs, double messageNodes) {
        this.costs = costs;
        this.messageNodes = messageNodes;
    }

    /// For devices of equal speed, by [StepCosts#relative].
    static CutDivision balanced() {
        return new CutDivision(null, 0);
    }

    /// The same, with a cost of messages, unless it has costs of its own.
    /// @param nodes that a device computes in the time of a message
    CutDivision withMessages(double nodes) {
        return new CutDivision(costs, nodes);
    }

    /// @param costs of as many parts as there are devices
    static CutDivision by(StepCosts costs) {
        return new CutDivision(costs, 0);
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
        return cuts(tiles(nodes, workers), costs(storesBoxes(nodes), parts), Cut.methods(), workers);
    }

    /// The same cuts, by processes that have a slab of the geometry each: all get those of the whole. Collective.
    public List<Cut> cuts(SlabNodes nodes, int parts, ForkJoinPool workers) {
        Box whole = nodes.slab().whole();
        TileGraph tiles = TileGraph.of(nodes.slab(), nodes.nodes().fluid(), Cut.usualTiles(whole.is2d()), workers);
        double porosity = (double) tiles.fluidNodes() / whole.size();
        return cuts(tiles, costs(porosity > DENSE_FROM, parts), Cut.methods(), workers);
    }

    /// As [#of(NodeMap, int, ForkJoinPool)] with a part for each process, by processes that share the methods among
    /// them. Collective; all have the same nodes.
    Parts of(NodeMap nodes, Processes processes, ForkJoinPool workers) {
        TileGraph tiles = tiles(nodes, workers);
        Cut.requireTiles(tiles, processes.ranks().count()); // on all, since those without a method try none
        Optional<Cut> own =
                ofShare(tiles, costs(storesBoxes(nodes), processes.ranks().count()), processes.ranks(), workers);
        CutOffer best = CutOffer.best(own.map(CutOffer::of), processes);
        LOG.info("{}", best.described());
        Optional<Cut> chosen = own.filter(cut -> CutOffer.of(cut).method() == best.method());
        int[] owners = CutOffer.owners(chosen.map(cut -> cut.partition().owners()), tiles.tiles(), processes);
        return Parts.of(nodes, tiles.partition(owners), Subdomain.PeriodicSides.KEPT, workers);
    }

    /// The best cut of the methods that a rank tries; empty if it has none.
    private static Optional<Cut> ofShare(TileGraph tiles, StepCosts costs, Ranks ranks, ForkJoinPool workers) {
        List<CutMethod> all = Cut.methods();
        List<CutMethod> share = IntStream.range(0, all.size())
                .filter(method -> method % ranks.count() == ranks.rank())
                .mapToObj(all::get)
                .filter(method -> method.isFor(tiles))
                .toList();
        return share.isEmpty()
                ? Optional.empty()
                : Optional.of(cuts(tiles, costs, share, workers).getFirst());
    }

    private StepCosts costs(boolean storesBoxes, int parts) {
        StepCosts ofParts = costs == null ? equal(parts, storesBoxes).withMessageS(messageNodes) : costs;
        if (ofParts.parts() != parts) {
            throw new IllegalArgumentException(
                    "costs of %d parts do not fit %d devices".formatted(ofParts.parts(), parts));
        }
        return ofParts;
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
