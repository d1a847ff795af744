package dev.tessera.device.gpu;

import dev.tessera.kernel.Precision;
import dev.tessera.kernel.Real;
import dev.tessera.kernel.gpu.CutFields;
import dev.tessera.model.Given;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// A copy of the values of cut links as a device stores them.
final class CutValues implements CutFields.Stored {
    private final MemorySegment bytes;
    private final boolean isPacked;
    private final Real real;

    /// Without content.
    CutValues(CutFields fields, Precision precision) {
        long words = Math.ceilDiv(fields.bytes(), (long) Long.BYTES);
        this.bytes = MemorySegment.ofArray(new long[Math.toIntExact(words)]).asSlice(0, fields.bytes());
        this.isPacked = fields.isPacked();
        this.real = precision.computed();
    }

    MemorySegment bytes() {
        return bytes;
    }

    @Override
    public double get(long index) {
        if (isPacked) {
            int part = Short.toUnsignedInt(bytes.getAtIndex(ValueLayout.JAVA_SHORT, index));
            return Math.scalb((double) part, -Given.PartOfLink.BITS);
        }
        return switch (real) {
            case FP64 -> bytes.getAtIndex(ValueLayout.JAVA_DOUBLE, index);
            case FP32 -> bytes.getAtIndex(ValueLayout.JAVA_FLOAT, index);
        };
    }

    @Override
    public void set(long index, double value) {
        if (isPacked) {
            bytes.setAtIndex(ValueLayout.JAVA_SHORT, index, (short) Math.scalb(value, Given.PartOfLink.BITS));
            return;
        }
        switch (real) {
            case FP64 -> bytes.setAtIndex(ValueLayout.JAVA_DOUBLE, index, value);
            case FP32 -> bytes.setAtIndex(ValueLayout.JAVA_FLOAT, index, (float) value);
        }
    }
}
