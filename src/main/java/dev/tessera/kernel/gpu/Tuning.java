package dev.tessera.kernel.gpu;

import dev.tessera.kernel.Precision;
import dev.tessera.kernel.Real;
import dev.tessera.layout.StorageLayout;
import java.util.Comparator;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// How a sweep's kernel is launched: choices that change its speed and no value.
///
/// @param threads of a block
/// @param blocks that a multiprocessor shall hold at least, which limits the registers of a thread; 0: as the
///        compiler likes
/// @param nodesPerThread nodes side by side along x that a thread works on: 1, 2, 4 or 8; fewer where a
///        storage does not keep so many together
/// @param order in which tiles are visited, where a storage has whole tiles
/// @param lookup of the tiles around, likewise
public record Tuning(int threads, int blocks, int nodesPerThread, TileOrder order, TileLookup lookup) {
    private static final int WARP = 32;
    private static final int MOST_THREADS = 1024;
    private static final int WIDEST_ACCESS_BYTES = 16;

    /// Whose populations fit into registers: 8 halves were slower.
    private static final int MOST_USUAL_NODES = 4;

    /// Whose populations and addresses fit into a limited number of registers.
    private static final int MOST_DIRECTIONS = 19;

    public Tuning {
        if (threads < WARP || threads > MOST_THREADS || threads % WARP != 0) {
            throw new IllegalArgumentException("%d threads are no multiple of 32 up to 1024".formatted(threads));
        }
        if (blocks < 0 || blocks > 32) {
            throw new IllegalArgumentException("%d blocks a multiprocessor; 0 to 32".formatted(blocks));
        }
        if (nodesPerThread != 1 && nodesPerThread != 2 && nodesPerThread != 4 && nodesPerThread != 8) {
            throw new IllegalArgumentException("%d nodes a thread; only 1, 2, 4, 8".formatted(nodesPerThread));
        }
    }

    public Tuning(int threads, int blocks, int nodesPerThread) {
        this(threads, blocks, nodesPerThread, TileOrder.ROWS, TileLookup.CACHED);
    }

    /// With tiles in the order in which they are stored.
    public static Tuning of(int threads, int nodesPerThread) {
        return new Tuning(threads, 0, nodesPerThread);
    }

    /// What was fastest on one H200 (docs/benchmarks/gpu.md): as many nodes as fit into an access of 16 bytes
    /// where they lie side by side, else one, with registers limited.
    static Tuning usual(Locator locator, StorageLayout storage, Precision precision) {
        return switch (locator) {
            case Locator.Dense d -> of(128, nodesSideBySide(precision)).within(locator);
            case Locator.Tiles t -> of(128, nodesSideBySide(precision)).within(locator);
            case Locator.Ghosts g -> of(64, 1).within(locator);
            case Locator.Compact c -> of(128, 1);
            case Locator.Segments s -> onSegments(storage, precision);
            case Locator.Listed l -> of(128, 1);
            case Locator.Indexed i -> of(128, 1);
            case Locator.Own o -> of(128, 1);
        };
    }

    private static int nodesSideBySide(Precision precision) {
        return Math.min(MOST_USUAL_NODES, WIDEST_ACCESS_BYTES / precision.storedBytes());
    }

    /// Two nodes where a thread's memory instructions are more in the way than its registers.
    private static Tuning onSegments(StorageLayout storage, Precision precision) {
        boolean isLight = storage.lattice().size() <= MOST_DIRECTIONS && precision.computed() == Real.FP32;
        return isLight && storage.pattern().copies() == 2
                ? of(128, 2)
                : new Tuning(128, leastBlocks(storage, precision), 1);
    }

    private static int leastBlocks(StorageLayout storage, Precision precision) {
        if (storage.lattice().size() > MOST_DIRECTIONS) {
            return 0;
        }
        if (storage.pattern().copies() == 2) {
            return 6;
        }
        return precision.equals(Precision.FP32) && storage.privateSlots() == 0 ? 8 : 4;
    }

    public Tuning with(TileOrder other) {
        return new Tuning(threads, blocks, nodesPerThread, other, lookup);
    }

    public Tuning with(TileLookup other) {
        return new Tuning(threads, blocks, nodesPerThread, order, other);
    }

    /// The same with as many nodes a thread as a storage keeps side by side, and what a storage has no choice
    /// of left at the usual.
    /// @throws NoKernelException where a block of threads holds no whole tile, and has to
    Tuning within(Locator locator) {
        if (locator instanceof Locator.Ghosts ghosts) {
            return new Tuning(threadsOver(ghosts.shape().nodes()), blocks, 1, order, TileLookup.CACHED);
        }
        if (!(locator instanceof Locator.Tiles(TileShape shape, var arrays, var types))) {
            return new Tuning(threads, blocks, sideBySide(locator));
        }
        return lookup == TileLookup.SHARED && areWhole(threads, shape.nodes())
                ? new Tuning(threads, blocks, 1, order, lookup)
                : new Tuning(threads, blocks, sideBySide(locator), order, TileLookup.CACHED);
    }

    /// Why a storage keeps this from looking tiles up as it says; null where it does not.
    @Nullable String unfitFor(Locator locator) {
        if (within(locator).lookup() == lookup) {
            return null;
        }
        if (!(locator instanceof Locator.Tiles(TileShape shape, var arrays, var types))) {
            return "%s belongs to addressing: tiles".formatted(lookup.key());
        }
        Optional<Integer> fitting = IntStream.rangeClosed(1, MOST_THREADS / WARP)
                .map(warps -> warps * WARP)
                .filter(count -> areWhole(count, shape.nodes()))
                .boxed()
                .min(Comparator.comparingInt(count -> Math.abs(count - threads)));
        return ("%s needs blocks of threads that hold whole tiles, or tiles that hold whole blocks; here a block has"
                        + " %d threads and a tile %d nodes. Use %sother tiles (storage.tile), such as %s, or"
                        + " lookup: cached.")
                .formatted(
                        lookup.key(),
                        threads,
                        shape.nodes(),
                        fitting.map(count -> "storage.launch: [%d, %d, 1], ".formatted(count, blocks))
                                .orElse(""),
                        shape.isFlat() ? "[16, 16]" : "[4, 4, 4]");
    }

    private static boolean areWhole(int threads, int nodes) {
        return threads % nodes == 0 || nodes % threads == 0;
    }

    /// Threads for whole tiles, one a node: as many as there are, or more.
    private int threadsOver(int nodes) {
        for (int count = Math.ceilDiv(threads, nodes) * nodes; count <= MOST_THREADS; count += nodes) {
            if (count % WARP == 0) {
                return count;
            }
        }
        throw new NoKernelException(
                "on a GPU a block of threads holds whole tiles with ghost buffers, and %d nodes a tile do not make a multiple of 32 up to 1024. Use other tiles (storage.tile), such as [4, 4, 4] or [8, 8, 8]."
                        .formatted(nodes));
    }

    private int sideBySide(Locator locator) {
        int nodes = nodesPerThread;
        while (locator.nodesSideBySide() % nodes != 0) {
            nodes /= 2;
        }
        return nodes;
    }

    @Override
    public String toString() {
        return "%d threads%s, %d node%s each%s%s"
                .formatted(
                        threads,
                        blocks == 0 ? "" : " × %d blocks".formatted(blocks),
                        nodesPerThread,
                        nodesPerThread == 1 ? "" : "s",
                        order == TileOrder.ROWS ? "" : ", " + order.key(),
                        lookup == TileLookup.CACHED ? "" : ", " + lookup.key());
    }
}
