package dev.tessera.kernel.reduce;

import java.util.Arrays;
import java.util.BitSet;
import java.util.function.IntToLongFunction;

/// Fluid nodes in ascending order, each once. Immutable. Devices keep what they prepare for a list as long as they
/// run, so a list that is used again should be the same object.
public final class NodeList {
    private final int[] numbers;
    private final BitSet members = new BitSet();

    private NodeList(int[] numbers) {
        this.numbers = numbers;
        for (int k = 0; k < numbers.length; k++) {
            if (numbers[k] < 0 || k > 0 && numbers[k] <= numbers[k - 1]) {
                throw new IllegalArgumentException("fluid number %d after %d; a list of nodes has to ascend from 0 on"
                        .formatted(numbers[k], k == 0 ? -1 : numbers[k - 1]));
            }
            members.set(numbers[k]);
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
        return members.get((int) number);
    }

    /// The first entry whose fluid number is not below `number`; the size where there is none.
    public int firstFrom(long number) {
        int low = 0;
        int high = numbers.length;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (numbers[middle] < number) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    @Override
    public String toString() {
        return numbers.length == 0
                ? "no nodes"
                : "%d nodes from %d to %d".formatted(numbers.length, numbers[0], numbers[numbers.length - 1]);
    }
}
