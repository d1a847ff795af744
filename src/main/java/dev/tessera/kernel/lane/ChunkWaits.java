package dev.tessera.kernel.lane;

import dev.tessera.geometry.ParallelLoop;
import dev.tessera.layout.StorageLayout;
import dev.tessera.layout.UniformPlacement;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.ForkJoinPool;
import java.util.stream.IntStream;

/// The dependencies of chunks: which chunks have to finish a step before a chunk may begin the next one, because
/// they access the same values. A chunk can then continue while its neighbours' values are still in a cache,
/// without a barrier for all.
///
/// In every phase exactly one node accesses a slot (always the same node for private slots). Therefore it suffices
/// to wait for the previous step: the access two steps ago finished before the access one step ago began.
final class ChunkWaits {
    private static final int POSITIONS_PER_BLOCK = 64;
    private static final int[][][] NONE = {};

    private ChunkWaits() {}

    /// @param chunks all of a plan with one stage and one array of populations, at most 64 streams
    /// @return `[phase][chunk][]`, each list ascending and including the chunk itself; empty if the placement
    ///       is not uniform: each chunk then waits for all
    static int[][][] of(StorageLayout storage, List<LaneChunk> chunks, ForkJoinPool pool) {
        int arrays = storage.lattice().size();
        if (!(storage.placement() instanceof UniformPlacement uniform) || !isRegular(uniform, arrays, storage)) {
            return NONE;
        }
        int phases = storage.pattern().phases();
        int blocks = Math.toIntExact(uniform.stride() / POSITIONS_PER_BLOCK + 1);
        int[][][] touched = new int[phases][chunks.size()][];
        ParallelLoop.over(pool, chunks.size(), c -> {
            for (int phase = 0; phase < phases; phase++) {
                touched[phase][c] = touched(chunks.get(c).tables().getFirst().get(phase), uniform);
            }
        });
        int[][][] waits = new int[phases][][];
        for (int phase = 0; phase < phases; phase++) {
            int[][] touching = invert(touched[Math.floorMod(phase - 1, phases)], blocks);
            waits[phase] = waits(touched[phase], touching);
        }
        return waits;
    }

    /// The inverse of a relation: for each of `count` targets, its sources, ascending.
    static int[][] invert(int[][] targets, int count) {
        int[] sizes = new int[count];
        for (int[] list : targets) {
            for (int target : list) {
                sizes[target]++;
            }
        }
        int[][] sources = new int[count][];
        Arrays.setAll(sources, target -> new int[sizes[target]]);
        Arrays.fill(sizes, 0);
        for (int source = 0; source < targets.length; source++) {
            for (int target : targets[source]) {
                sources[target][sizes[target]++] = source;
            }
        }
        return sources;
    }

    private static boolean isRegular(UniformPlacement placement, int arrays, StorageLayout storage) {
        return placement.bundle() == 0
                && IntStream.range(0, storage.pattern().copies())
                        .allMatch(copy -> IntStream.range(0, arrays)
                                .allMatch(array -> placement.start(array, copy)
                                        == ((long) copy * arrays + array) * placement.stride()));
    }

    private static int[][] waits(int[][] touched, int[][] touching) {
        int[][] waits = new int[touched.length][];
        for (int c = 0; c < touched.length; c++) {
            BitSet others = new BitSet();
            for (int block : touched[c]) {
                for (int other : touching[block]) {
                    others.set(other);
                }
            }
            waits[c] = others.stream().toArray();
        }
        return waits;
    }

    /// Blocks of positions whose values a table accesses, ascending.
    private static int[] touched(long[] table, UniformPlacement placement) {
        BitSet blocks = new BitSet();
        for (int segment = 0; segment < table.length; ) {
            long header = table[segment];
            int word = segment + 2;
            for (int direct = Long.bitCount(table[segment + 1]); direct > 0; direct--) {
                touch(blocks, placement, table[word++], LaneTable.lanes(header));
            }
            segment = word + LaneTable.movesIn(header) + LaneTable.movesOut(header);
            for (; word < segment; word++) {
                touch(blocks, placement, LaneTable.slot(table[word]), LaneTable.length(table[word]));
            }
        }
        return blocks.stream().toArray();
    }

    private static void touch(BitSet blocks, UniformPlacement placement, long slot, int lanes) {
        if (slot < placement.slots()) {
            int position = (int) (slot % placement.stride() / POSITIONS_PER_BLOCK);
            int last = (int) ((slot % placement.stride() + lanes - 1) / POSITIONS_PER_BLOCK);
            blocks.set(position, last + 1);
        }
    }
}
