package dev.tessera.kernel.lane;

import java.util.Arrays;

/// The slots of a stream for a growing number of lanes, as sequences of lanes with values one after the other. Two
/// readers ask for slots of ascending lanes, independently of each other. Not thread-safe.
final class StreamSequences {
    private final int width;
    private int[] firstLane = new int[32]; // [sequence], then no lane at all
    private long[] firstSlot = new long[32];
    private int count;
    private int at; // sequence of the reader of single lanes
    private int ahead; // of the reader of stretches

    /// @param width slots of a value
    StreamSequences(int width) {
        this.width = width;
        firstLane[0] = Integer.MAX_VALUE;
    }

    void clear() {
        count = 0;
        at = 0;
        ahead = 0;
        firstLane[0] = Integer.MAX_VALUE;
    }

    /// Adds up to 64 lanes.
    /// @param lane the first one; all before it have been added
    /// @param slots `[lane]` of the first lane of each sequence
    /// @param starts the first lanes of sequences, as bits; lane 0 is one
    /// @return the first lanes of sequences that do not continue the one before
    long add(int lane, long[] slots, long starts) {
        long kept = starts;
        if (count > 0 && slots[0] == firstSlot[count - 1] + (long) (lane - firstLane[count - 1]) * width) {
            kept &= ~1L;
        }
        if (count + Long.bitCount(kept) >= firstLane.length) {
            grow(Long.SIZE);
        }
        for (long rest = kept; rest != 0; rest &= rest - 1) {
            int start = Long.numberOfTrailingZeros(rest);
            firstLane[count] = lane + start;
            firstSlot[count++] = slots[start];
        }
        firstLane[count] = Integer.MAX_VALUE;
        return kept;
    }

    /// Adds one sequence.
    /// @param lane its first one; all before it have been added
    /// @return whether it does not continue the one before
    boolean add(int lane, long slot) {
        if (count > 0 && slot == firstSlot[count - 1] + (long) (lane - firstLane[count - 1]) * width) {
            return false;
        }
        if (count + 1 >= firstLane.length) {
            grow(1);
        }
        firstLane[count] = lane;
        firstSlot[count++] = slot;
        firstLane[count] = Integer.MAX_VALUE;
        return true;
    }

    private void grow(int more) {
        firstLane = Arrays.copyOf(firstLane, 2 * firstLane.length + more);
        firstSlot = Arrays.copyOf(firstSlot, firstLane.length);
    }

    /// The slot of a lane's value. Lanes must be asked for in ascending order.
    long slot(int lane) {
        while (firstLane[at + 1] <= lane) {
            at++;
        }
        return firstSlot[at] + (long) (lane - firstLane[at]) * width;
    }

    /// The end of the sequence of the last [#slot].
    int end() {
        return firstLane[at + 1];
    }

    /// As [#slot], for a second reader.
    long slotAhead(int lane) {
        while (firstLane[ahead + 1] <= lane) {
            ahead++;
        }
        return firstSlot[ahead] + (long) (lane - firstLane[ahead]) * width;
    }
}
