package dev.tessera.device.cpu;

import dev.tessera.kernel.lane.LaneTable;
import java.lang.foreign.MemorySegment;

/// Copies through the JVM's own routine: for JVMs without the Vector API.
///
/// @param bytes of a value, 8, 4 or 2
record ScalarCopy(int bytes) implements MoveCopy {
    @Override
    public int lanes() {
        return 16;
    }

    @Override
    public void in(long[] table, int from, int shortEnd, int end, long memory, long rows) {
        for (int m = from; m < end; m++) {
            copy(memory + LaneTable.slot(table[m]) * bytes, rows + (long) LaneTable.place(table[m]) * bytes, table[m]);
        }
    }

    @Override
    public void out(long[] table, int from, int shortEnd, int end, long memory, long rows) {
        for (int m = from; m < end; m++) {
            copy(rows + (long) LaneTable.place(table[m]) * bytes, memory + LaneTable.slot(table[m]) * bytes, table[m]);
        }
    }

    private void copy(long from, long to, long move) {
        long length = (long) LaneTable.length(move) * bytes;
        MemorySegment.copy(AllMemory.SEGMENT, from, AllMemory.SEGMENT, to, length);
    }
}
