package dev.tessera.kernel.reduce;

import java.util.BitSet;

/// Fluid nodes in ascending order, each once. Immutable. Devices keep what they prepare for a list as long as they
/// run, so a list that is used again should be the same object.
public final class NodeList {
    private final long[] numbers;
    private final BitSet members = new BitSet();

    private NodeList(long[] numbers) {
        this.numbers = numbers;
        for (int k = 0; k < numbers.length; k++) {
            if (numbers[k] < 0 || k > 0 && numbers[k] <= numbers[k - 1]) {
                throw new IllegalArgumentException("fluid number %d after %d; a list of nodes has to ascend from 0 on"
                        .formatted(numbers[k], k == 0 ? -1 : numbers[k - 1]));
            }
            members.set(Math.toIntExact(numbers[k]));
        }
    }

    /// @param numbers fluid numbers
    /// @throws IllegalArgumentException where they do not ascend
    public static NodeList of(long... numbers) {
        return new NodeList(numbers.clone());
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
