package dev.tessera.layout;

/// A set of numbers with constant-time rank queries: the number of members below a number. 1.5 bits per number.
public final class RankedBits {
    private static final int WORDS_PER_BLOCK = 8;

    private final long[] words;
    private final int[] before; // members before each block of words, and their total

    /// @param words bit n & 63 of word n >> 6: whether n is a member; owned by the set
    public RankedBits(long[] words) {
        this.words = words;
        this.before = new int[words.length / WORDS_PER_BLOCK + 2];
        int count = 0;
        for (int w = 0; w < words.length; w++) {
            if (w % WORDS_PER_BLOCK == 0) {
                before[w / WORDS_PER_BLOCK] = count;
            }
            count = Math.addExact(count, Long.bitCount(words[w]));
        }
        before[before.length - 1] = count;
    }

    /// Words for a set of numbers from 0 to `numbers - 1`, without members.
    public static long[] wordsFor(long numbers) {
        return new long[Math.toIntExact((numbers + 63) >>> 6)];
    }

    /// Makes a number a member.
    /// @param words of a set that is not yet made
    public static void add(long[] words, long number) {
        words[(int) (number >>> 6)] |= 1L << number;
    }

    /// The number of members.
    public int count() {
        return before[before.length - 1];
    }

    /// Whether a number is a member.
    public boolean contains(long number) {
        return (words[(int) (number >>> 6)] >>> number & 1) != 0;
    }

    /// The number of members below a number.
    public int rank(long number) {
        int word = (int) (number >>> 6);
        int rank = before[word / WORDS_PER_BLOCK];
        for (int w = word & -WORDS_PER_BLOCK; w < word; w++) {
            rank += Long.bitCount(words[w]);
        }
        return rank + Long.bitCount(words[word] & (1L << number) - 1);
    }

    /// Bit n & 63 of word n >> 6: whether n is a member. Not to be changed.
    public long[] words() {
        return words;
    }

    /// Members before each block of 8 words. Not to be changed.
    public int[] before() {
        return before;
    }

    long bytes() {
        return 8L * words.length + 4L * before.length;
    }
}
