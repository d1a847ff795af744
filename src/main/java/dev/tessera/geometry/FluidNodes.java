package dev.tessera.geometry;

import java.util.concurrent.ForkJoinPool;
import java.util.stream.LongStream;

/// Which nodes of a box are fluid, one bit each, with constant-time numbering: fluid nodes are numbered 0 … count-1
/// in the box's order (x fastest). That number identifies a node wherever storage does not matter. Memory: 1.125 bits
/// per box node; of boxes that processes have voxelised together, only stretches with fluid. Immutable once built.
public final class FluidNodes {
    private final Box box;
    private final NodeBits bits; // bit n of the box's order
    private static final int CHUNK = 1 << 10; // words that a thread fills

    private FluidNodes(Box box, NodeBits bits) {
        this.box = box;
        this.bits = bits;
    }

    private FluidNodes(Box box, long[] words) {
        this(box, NodeBits.of(words));
    }

    /// Takes ownership of `words`: bit `n & 63` of word `n >> 6` is set where node n of the box's order is
    /// fluid.
    public static FluidNodes ofBits(Box box, long[] words) {
        int expected = words(box);
        if (words.length != expected) {
            throw new IllegalArgumentException(
                    "%s nodes need %d words of 64 bits, not %d".formatted(box, expected, words.length));
        }
        if ((box.size() & 63) != 0 && words.length > 0 && words[words.length - 1] >>> (box.size() & 63) != 0) {
            throw new IllegalArgumentException("bits are set beyond the last of %d nodes".formatted(box.size()));
        }
        return new FluidNodes(box, words);
    }

    /// Collects the fluid nodes of a box word by word, as [#ofBits] has them. Only stretches of 4096 nodes with fluid
    /// are stored: the box may be much larger than its fluid.
    static final class Collected {
        private final Box box;
        private final NodeBits.Pages pages;

        Collected(Box box) {
            this.box = box;
            this.pages = new NodeBits.Pages(words(box));
        }

        /// Makes nodes of a word fluid, beside those that are.
        void add(int word, long bits) {
            pages.add(word, bits);
        }

        /// Nothing may be added afterwards.
        FluidNodes build() {
            return new FluidNodes(box, pages.build());
        }
    }

    public static FluidNodes where(Box box, NodePredicate isFluid) {
        long[] words = new long[words(box)];
        fill(box, words, 0, words.length, (x, end, y, z) -> x, isFluid);
        return new FluidNodes(box, words);
    }

    /// As [#where(Box, NodePredicate)], faster.
    /// @param candidates the nodes that are tested; called by several threads
    /// @param isFluid called by several threads
    public static FluidNodes where(Box box, Candidates candidates, NodePredicate isFluid, ForkJoinPool workers) {
        long[] words = new long[words(box)];
        int chunks = Math.ceilDiv(words.length, CHUNK);
        ParallelLoop.over(
                workers,
                chunks,
                chunk -> fill(
                        box, words, chunk * CHUNK, Math.min(words.length - chunk * CHUNK, CHUNK), candidates, isFluid));
        return new FluidNodes(box, words);
    }

    private static int words(Box box) {
        return Math.toIntExact((box.size() + 63) >>> 6);
    }

    private static void fill(Box box, long[] words, int from, int count, Candidates candidates, NodePredicate isFluid) {
        long n = (long) from << 6;
        long end = Math.min(box.size(), (long) (from + count) << 6);
        while (n < end) {
            int y = box.y(n);
            int z = box.z(n);
            long row = box.index(0, y, z);
            int last = (int) Math.min(box.nx(), end - row);
            for (int x = candidates.next((int) (n - row), last, y, z);
                    x < last;
                    x = candidates.next(x + 1, last, y, z)) {
                if (isFluid.test(x, y, z)) {
                    words[(int) (row + x >>> 6)] |= 1L << row + x;
                }
            }
            n = row + last;
        }
    }

    public Box box() {
        return box;
    }

    /// The number of fluid nodes.
    public long count() {
        return bits.count();
    }

    public boolean isFluid(long boxIndex) {
        return boxIndex >= 0 && (bits.word((int) (boxIndex >>> 6)) >>> boxIndex & 1) != 0;
    }

    public boolean isFluid(int x, int y, int z) {
        return isFluid(box.index(x, y, z));
    }

    /// The number of a fluid node, or -1 where the node is not fluid or `boxIndex` is -1.
    public long number(long boxIndex) {
        if (!isFluid(boxIndex)) {
            return -1;
        }
        int word = (int) (boxIndex >>> 6);
        return bits.before(word) + Long.bitCount(bits.word(word) & (1L << boxIndex) - 1);
    }

    /// The number of runs: fluid nodes of a row without others between them.
    public long runs() {
        long runs = 0;
        long last = 0;
        for (int w = 0; w < bits.length(); w++) {
            long word = bits.word(w);
            runs += Long.bitCount(word & ~(word << 1 | last));
            last = word >>> 63;
        }
        for (long row = box.nx(); row < box.size(); row += box.nx()) {
            runs += isFluid(row) && isFluid(row - 1) ? 1 : 0;
        }
        return runs;
    }

    /// Number of fluid nodes before `boxIndex` (0 … `box().size()`) in the box's order; that node need not be
    /// fluid.
    public long rank(long boxIndex) {
        if (boxIndex < 0 || boxIndex > box.size()) {
            throw new IndexOutOfBoundsException("node %d of %s".formatted(boxIndex, box));
        }
        int word = (int) (boxIndex >>> 6);
        long inWord = word == bits.length() ? 0 : bits.word(word) & (1L << boxIndex) - 1;
        return bits.before(word) + Long.bitCount(inWord);
    }

    /// The bits of the `count` (1 … 64) nodes from `boxIndex` on, lowest first; 0 beyond the last node.
    public long bits(long boxIndex, int count) {
        int word = (int) (boxIndex >>> 6);
        int shift = (int) boxIndex & 63;
        long found = bits.word(word) >>> shift;
        if (shift + count > 64 && word + 1 < bits.length()) {
            found |= bits.word(word + 1) << -shift;
        }
        return found & -1L >>> 64 - count;
    }

    /// The box index of fluid node `number`.
    public long boxIndex(long number) {
        if (number < 0 || number >= count()) {
            throw new IndexOutOfBoundsException("fluid node %d of %d".formatted(number, count()));
        }
        int word = bits.wordOf(number);
        long inWord = bits.word(word);
        for (long left = number - bits.before(word); left > 0; left--) {
            inWord &= inWord - 1;
        }
        return ((long) word << 6) + Long.numberOfTrailingZeros(inWord);
    }

    /// The box index of the first fluid node from `boxIndex` on and before `end`; `end` where there is none.
    public long next(long boxIndex, long end) {
        if (boxIndex >= end) {
            return end;
        }
        int word = (int) (boxIndex >>> 6);
        int last = (int) (end - 1 >>> 6);
        long found = bits.word(word) & -1L << boxIndex;
        if (found == 0 && word < last) {
            word = bits.next(word + 1, last);
            found = bits.word(word);
        }
        return found == 0 ? end : Math.min(end, ((long) word << 6) + Long.numberOfTrailingZeros(found));
    }

    /// The numbers of fluid nodes that are not fluid in `others`, of the same box; ascending.
    long[] numbersWithout(FluidNodes others) {
        LongStream.Builder numbers = LongStream.builder();
        long passed = 0; // fluid nodes of the words before
        for (int word = 0; word < bits.length(); word++) {
            long its = bits.word(word);
            for (long left = its & ~others.bits.word(word); left != 0; left &= left - 1) {
                long before = Long.lowestOneBit(left) - 1;
                numbers.add(passed + Long.bitCount(its & before));
            }
            passed += Long.bitCount(its);
        }
        return numbers.build().toArray();
    }

    /// Finds box indices of ascending fluid numbers without searching.
    public Ascending ascending() {
        return new Ascending(this);
    }

    /// Walks over the fluid nodes in their order, in time proportional to the distance. Not thread-safe.
    public static final class Ascending {
        private final FluidNodes fluid;
        private int word;
        private long left; // bits of the word that have not been passed
        private long passed; // fluid nodes before them

        private Ascending(FluidNodes fluid) {
            this.fluid = fluid;
            this.left = fluid.bits.length() == 0 ? 0 : fluid.bits.word(0);
        }

        /// The box index of fluid node `number`, which must not be less than the one before.
        public long boxIndex(long number) {
            if (number < passed || number >= fluid.count()) {
                throw new IndexOutOfBoundsException(
                        "fluid node %d of %d, after %d were passed".formatted(number, fluid.count(), passed));
            }
            int inWord = Long.bitCount(left);
            if (number >= passed + inWord) {
                advance(number);
            }
            for (; passed < number; passed++) {
                left &= left - 1;
            }
            return ((long) word << 6) + Long.numberOfTrailingZeros(left);
        }

        /// Goes to the word of fluid node `number`, which is in a later one.
        private void advance(long number) {
            word = fluid.bits.wordOf(number, word + 1);
            passed = fluid.bits.before(word);
            left = fluid.bits.word(word);
        }
    }

    /// Bytes of the bits and of their numbering.
    public long bytes() {
        return bits.bytes();
    }

    /// 64 nodes' bits from word `word` on; for fast scans.
    public long word(int word) {
        return bits.word(word);
    }

    /// The nodes of a row that may be fluid.
    @FunctionalInterface
    public interface Candidates {
        /// The first of them from `x` on and before `end`; `end` where there is none. `x` is at most `end`.
        int next(int x, int end, int y, int z);
    }

    @FunctionalInterface
    public interface NodePredicate {
        boolean test(int x, int y, int z);
    }
}
