package dev.tessera.output;

import java.nio.ByteBuffer;
import java.util.Arrays;

/// The values of an array of a VTK file, which fills any part of itself, from several threads at once.
///
/// @param bytes of all values
/// @param part fills parts
record VtkArray(long bytes, Part part) {
    /// Writes bytes `from … from + target.remaining()` of the array, which is little endian as the target.
    @FunctionalInterface
    interface Part {
        void fill(long from, ByteBuffer target);
    }

    /// The values of consecutive tuples, `[tuple][component]`.
    @FunctionalInterface
    interface Tuples {
        /// @param first number of the first tuple
        /// @param count of tuples
        /// @param values filled from its start
        void read(long first, int count, float[] values);
    }

    /// The values of one tuple.
    @FunctionalInterface
    interface Tuple {
        void read(long number, double[] values);
    }

    /// A byte.
    @FunctionalInterface
    interface OneByte {
        int at(long number);
    }

    static VtkArray ofFloats(long tuples, int components, Tuples of) {
        return new VtkArray(Float.BYTES * tuples * components, (from, target) -> {
            long begin = from / Float.BYTES;
            int count = target.remaining() / Float.BYTES;
            long first = begin / components;
            int whole = Math.toIntExact(Math.ceilDiv(begin + count, components) - first);
            float[] values = new float[whole * components];
            of.read(first, whole, values);
            target.asFloatBuffer().put(values, (int) (begin - first * components), count);
            target.position(target.limit());
        });
    }

    static VtkArray ofFloats(long tuples, int components, Tuple of) {
        return ofFloats(tuples, components, (Tuples) (first, count, values) -> {
            double[] one = new double[components];
            for (int n = 0; n < count; n++) {
                of.read(first + n, one);
                for (int c = 0; c < components; c++) {
                    values[n * components + c] = (float) one[c];
                }
            }
        });
    }

    /// The same byte for each.
    static VtkArray ofByte(long count, int same) {
        return new VtkArray(count, (from, target) -> {
            byte[] bytes = new byte[target.remaining()];
            Arrays.fill(bytes, (byte) same);
            target.put(bytes);
        });
    }

    static VtkArray ofBytes(long count, OneByte value) {
        return new VtkArray(count, (from, target) -> {
            byte[] bytes = new byte[target.remaining()];
            for (int n = 0; n < bytes.length; n++) {
                bytes[n] = (byte) value.at(from + n);
            }
            target.put(bytes);
        });
    }
}
