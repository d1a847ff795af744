package dev.tessera.device.cpu;

import dev.tessera.kernel.lane.LaneTable;
import dev.tessera.kernel.lane.SlotStream;
import dev.tessera.kernel.lane.SlotStreams;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Optional;

/// Gives all nodes of tables the same incoming populations of one array: long runs of slots instead of single nodes.
/// Thread-safe.
final class UniformFill {
    private final boolean[] isFilled; // [stream]
    private final double[] value; // [stream]
    private final int pitch;
    private final LaneValues values;
    private final MemorySegment memory;
    private final int slotBytes;

    private UniformFill(
            boolean[] isFilled, double[] value, int pitch, LaneValues values, MemorySegment memory, int slotBytes) {
        this.isFilled = isFilled;
        this.value = value;
        this.pitch = pitch;
        this.values = values;
        this.memory = memory;
        this.slotBytes = slotBytes;
    }

    /// @param slots of the tables
    /// @param moveLanes maximum length of a move of the tables
    /// @param array index among the populations of the plan
    /// @param stored `[direction]`, as they are stored
    /// @param memory the values of all arrays
    /// @return empty where the tables do not read all directions of the array
    static Optional<UniformFill> of(
            SlotStreams slots,
            int moveLanes,
            int array,
            double[] stored,
            LaneValues values,
            MemorySegment memory,
            int slotBytes) {
        List<SlotStream> streams = slots.streams();
        boolean[] isFilled = new boolean[streams.size()];
        double[] value = new double[streams.size()];
        boolean[] found = new boolean[stored.length];
        for (int s = 0; s < isFilled.length; s++) {
            SlotStream stream = streams.get(s);
            if (stream.value() == SlotStream.Value.READ && stream.array() == array) {
                isFilled[s] = true;
                value[s] = stored[stream.direction()];
                found[stream.direction()] = true;
            }
        }
        for (boolean isFound : found) {
            if (!isFound) {
                return Optional.empty();
            }
        }
        int pitch = LaneTable.pitch(moveLanes, slots.width());
        return Optional.of(new UniformFill(isFilled, value, pitch, values, memory, slotBytes));
    }

    /// @param table see [LaneTable]
    void fill(long[] table) {
        int directWords = LaneTable.directWords(isFilled.length);
        for (int segment = 0; segment < table.length; ) {
            long header = table[segment];
            int word = segment + 1 + directWords;
            for (int s = 0; s < isFilled.length; s++) {
                if ((table[segment + 1 + s / Long.SIZE] >>> s & 1) != 0) {
                    set(s, table[word++], LaneTable.lanes(header));
                }
            }
            int end = word + LaneTable.movesIn(header);
            for (; word < end; word++) {
                set(LaneTable.place(table[word]) / pitch, LaneTable.slot(table[word]), LaneTable.length(table[word]));
            }
            segment = end + LaneTable.movesOut(header);
        }
    }

    private void set(int stream, long slot, int count) {
        if (isFilled[stream]) {
            for (long s = slot; s < slot + count; s++) {
                values.set(memory, s * slotBytes, value[stream]);
            }
        }
    }
}
