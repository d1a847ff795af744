package dev.tessera.kernel.gpu;

import java.util.Comparator;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// Launch and code options of a sweep's kernel, which affect its speed, not results.
///
/// @param threads per block
/// @param blocks minimum number of resident blocks per multiprocessor, which limits the registers per thread; 0:
///       left to the compiler
/// @param nodesPerThread adjacent nodes along x per thread: 1, 2, 4 or 8; fewer if a storage does not keep as many
///       adjacent
/// @param order in which tiles are visited, for storages of whole tiles
/// @param lookup of the neighbouring tiles, for storages of whole tiles
/// @param variant of the kernel; others than the usual one only for benchmarks
public record Tuning(
        int threads, int blocks, int nodesPerThread, TileOrder order, TileLookup lookup, KernelVariant variant) {
    private static final int WARP = 32;
    private static final int MOST_THREADS = 1024;

    public Tuning {
        if (threads < WARP || threads > MOST_THREADS || threads % WARP != 0) {
            throw new IllegalArgumentException(
                    "%d threads per block; use a multiple of 32 up to 1024".formatted(threads));
        }
        if (blocks < 0 || blocks > 32) {
            throw new IllegalArgumentException("%d blocks per multiprocessor; use 0 to 32".formatted(blocks));
        }
        if (nodesPerThread != 1 && nodesPerThread != 2 && nodesPerThread != 4 && nodesPerThread != 8) {
            throw new IllegalArgumentException("%d nodes per thread; use 1, 2, 4 or 8".formatted(nodesPerThread));
        }
    }

    public Tuning(int threads, int blocks, int nodesPerThread) {
        this(threads, blocks, nodesPerThread, TileOrder.ROWS, TileLookup.CACHED);
    }

    /// Of the usual kernel.
    public Tuning(int threads, int blocks, int nodesPerThread, TileOrder order, TileLookup lookup) {
        this(threads, blocks, nodesPerThread, order, lookup, KernelVariant.USUAL);
    }

    /// With tiles in storage order.
    public static Tuning of(int threads, int nodesPerThread) {
        return new Tuning(threads, 0, nodesPerThread);
    }

    public Tuning with(TileOrder other) {
        return new Tuning(threads, blocks, nodesPerThread, other, lookup, variant);
    }

    /// The same with one node per thread.
    Tuning withOneNodePerThread() {
        return new Tuning(threads, blocks, 1, order, lookup, variant);
    }

    /// For kernels that also update nodes with cut links, whose equations need many registers: one node per thread,
    /// small blocks, and at least 128 registers for each thread, since spills cost more than occupancy gains.
    Tuning besideWalls() {
        int small = Math.min(threads, 64);
        return new Tuning(small, Math.min(blocks * threads / small, 512 / small), 1, order, lookup, variant);
    }

    public Tuning with(TileLookup other) {
        return new Tuning(threads, blocks, nodesPerThread, order, other, variant);
    }

    /// The same with another kernel; one node per thread where it needs that.
    public Tuning with(KernelVariant other) {
        return new Tuning(threads, blocks, other.needsDense() ? 1 : nodesPerThread, order, lookup, other);
    }

    /// The same with at most as many nodes per thread as the storage keeps adjacent, and defaults for options
    /// that the storage does not have.
    /// @throws NoKernelException if a thread block cannot hold a whole tile, but has to, or the variant needs dense
    ///        storage
    Tuning within(Locator locator) {
        if (variant.needsDense() && !(locator instanceof Locator.Dense)) {
            throw new NoKernelException(
                    "the kernel's variant %s is for dense storage. Use addressing dense, or the usual kernel"
                            .formatted(variant.key()));
        }
        if (locator instanceof Locator.Ghosts ghosts) {
            return new Tuning(threadsOver(ghosts.shape().nodes()), blocks, 1, order, TileLookup.CACHED, variant);
        }
        if (!(locator instanceof Locator.Tiles(TileShape shape, var arrays, var types))) {
            return new Tuning(threads, blocks, sideBySide(locator), TileOrder.ROWS, TileLookup.CACHED, variant);
        }
        return lookup == TileLookup.SHARED && areWhole(threads, shape.nodes())
                ? new Tuning(threads, blocks, 1, order, lookup, variant)
                : new Tuning(threads, blocks, sideBySide(locator), order, TileLookup.CACHED, variant);
    }

    /// Why a storage does not allow this tile look-up; null where it does.
    @Nullable
    String unfitFor(Locator locator) {
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
        return ("%s needs thread blocks that contain whole tiles, or tiles that contain whole blocks; here a block has"
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

    /// Threads for whole tiles, one per node: at least as many as given.
    private int threadsOver(int nodes) {
        for (int count = Math.ceilDiv(threads, nodes) * nodes; count <= MOST_THREADS; count += nodes) {
            if (count % WARP == 0) {
                return count;
            }
        }
        throw new NoKernelException(
                "on a GPU, thread blocks consist of whole tiles with ghost buffers, but %d nodes per tile do not give a multiple of 32 up to 1024. Use other tiles (storage.tile), such as [4, 4, 4] or [8, 8, 8]."
                        .formatted(nodes));
    }

    private int sideBySide(Locator locator) {
        int nodes = variant.needsDense() ? 1 : nodesPerThread;
        while (locator.nodesSideBySide() % nodes != 0) {
            nodes /= 2;
        }
        return nodes;
    }

    @Override
    public String toString() {
        return "%d threads%s, %d node%s each%s%s%s"
                .formatted(
                        threads,
                        blocks == 0 ? "" : " × %d blocks".formatted(blocks),
                        nodesPerThread,
                        nodesPerThread == 1 ? "" : "s",
                        order == TileOrder.ROWS ? "" : ", " + order.key(),
                        lookup == TileLookup.CACHED ? "" : ", " + lookup.key(),
                        variant == KernelVariant.USUAL ? "" : ", " + variant.key());
    }
}
