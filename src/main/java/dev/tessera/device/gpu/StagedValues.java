package dev.tessera.device.gpu;

import dev.tessera.kernel.Real;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// Converts values on the heap to the device's number format and back.
interface StagedValues {
    /// The values in the device's number format.
    MemorySegment toDevice(double[] values);

    /// Copies a device's values to `target`, from index `from` on.
    void toHost(MemorySegment values, double[] target, int from);

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
        public void toHost(MemorySegment values, double[] target, int from) {
            MemorySegment.ofArray(target)
                    .asSlice((long) from * Double.BYTES, values.byteSize())
                    .copyFrom(values);
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
        public void toHost(MemorySegment values, double[] target, int from) {
            float[] floats = values.toArray(ValueLayout.JAVA_FLOAT); // without calls in the loop
            for (int i = 0; i < floats.length; i++) {
                target[from + i] = floats[i];
            }
        }
    }
}
