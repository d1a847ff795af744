package dev.tessera.kernel.interpret;

import dev.tessera.kernel.Real;
import dev.tessera.kernel.SlotFormat;

/// The values of all slots, initially zero.
sealed interface Values {
    double get(long slot);

    void set(long slot, double value);

    long bytes();

    Values copy();

    /// Sets all values to those of a copy.
    void set(Values copy);

    /// The maximum number of values of an array.
    int MAX = Integer.MAX_VALUE - 8;

    static Values of(SlotFormat format, long count) {
        if (count > MAX) {
            throw new IllegalArgumentException(
                    "%d values do not fit into one array; the interpreter is for small cases, use cpu:jvm or cpu:c"
                            .formatted(count));
        }
        return switch (format) {
            case SlotFormat.Plain(Real in) ->
                switch (in) {
                    case FP64 -> new Doubles(new double[(int) count]);
                    case FP32 -> new Floats(new float[(int) count]);
                };
            case SlotFormat.HalfDeviations halves -> new Halves(new short[(int) count]);
        };
    }

    @SuppressWarnings("ArrayRecordComponent")
    record Doubles(double[] values) implements Values {
        @Override
        public double get(long slot) {
            return values[(int) slot];
        }

        @Override
        public void set(long slot, double value) {
            values[(int) slot] = value;
        }

        @Override
        public long bytes() {
            return 8L * values.length;
        }

        @Override
        public Values copy() {
            return new Doubles(values.clone());
        }

        @Override
        public void set(Values copy) {
            System.arraycopy(((Doubles) copy).values, 0, values, 0, values.length);
        }
    }

    @SuppressWarnings("ArrayRecordComponent")
    record Floats(float[] values) implements Values {
        @Override
        public double get(long slot) {
            return values[(int) slot];
        }

        @Override
        public void set(long slot, double value) {
            values[(int) slot] = (float) value;
        }

        @Override
        public long bytes() {
            return 4L * values.length;
        }

        @Override
        public Values copy() {
            return new Floats(values.clone());
        }

        @Override
        public void set(Values copy) {
            System.arraycopy(((Floats) copy).values, 0, values, 0, values.length);
        }
    }

    @SuppressWarnings("ArrayRecordComponent")
    record Halves(short[] values) implements Values {
        @Override
        public double get(long slot) {
            return Float.float16ToFloat(values[(int) slot]);
        }

        @Override
        public void set(long slot, double value) {
            values[(int) slot] = Float.floatToFloat16((float) value);
        }

        @Override
        public long bytes() {
            return 2L * values.length;
        }

        @Override
        public Values copy() {
            return new Halves(values.clone());
        }

        @Override
        public void set(Values copy) {
            System.arraycopy(((Halves) copy).values, 0, values, 0, values.length);
        }
    }
}
