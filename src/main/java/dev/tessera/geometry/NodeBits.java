package dev.tessera.geometry;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// The bits of the nodes of a box, 64 in a word, with the number of set bits before each block of 8 words. Stored are
/// all words, or only the pages of 64 words (4096 nodes) of which some bit is set. Immutable; arrays are owned.
final class NodeBits {
    static final int BLOCK = 8; // words
    static final int PAGE = 64; // words

    private static final int BLOCKS_OF_PAGE = PAGE / BLOCK;

    private final int length;
    private final long[] words; // all, or those of stored pages; page 0 of these has no bits
    private final long[] before; // bits before each block; of stored pages, bits of the page before it
    private final int @Nullable [] places; // [page] its number among the stored ones; null where all words are stored
    private final long[] beforePage; // bits before each page, and their total; empty where all words are stored
    private final long count;

    private NodeBits(int length, long[] words, int @Nullable [] places) {
        this.length = length;
        this.words = words;
        this.places = places;
        this.before = new long[words.length / BLOCK + 2];
        if (places == null) {
            this.beforePage = new long[0];
            this.count = countBefore(0, words.length, 0);
            Arrays.fill(before, (words.length + BLOCK - 1) / BLOCK, before.length, count);
        } else {
            this.beforePage = new long[places.length + 1];
            for (int page = 0; page < places.length; page++) {
                int first = places[page] * PAGE;
                beforePage[page + 1] = beforePage[page] + (first == 0 ? 0 : countBefore(first, first + PAGE, 0));
            }
            this.count = beforePage[places.length];
        }
    }

    /// Notes the bits before each block of stored words.
    /// @return the number of bits in these words, and before them
    private long countBefore(int first, int end, long bitsBefore) {
        long bits = bitsBefore;
        for (int block = first / BLOCK; block * BLOCK < end; block++) {
            before[block] = bits;
            int endOfBlock = Math.min(block * BLOCK + BLOCK, end);
            for (int w = block * BLOCK; w < endOfBlock; w++) {
                bits += Long.bitCount(words[w]);
            }
        }
        return bits;
    }

    /// All words of a box.
    static NodeBits of(long[] words) {
        return new NodeBits(words.length, words, null);
    }

    /// The number of words, stored or not.
    int length() {
        return length;
    }

    /// The number of set bits.
    long count() {
        return count;
    }

    long word(int word) {
        return words[places == null ? word : places[word / PAGE] * PAGE + word % PAGE];
    }

    /// The number of set bits before a word (0 … `length()`).
    long before(int word) {
        long bits = beforeBlock(word / BLOCK);
        for (int w = word & -BLOCK; w < word; w++) {
            bits += Long.bitCount(word(w));
        }
        return bits;
    }

    private long beforeBlock(int block) {
        if (places == null) {
            return before[block];
        }
        int page = block / BLOCKS_OF_PAGE;
        return page == places.length
                ? count
                : beforePage[page] + before[places[page] * BLOCKS_OF_PAGE + block % BLOCKS_OF_PAGE];
    }

    /// The first word from `word` to `last` that has bits, or `last`.
    int next(int word, int last) {
        int w = word;
        while (w < last && word(w) == 0) {
            boolean isBare = places != null && places[w / PAGE] == 0;
            w = isBare ? Math.min(last, w / PAGE * PAGE + PAGE) : w + 1;
        }
        return w;
    }

    /// The word with set bit `number`.
    int wordOf(long number) {
        int word = places == null
                ? BLOCK * search(before, number, 0, before.length / 2)
                : blockIn(search(beforePage, number, 0, beforePage.length / 2), number);
        return within(word, number);
    }

    /// The same, of a bit that is not before word `from`; found fastest in words near it.
    int wordOf(long number, int from) {
        int block = from / BLOCK;
        if ((block + 1) * BLOCK < length && beforeBlock(block + 1) <= number) {
            int word = places == null
                    ? BLOCK * search(before, number, block + 1, 1)
                    : blockIn(search(beforePage, number, block / BLOCKS_OF_PAGE, 1), number);
            return within(word, number);
        }
        return within(block * BLOCK, number);
    }

    /// The first word of the block with a bit, in its page.
    private int blockIn(int page, long number) {
        int first = page * BLOCKS_OF_PAGE;
        int block = first;
        while (block + 1 < first + BLOCKS_OF_PAGE && beforeBlock(block + 1) <= number) {
            block++;
        }
        return block * BLOCK;
    }

    private int within(int firstOfBlock, long number) {
        int word = firstOfBlock;
        long left = number - beforeBlock(word / BLOCK);
        for (int bits = Long.bitCount(word(word)); bits <= left; bits = Long.bitCount(word(word))) {
            left -= bits;
            word++;
        }
        return word;
    }

    /// The last place with at most `number`, which is not before place `from`; found fastest within `near` places.
    private static int search(long[] ascending, long number, int from, int near) {
        int low = from; // ascending[low] <= number
        int step = Math.max(1, Integer.highestOneBit(near));
        while (low + step < ascending.length && ascending[low + step] <= number) {
            low += step;
            step *= 2;
        }
        for (; step > 0; step /= 2) {
            if (low + step < ascending.length && ascending[low + step] <= number) {
                low += step;
            }
        }
        return low;
    }

    /// Bytes of the arrays.
    long bytes() {
        return 8L * (words.length + before.length + beforePage.length) + (places == null ? 0 : 4L * places.length);
    }

    /// Collects words; stores pages with bits only.
    static final class Pages {
        private final int length;
        private final int[] places;
        private long[] words = new long[16 * PAGE];
        private int pages = 1; // stored, with that without bits

        /// @param length number of all words
        Pages(int length) {
            this.length = length;
            this.places = new int[Math.ceilDiv(length, PAGE)];
        }

        /// Sets bits of a word, beside those that are set.
        void add(int word, long bits) {
            int page = word / PAGE;
            if (places[page] == 0 && bits != 0) {
                if ((pages + 1L) * PAGE > words.length) {
                    words = Arrays.copyOf(
                            words,
                            Math.toIntExact(Math.min(
                                    (places.length + 1L) * PAGE,
                                    words.length + (words.length / 2 + PAGE - 1L) / PAGE * PAGE)));
                }
                places[page] = pages++;
            }
            words[places[page] * PAGE + word % PAGE] |= bits;
        }

        /// Nothing may be added afterwards.
        NodeBits build() {
            return new NodeBits(length, Arrays.copyOf(words, pages * PAGE), places);
        }
    }
}
