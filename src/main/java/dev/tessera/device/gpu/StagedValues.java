package dev.tessera.device.gpu;

import dev.tessera.kernel.Real;
import java.lang.foreign.MemorySegment;
import java.util.function.Consumer;

/// Values on the heap as a device computes with them.
interface StagedValues {
    /// The values in the device's arithmetic.
    MemorySegment toDevice(double[] values);

    /// @param fill takes memory for `count` values of the device's arithmetic
    double[] toHost(int count, Consumer<MemorySegment> fill);

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
        public double[] toHost(int count, Consumer<MemorySegment> fill) {
            double[] values = new double[count];
            fill.accept(MemorySegment.ofArray(values));
            return values;
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
        public double[] toHost(int count, Consumer<MemorySegment> fill) {
            float[] floats = new float[count];
            fill.accept(MemorySegment.ofArray(floats));
            double[] values = new double[count];
            for (int i = 0; i < count; i++) {
                values[i] = floats[i];
            }
            return values;
        }
    }
}
