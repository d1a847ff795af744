package dev.tessera.kernel.lane;

/// Numbers from 0 to a limit, most of them close together.
final class NumberSet {
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

    /// @param numbers ascending
    void addAll(int[] numbers) {
        if (numbers.length == 0) {
            return;
        }
        firstWord = Math.min(firstWord, numbers[0] >>> 6);
        lastWord = Math.max(lastWord, numbers[numbers.length - 1] >>> 6);
        for (int number : numbers) {
            words[number >>> 6] |= 1L << number;
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
