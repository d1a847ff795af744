package dev.tessera.device.cpu;

import dev.tessera.kernel.Precision;
import java.lang.foreign.MemorySegment;

/// Single values of a precision, as doubles.
interface LaneValues {
    double get(MemorySegment segment, long offsetBytes);

    /// Rounds where the precision needs it.
    void set(MemorySegment segment, long offsetBytes, double value);

    static LaneValues of(Precision precision) {
        return switch (precision) {
            case FP64 -> new Doubles();
            case FP32 -> new Floats();
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
}
