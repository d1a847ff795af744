package dev.tessera.kernel.reduce;

import java.util.Arrays;
import java.util.function.IntToLongFunction;

/// Fluid nodes in ascending order, each once. Immutable. Devices keep what they prepare for a list as long as they
/// run, so a list that is used again should be the same object.
public final class NodeList {
    private final int[] numbers;
    private final long[] members; // one bit per fluid node
    private final int[] before; // members before each word

    private NodeList(int[] numbers) {
        this.numbers = numbers;
        this.members = new long[(Arrays.stream(numbers).max().orElse(-1) >> 6) + 1];
        this.before = new int[members.length];
        for (int k = 0; k < numbers.length; k++) {
            if (numbers[k] < 0 || k > 0 && numbers[k] <= numbers[k - 1]) {
                throw new IllegalArgumentException("fluid number %d after %d; a list of nodes has to ascend from 0 on"
                        .formatted(numbers[k], k == 0 ? -1 : numbers[k - 1]));
            }
            members[numbers[k] >>> 6] |= 1L << numbers[k];
        }
        for (int w = 1; w < before.length; w++) {
            before[w] = before[w - 1] + Long.bitCount(members[w - 1]);
        }
    }

    /// @param numbers fluid numbers
    /// @throws IllegalArgumentException where they do not ascend
    public static NodeList of(long... numbers) {
        return of(numbers.length, k -> numbers[k]);
    }

    /// @param number the fluid number of an entry
    /// @throws IllegalArgumentException where they do not ascend
    public static NodeList of(int size, IntToLongFunction number) {
        int[] numbers = new int[size];
        Arrays.setAll(numbers, k -> Math.toIntExact(number.applyAsLong(k)));
        return new NodeList(numbers);
    }

    public int size() {
        return numbers.length;
    }

    /// The fluid number of an entry.
    public long number(int entry) {
        return numbers[entry];
    }

    public boolean contains(long number) {
        int word = (int) (number >>> 6);
        return word < members.length && (members[word] >>> number & 1) != 0;
    }

    /// Whether it contains a number from `first` to `last`.
    public boolean containsAny(long first, long last) {
        return countBelow(first) < countBelow(last + 1);
    }

    /// Whether it contains all numbers from `first` to `last`.
    public boolean containsAll(long first, long last) {
        return countBelow(last + 1) - countBelow(first) == last + 1 - first;
    }

    /// The entry of a fluid number; -1 where the list does not contain it.
    public int entry(long number) {
        return contains(number) ? countBelow(number) : -1;
    }

    /// The number of entries whose fluid number is below `number`.
    public int countBelow(long number) {
        int word = (int) (number >>> 6);
        return word < members.length
                ? before[word] + Long.bitCount(members[word] & (1L << number) - 1)
                : numbers.length;
    }

    @Override
    public String toString() {
        return numbers.length == 0
                ? "no nodes"
                : "%d nodes from %d to %d".formatted(numbers.length, numbers[0], numbers[numbers.length - 1]);
    }
}
