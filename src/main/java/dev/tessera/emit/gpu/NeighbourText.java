package dev.tessera.emit.gpu;

import dev.tessera.kernel.gpu.GpuKernel;
import dev.tessera.kernel.gpu.Link;
import dev.tessera.kernel.gpu.Locator;
import java.util.List;

/// Writes how a thread finds its node's neighbours. The node's name, in the order of threads or from a list, is `n`,
/// its position `p`.
interface NeighbourText {
    /// The node's position.
    default String own() {
        return "n";
    }

    /// Writes what all threads of a block do together, before any of them leaves.
    default void together(Lines lines) {}

    /// Writes what says where a node lies; leaves the function where a sweep has nothing to do there.
    void node(Lines lines);

    /// Writes where the neighbours along some directions lie.
    void neighbours(Lines lines, List<Link> directions);

    /// The neighbour's position.
    default String position(Link direction) {
        return "at_" + direction.letters();
    }

    /// Where the neighbour's value of an array lies in the array.
    default String position(Link link, int array) {
        return position(link);
    }

    /// Where the node's own value of an array lies in the array.
    default String own(int array) {
        return "p";
    }

    /// Whether [#neighbours] says where the node's own values are too.
    default boolean isAlwaysAsked() {
        return false;
    }

    /// Whether the link to the neighbour is open.
    String open(Link direction);

    /// The private slot of the cut link to the neighbour. @param list of private slots along it
    default String privateSlot(Link link, int list) {
        return "private_slot(%d, p, private_lists, private_words, private_before)".formatted(list + 1);
    }

    static NeighbourText of(GpuKernel kernel, Dialect dialect) {
        return switch (kernel.locator()) {
            case Locator.Dense dense -> new DenseNeighbours(kernel, dense);
            case Locator.Tiles tiles -> new TileNeighbours(kernel, tiles, dialect);
            case Locator.Ghosts ghosts -> new GhostNeighbours(kernel, ghosts, dialect);
            case Locator.Compact(var shape) -> new CompactNeighbours(kernel, shape, dialect);
            case Locator.Segments segments -> new SegmentNeighbours(kernel, segments, dialect);
            case Locator.Listed listed -> new ListedNeighbours(kernel, listed);
            case Locator.Indexed indexed -> new IndexedNeighbours(kernel, indexed);
            case Locator.Own own -> new NoNeighbours(kernel);
        };
    }
}
