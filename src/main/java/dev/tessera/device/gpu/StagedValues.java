package dev.tessera.device.gpu;

import dev.tessera.kernel.Real;
import java.lang.foreign.MemorySegment;
import java.util.function.Consumer;

/// Values on the heap as a device computes with them.
interface StagedValues {
    /// The values in the device's arithmetic.
    MemorySegment toDevice(double[] values);

    /// Values `from` … `from + count - 1` of `target`.
    /// @param fill takes memory for `count` values of the device's arithmetic
    void toHost(int count, Consumer<MemorySegment> fill, double[] target, int from);

    static StagedValues of(Real real) {
        return switch (real) {
            case FP64 -> new Doubles();
            case FP32 -> new Floats();
        };
    }

    record Doubles() implements StagedValues {
        @Override
        public MemorySegment toDevice(double[] values) {
            return MemorySegment.ofArray(values);
        }

        @Override
        public void toHost(int count, Consumer<MemorySegment> fill, double[] target, int from) {
            fill.accept(MemorySegment.ofArray(target).asSlice((long) from * Double.BYTES, (long) count * Double.BYTES));
        }
    }

    record Floats() implements StagedValues {
        @Override
        public MemorySegment toDevice(double[] values) {
            float[] floats = new float[values.length];
            for (int i = 0; i < values.length; i++) {
                floats[i] = (float) values[i];
            }
            return MemorySegment.ofArray(floats);
        }

        @Override
        public void toHost(int count, Consumer<MemorySegment> fill, double[] target, int from) {
            float[] floats = new float[count];
            fill.accept(MemorySegment.ofArray(floats));
            for (int i = 0; i < count; i++) {
                target[from + i] = floats[i];
            }
        }
    }
}
