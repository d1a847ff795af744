package dev.tessera.device.cpu;

import dev.tessera.kernel.Real;
import dev.tessera.kernel.SlotFormat;
import java.lang.foreign.MemorySegment;

/// Access to single values of one number format as doubles.
interface LaneValues {
    double get(MemorySegment segment, long offsetBytes);

    /// Rounds to the number format.
    void set(MemorySegment segment, long offsetBytes, double value);

    static LaneValues of(Real real) {
        return switch (real) {
            case FP64 -> new Doubles();
            case FP32 -> new Floats();
        };
    }

    /// For stored populations.
    static LaneValues of(SlotFormat format) {
        return switch (format) {
            case SlotFormat.Plain(Real in) -> of(in);
            case SlotFormat.HalfDeviations halves -> new Halves();
        };
    }

    record Doubles() implements LaneValues {
        @Override
        public double get(MemorySegment segment, long offsetBytes) {
            return segment.get(AllMemory.DOUBLE, offsetBytes);
        }

        @Override
        public void set(MemorySegment segment, long offsetBytes, double value) {
            segment.set(AllMemory.DOUBLE, offsetBytes, value);
        }
    }

    record Floats() implements LaneValues {
        @Override
        public double get(MemorySegment segment, long offsetBytes) {
            return segment.get(AllMemory.FLOAT, offsetBytes);
        }

        @Override
        public void set(MemorySegment segment, long offsetBytes, double value) {
            segment.set(AllMemory.FLOAT, offsetBytes, (float) value);
        }
    }

    record Halves() implements LaneValues {
        @Override
        public double get(MemorySegment segment, long offsetBytes) {
            return Float.float16ToFloat(segment.get(AllMemory.SHORT, offsetBytes));
        }

        @Override
        public void set(MemorySegment segment, long offsetBytes, double value) {
            segment.set(AllMemory.SHORT, offsetBytes, Float.floatToFloat16((float) value));
        }
    }
}
