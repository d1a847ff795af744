package dev.tessera.kernel.gpu;

import java.util.List;

/// How a kernel finds the positions of a node's neighbours from the node's own. A position identifies a node on the
/// device; the offset of its slots in arrays is the position itself, or is computed from it if arrays are divided into
/// bundles ([GpuKernel#bundle]).
public sealed interface Locator {
    /// Maximum number of nodes per thread.
    int MAX_NODES = 8;

    /// Maximum number of consecutive positions per thread, for groups aligned to their size: neighbours along x, except
    /// in segment storage; 1 if they need not be neighbours.
    default int nodesSideBySide() {
        return switch (this) {
            case Dense dense -> dense.nx();
            case Tiles tiles ->
                tiles.shape().seamX() == null && tiles.isPlain() ? tiles.shape().a() : 1;
            case Ghosts g -> 1;
            case Compact c -> 1;
            case Segments s -> MAX_NODES; // of one line or several: their own slots are consecutive
            case Listed l -> 1;
            case Indexed i -> 1;
            case Own o -> 1;
        };
    }

    /// Whether one word per node (table `words`) holds its open links, and whether a sweep updates it.
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

    /// Whether one bit per node (table `bulk`) marks the nodes that a sweep updates, if needed.
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

    /// Order of the box: coordinates by division by constants.
    record Dense(int nx, int ny, int nz, boolean periodicX, boolean periodicY, boolean periodicZ) implements Locator {}

    /// Whole tiles. Table `tiles`: the neighbouring tiles of each, by code of the direction (x fastest).
    /// @param arrays the order of a tile's nodes in each of the arrays
    record Tiles(TileShape shape, List<InTile> arrays, NodeTypes types) implements Locator {
        public Tiles {
            arrays = List.copyOf(arrays);
        }

        /// Whether positions are offsets in all arrays.
        public boolean isPlain() {
            return arrays.stream().allMatch(order -> order == InTile.XYZ);
        }

        /// Whether table `places` gives the places of values in some of the arrays.
        public boolean hasPlaces() {
            return arrays.contains(InTile.TABLE);
        }
    }

    /// Whole tiles in one population array, with ghost buffers between them. Tables `ghost_reads` and `ghost_writes`:
    /// `[tile][column]` the offset of a buffer's first value in a set, -1 if there is none; `arrivals` and
    /// `departures`: the order in which a tile's threads load and store ghost values ([GhostPaths]); `tiles` as for
    /// tiles; `masks`: one bit per node for fluid nodes, 64 per word; with classes other than the bulk, `sweep`: the
    /// same for nodes of the bulk, and `deferred_before`: the number of nodes of other classes before each word.
    /// @param isFull whether all nodes of all tiles are fluid
    /// @param omitted by a bench
    record Ghosts(TileShape shape, GhostColumns columns, boolean isFull, Ablation omitted) implements Locator {
        public GhostPaths paths() {
            return new GhostPaths(shape, columns);
        }
    }

    /// How tiles mark fluid nodes.
    enum NodeTypes {
        /// One word per node with a bit for each link.
        WORDS,
        /// Table `masks`: one bit per node, 64 per word; `sweep`: the same for nodes of the bulk.
        MASKS
    }

    /// Fluid nodes only. Table `nodes`: for each position the tile and the place in it (bit 31: of the bulk);
    /// `tiles` as for tiles, absent ones being the empty tile after the last; `records`: for each 64 places
    /// of a tile a mask of the fluid ones, and the position of the first.
    record Compact(TileShape shape) implements Locator {}

    /// Fluid nodes only, line by line of the box, so that neighbours along x are adjacent. Table `nodes`: for each
    /// position its segment of 30 nodes of a line, and the place in it, 1 to 30 (bit 31: of the bulk); `segments`: for
    /// each of them, empty ones too, a mask of the fluid nodes at places 0 to 31, of which the first and the one after
    /// the last belong to the adjacent segments (across the periodic side, if x is periodic), and the position of the
    /// first one in the mask, if it directly precedes the others; one additional empty segment after the last.
    record Segments(Dense box) implements Locator {
        /// Nodes per segment: a word has one bit for each, and for one node on either side.
        public static final int NODES = 30;

        /// Segments per line.
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

    /// Fluid nodes only; table `index` over the whole box has their positions, -1 for other nodes (fluid index array).
    /// Threads and lists use the order of the box.
    record Indexed(Dense box) implements Locator {}

    /// No neighbours: thread n updates position n. For collisions in place.
    record Own() implements Locator {}
}
