package dev.tessera.kernel.lane;

import dev.tessera.geometry.ParallelLoop;
import dev.tessera.layout.RankedBits;
import java.util.Arrays;
import java.util.concurrent.ForkJoinPool;

/// The dependencies of chunks: which chunks have to finish a step before a chunk may begin the next one, because
/// they access the same values. A chunk can then continue while its neighbours' values are still in a cache,
/// without a barrier for all.
///
/// In every phase exactly one node accesses a slot (always the same node for private slots). Therefore it suffices
/// to wait for the previous step: the access two steps ago finished before the access one step ago began.
final class ChunkWaits {
    private static final int CHUNKS_PER_TASK = 64;

    private ChunkWaits() {}

    /// @param touched `[chunk][phase][]` blocks whose values the chunk accesses ([ChunkBlocks]), ascending
    /// @param blocks number of blocks
    /// @return `[phase][chunk][]`, each list ascending and including the chunk itself
    static int[][][] of(int[][][] touched, int phases, int blocks, ForkJoinPool pool) {
        int[][][] waits = new int[phases][touched.length][];
        for (int phase = 0; phase < phases; phase++) {
            int previous = Math.floorMod(phase - 1, phases);
            Touching touching = Touching.of(ofPhase(touched, previous), blocks);
            int[][] mine = ofPhase(touched, phase);
            int[][] found = waits[phase];
            ParallelLoop.over(pool, Math.ceilDiv(found.length, CHUNKS_PER_TASK), task -> {
                NumberSet set = new NumberSet(found.length);
                for (int c = task * CHUNKS_PER_TASK; c < Math.min(found.length, (task + 1) * CHUNKS_PER_TASK); c++) {
                    for (int block : mine[c]) {
                        set.addAll(touching.chunks(block));
                    }
                    found[c] = set.takeAll();
                }
            });
        }
        return waits;
    }

    private static int[][] ofPhase(int[][][] touched, int phase) {
        return Arrays.stream(touched).map(chunk -> chunk[phase]).toArray(int[][]::new);
    }

    /// The chunks that access each block. Of the blocks of a sparse geometry in dense storage most are accessed by
    /// none.
    ///
    /// @param used the blocks that some chunk accesses
    /// @param chunks `[rank of a used block][]`, each ascending
    @SuppressWarnings("ArrayRecordComponent")
    private record Touching(RankedBits used, int[][] chunks) {
        private static final int[] NONE = {};

        /// @param touched `[chunk][]` blocks
        static Touching of(int[][] touched, int blocks) {
            long[] words = RankedBits.wordsFor(blocks);
            for (int[] list : touched) {
                for (int block : list) {
                    RankedBits.add(words, block);
                }
            }
            RankedBits used = new RankedBits(words);
            int[][] ranks = new int[touched.length][];
            Arrays.setAll(
                    ranks,
                    chunk -> Arrays.stream(touched[chunk]).map(used::rank).toArray());
            return new Touching(used, invert(ranks, used.count()));
        }

        int[] chunks(int block) {
            return used.contains(block) ? chunks[used.rank(block)] : NONE;
        }
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
}
