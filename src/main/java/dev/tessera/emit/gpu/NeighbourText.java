package dev.tessera.emit.gpu;

import dev.tessera.kernel.gpu.GpuKernel;
import dev.tessera.kernel.gpu.Link;
import dev.tessera.kernel.gpu.Locator;
import java.util.List;

/// Writes how a thread finds its node's neighbours. `n` is the node's index, in the order of threads or from a
/// list, `p` its position.
interface NeighbourText {
    /// The node's position.
    default String own() {
        return "n";
    }

    /// Writes the code that all threads of a block run before any of them returns.
    default void blockPrologue(Lines lines) {}

    /// Writes the node's location; returns if the sweep does not update the node. Where the sweep also updates
    /// other classes, the node may be one of theirs ([#inBulk]).
    void node(Lines lines);

    /// The condition, after [#node], that the sweep's node belongs to the bulk, where it may belong to another class.
    default String inBulk() {
        return LinkWords.IN_BULK;
    }

    /// Writes the positions of the neighbours along some directions.
    void neighbours(Lines lines, List<Link> directions);

    /// The neighbour's position.
    default String position(Link direction) {
        return "at_" + direction.letters();
    }

    /// The index of the neighbour's value in an array.
    default String position(Link link, int array) {
        return position(link);
    }

    /// The index of the node's own value in an array.
    default String own(int array) {
        return "p";
    }

    /// Whether [#neighbours] is also needed to find the node's own values.
    default boolean needsNeighboursForOwn() {
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
            case Locator.Dense dense -> new DenseNeighbours(kernel, dense, dialect);
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
