package dev.tessera.kernel.gpu;

import java.util.List;

/// How a kernel finds the positions of a node's neighbours from the node's own. A position names a node on the device;
/// where its slots lie beyond the starts of arrays is the position itself, or follows from it where arrays are cut into
/// bundles ([GpuKernel#bundle]).
public sealed interface Locator {
    /// Nodes that a thread works on, at most.
    int MOST_NODES = 8;

    /// Consecutive positions that a thread can work on, wherever such a group begins at a multiple of their number:
    /// neighbours along x, but in lines of fluid nodes; 1 where they need not be neighbours.
    default int nodesSideBySide() {
        return switch (this) {
            case Dense dense -> dense.nx();
            case Tiles tiles ->
                tiles.shape().seamX() == null && tiles.isPlain() ? tiles.shape().a() : 1;
            case Ghosts g -> 1;
            case Compact c -> 1;
            case Segments s -> MOST_NODES; // of a line or not: their own slots follow each other
            case Listed l -> 1;
            case Indexed i -> 1;
            case Own o -> 1;
        };
    }

    /// Whether a word a node (table `words`) says which of its links are open, and whether a sweep has to do
    /// with it.
    default boolean hasWords() {
        return switch (this) {
            case Dense d -> true;
            case Tiles t -> t.types() == NodeTypes.WORDS;
            case Ghosts g -> false;
            case Compact c -> false;
            case Segments s -> false;
            case Listed l -> false;
            case Indexed i -> false;
            case Own o -> false;
        };
    }

    /// Whether a bit a node (table `bulk`) says whether a sweep has to do with it, where that is asked for.
    default boolean hasBulkBits() {
        return switch (this) {
            case Dense d -> false;
            case Tiles t -> false;
            case Ghosts g -> false;
            case Compact c -> false;
            case Segments s -> false;
            case Listed l -> true;
            case Indexed i -> true;
            case Own o -> true;
        };
    }

    /// The box's own order: coordinates by division through constants.
    record Dense(int nx, int ny, int nz, boolean periodicX, boolean periodicY, boolean periodicZ) implements Locator {}

    /// Whole tiles. Table `tiles`: the neighbouring tiles of each, by code of the direction (x fastest).
    /// @param arrays how the nodes of a tile lie in each of the arrays
    record Tiles(TileShape shape, List<InTile> arrays, NodeTypes types) implements Locator {
        public Tiles {
            arrays = List.copyOf(arrays);
        }

        /// Whether positions say where values lie in all arrays.
        public boolean isPlain() {
            return arrays.stream().allMatch(order -> order == InTile.XYZ);
        }

        /// Whether table `places` says where values lie in some of the arrays.
        public boolean hasPlaces() {
            return arrays.contains(InTile.TABLE);
        }
    }

    /// Whole tiles in one copy, with ghost buffers between them. Tables `ghost_reads` and `ghost_writes`:
    /// `[tile][column]` the place of a buffer's first value in a set, -1 where there is none; `arrivals` and
    /// `departures`: which values a tile's threads bring to and fro ([GhostPaths]); `tiles` as for tiles;
    /// `masks`: a bit a node that is fluid, 64 to a word; where there are other classes than the bulk,
    /// `sweep`: likewise for nodes of the bulk, and `deferred_before`: how many nodes of other classes lie
    /// before each word.
    /// @param isFull whether all nodes of all tiles are fluid
    /// @param omitted by a bench
    record Ghosts(TileShape shape, GhostColumns columns, boolean isFull, Ablation omitted) implements Locator {
        public GhostPaths paths() {
            return new GhostPaths(shape, columns);
        }
    }

    /// How tiles say which nodes are fluid.
    enum NodeTypes {
        /// A word a node with a bit for each link.
        WORDS,
        /// Table `masks`: a bit a node, 64 to a word; `sweep`: likewise for those of the bulk.
        MASKS
    }

    /// Fluid nodes only. Table `nodes`: for each position the tile and the place in it (bit 31: of the bulk);
    /// `tiles` as for tiles, absent ones being the empty tile after the last; `records`: for each 64 places
    /// of a tile a mask of the fluid ones, and the position of the first.
    record Compact(TileShape shape) implements Locator {}

    /// Fluid nodes only, line after line of the box, so that neighbours along x lie side by side. Table
    /// `nodes`: for each position its segment of 30 nodes of a line, and the place in it, 1 to 30 (bit 31: of
    /// the bulk); `segments`: for each of them, empty ones too, a mask of the fluid nodes at places 0 to 31,
    /// of which the first and the one after the last belong to the segments on either side (around the box,
    /// where x is periodic), and the position of the first one in the mask, if it lies just before the
    /// others; one empty segment more after the last.
    record Segments(Dense box) implements Locator {
        /// Nodes of a segment: a word has a bit for each, and for one on either side.
        public static final int NODES = 30;

        /// Segments of a line.
        public int alongX() {
            return Math.ceilDiv(box.nx(), NODES);
        }

        /// The last node's place in a line's last segment.
        public int lastPlace() {
            return (box.nx() - 1) % NODES + 1;
        }

        /// The number of the empty segment.
        public int empty() {
            return alongX() * box.ny() * box.nz();
        }
    }

    /// Fluid nodes only, each with the positions of its neighbours (connectivity matrix). Table `neighbours`:
    /// `[direction - first][position]`, as [dev.tessera.layout.NeighbourTable].
    /// @param first the direction of the first row: 0 or 1
    record Listed(int first) implements Locator {}

    /// Fluid nodes only; table `index` over the whole box says where each one lies, -1 where none does (fluid
    /// index array). Threads and lists go by the box's order.
    record Indexed(Dense box) implements Locator {}

    /// No neighbours at all: thread n has the n-th position, and knows no other. For collisions in place.
    record Own() implements Locator {}
}
