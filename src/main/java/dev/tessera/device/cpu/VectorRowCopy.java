package dev.tessera.device.cpu;

import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;
import jdk.incubator.vector.LongVector;
import jdk.incubator.vector.VectorSpecies;

/// Copies rows a vector at a time; the last vector of a row overlaps the one before.
record VectorRowCopy() implements RowCopy {
    private static final VectorSpecies<Long> SPECIES = LongVector.SPECIES_PREFERRED;
    private static final int WIDTH = SPECIES.vectorByteSize();
    private static final MemorySegment ALL = AllMemory.SEGMENT;
    private static final ByteOrder ORDER = ByteOrder.nativeOrder();

    @Override
    public void rows(long[] from, long fromOffset, long[] to, long toOffset, int[] bytes) {
        for (int r = 0; r < bytes.length; r++) {
            row(from[r] + fromOffset, to[r] + toOffset, bytes[r]);
        }
    }

    private static void row(long from, long to, int bytes) {
        if (bytes < WIDTH) {
            MemorySegment.copy(ALL, from, ALL, to, bytes);
            return;
        }
        int last = bytes - WIDTH;
        for (int at = 0; at < last; at += WIDTH) {
            vector(from + at, to + at);
        }
        vector(from + last, to + last);
    }

    private static void vector(long from, long to) {
        LongVector.fromMemorySegment(SPECIES, ALL, AllMemory.in(from), ORDER)
                .intoMemorySegment(ALL, AllMemory.in(to), ORDER);
    }
}
