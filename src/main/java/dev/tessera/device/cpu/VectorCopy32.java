package dev.tessera.device.cpu;

import dev.tessera.kernel.lane.LaneTable;
import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorSpecies;

/// Moves values of 4 bytes, a vector at a time. No branch depends on what is moved.
record VectorCopy32() implements MoveCopy {
    private static final VectorSpecies<Integer> SPECIES = IntVector.SPECIES_PREFERRED;
    private static final MemorySegment ALL = AllMemory.SEGMENT;
    private static final ByteOrder ORDER = ByteOrder.nativeOrder();

    @Override
    public int lanes() {
        return SPECIES.length();
    }

    @Override
    public void in(long[] table, int from, int shortEnd, int end, long memory, long rows) {
        for (int m = from; m < end; m++) {
            long move = table[m];
            IntVector.fromMemorySegment(SPECIES, ALL, AllMemory.in(memory + (LaneTable.slot(move) << 2)), ORDER)
                    .intoMemorySegment(ALL, AllMemory.in(rows + ((long) LaneTable.place(move) << 2)), ORDER);
        }
    }

    @Override
    public void out(long[] table, int from, int shortEnd, int end, long memory, long rows) {
        for (int m = from; m < shortEnd; m++) {
            long move = table[m];
            VectorMask<Integer> lanes = VectorMask.fromLong(SPECIES, -1L >>> -LaneTable.length(move));
            IntVector.fromMemorySegment(SPECIES, ALL, AllMemory.in(rows + ((long) LaneTable.place(move) << 2)), ORDER)
                    .intoMemorySegment(ALL, AllMemory.in(memory + (LaneTable.slot(move) << 2)), ORDER, lanes);
        }
        for (int m = shortEnd; m < end; m++) {
            long move = table[m];
            IntVector.fromMemorySegment(SPECIES, ALL, AllMemory.in(rows + ((long) LaneTable.place(move) << 2)), ORDER)
                    .intoMemorySegment(ALL, AllMemory.in(memory + (LaneTable.slot(move) << 2)), ORDER);
        }
    }
}
