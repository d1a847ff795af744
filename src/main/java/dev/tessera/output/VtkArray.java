package dev.tessera.output;

import java.nio.ByteBuffer;

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

    static VtkArray ofFloats(long tuples, int components, Tuple tuple) {
        return new VtkArray(4 * tuples * components, (from, target) -> {
            double[] values = new double[components];
            long number = from / 4 / components;
            for (int c = (int) (from / 4 % components); target.hasRemaining(); c = 0, number++) {
                tuple.read(number, values);
                for (; c < components && target.hasRemaining(); c++) {
                    target.putFloat((float) values[c]);
                }
            }
        });
    }

    static VtkArray ofBytes(long count, OneByte value) {
        return new VtkArray(count, (from, target) -> {
            for (long n = from; target.hasRemaining(); n++) {
                target.put((byte) value.at(n));
            }
        });
    }
}
