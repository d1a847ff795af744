package dev.tessera.kernel.lane;

import dev.tessera.geometry.ParallelLoop;
import dev.tessera.layout.StorageLayout;
import dev.tessera.layout.UniformPlacement;
import java.util.Arrays;
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
    private static final int CHUNKS_PER_TASK = 64;
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
        over(pool, chunks.size(), blocks, (c, set) -> {
            for (int phase = 0; phase < phases; phase++) {
                touch(set, chunks.get(c).tables().getFirst().get(phase), uniform);
                touched[phase][c] = set.takeAll();
            }
        });
        int[][][] waits = new int[phases][chunks.size()][];
        for (int phase = 0; phase < phases; phase++) {
            int[][] touching = invert(touched[Math.floorMod(phase - 1, phases)], blocks);
            int[][] mine = touched[phase];
            int[][] found = waits[phase];
            over(pool, chunks.size(), chunks.size(), (c, set) -> {
                for (int block : mine[c]) {
                    for (int other : touching[block]) {
                        set.add(other, other);
                    }
                }
                found[c] = set.takeAll();
            });
        }
        return waits;
    }

    private interface Work {
        /// @param set empty, and to be left so
        void on(int chunk, NumberSet set);
    }

    private static void over(ForkJoinPool pool, int chunks, int numbers, Work work) {
        ParallelLoop.over(pool, Math.ceilDiv(chunks, CHUNKS_PER_TASK), task -> {
            NumberSet set = new NumberSet(numbers);
            for (int c = task * CHUNKS_PER_TASK; c < Math.min(chunks, (task + 1) * CHUNKS_PER_TASK); c++) {
                work.on(c, set);
            }
        });
    }

    /// Numbers from 0 to a limit, most of them close together.
    private static final class NumberSet {
        private final long[] words;
        private int firstWord = Integer.MAX_VALUE;
        private int lastWord = -1;

        NumberSet(int numbers) {
            this.words = new long[Math.ceilDiv(numbers, Long.SIZE)];
        }

        void add(int first, int last) {
            int from = first >>> 6;
            int to = last >>> 6;
            firstWord = Math.min(firstWord, from);
            lastWord = Math.max(lastWord, to);
            for (int word = from; word <= to; word++) {
                long low = word == from ? -1L << first : -1L;
                words[word] |= word == to ? low & -1L >>> ~last : low;
            }
        }

        /// The numbers, ascending; afterwards the set is empty.
        int[] takeAll() {
            int count = 0;
            for (int word = firstWord; word <= lastWord; word++) {
                count += Long.bitCount(words[word]);
            }
            int[] numbers = new int[count];
            int n = 0;
            for (int word = firstWord; word <= lastWord; word++) {
                for (long rest = words[word]; rest != 0; rest &= rest - 1) {
                    numbers[n++] = Long.SIZE * word + Long.numberOfTrailingZeros(rest);
                }
                words[word] = 0;
            }
            firstWord = Integer.MAX_VALUE;
            lastWord = -1;
            return numbers;
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

    private static boolean isRegular(UniformPlacement placement, int arrays, StorageLayout storage) {
        return placement.bundle() == 0
                && IntStream.range(0, storage.pattern().copies())
                        .allMatch(copy -> IntStream.range(0, arrays)
                                .allMatch(array -> placement.start(array, copy)
                                        == ((long) copy * arrays + array) * placement.stride()));
    }

    /// Adds the blocks of positions whose values a table accesses.
    private static void touch(NumberSet blocks, long[] table, UniformPlacement placement) {
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
    }

    private static void touch(NumberSet blocks, UniformPlacement placement, long slot, int lanes) {
        if (slot < placement.slots()) {
            long first = slot % placement.stride();
            blocks.add((int) (first / POSITIONS_PER_BLOCK), (int) ((first + lanes - 1) / POSITIONS_PER_BLOCK));
        }
    }
}
