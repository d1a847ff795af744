package dev.tessera.device.cpu;

import java.util.Arrays;

/// The slots of a message as runs of consecutive ones, which are copied at once. Immutable.
final class SlotRuns {
    private final long[] slots; // the first of each run
    private final int[] places; // of the first value of each run in the message, and the number of values

    private SlotRuns(long[] slots, int[] places) {
        this.slots = slots;
        this.places = places;
    }

    static SlotRuns of(long[] slots) {
        int[] places = new int[slots.length + 1];
        long[] first = new long[slots.length];
        int runs = 0;
        for (int k = 0; k < slots.length; k++) {
            if (k == 0 || slots[k] != slots[k - 1] + 1) {
                first[runs] = slots[k];
                places[runs++] = k;
            }
        }
        places[runs] = slots.length;
        return new SlotRuns(Arrays.copyOf(first, runs), Arrays.copyOf(places, runs + 1));
    }

    /// The number of values.
    int count() {
        return places[slots.length];
    }

    /// Copies some values.
    interface Copy {
        /// @param place of the first value
        void copy(long firstSlot, int place, int count);
    }

    /// Visits the runs of the values `from` … `end - 1`.
    void forEach(int from, int end, Copy copy) {
        int found = Arrays.binarySearch(places, from);
        int run = found < 0 ? -found - 2 : found;
        for (int place = from; place < end; run++) {
            int until = Math.min(end, places[run + 1]);
            copy.copy(slots[run] + place - places[run], place, until - place);
            place = until;
        }
    }
}
