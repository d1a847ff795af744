package dev.tessera.kernel;

/// The format of one slot: how it stores a population between two steps. Kernels load and store the slot's value
/// directly; the conversion is part of a kernel's statements ([EncodePopulations]), so that every device rounds at
/// the same places.
///
/// On the host a population is a double, and the conversion is lossless: `encode(decode(s)) = s`.
public sealed interface SlotFormat {
    /// `fp64`, `fp32`, `fp16`.
    String key();

    /// Bytes of a slot.
    int bytes();

    /// The stored value of a population, before rounding to the slot's number format.
    ///
    /// @param population `f_i`
    /// @param weight `w_i` of its direction, rounded to FP32
    double encode(double population, float weight);

    /// The exact population for a stored value.
    double decode(double stored, float weight);

    /// Whether the stored value is the population, apart from rounding to the slot's number format.
    boolean storesPopulations();

    /// The population itself, in a number format.
    record Plain(Real in) implements SlotFormat {
        @Override
        public String key() {
            return in.key();
        }

        @Override
        public int bytes() {
            return in.bytes();
        }

        @Override
        public boolean storesPopulations() {
            return true;
        }

        @Override
        public double encode(double population, float weight) {
            return population;
        }

        @Override
        public double decode(double stored, float weight) {
            return stored;
        }
    }

    /// `2^15 (f_i - w_i)` as IEEE 754 half (binary16), computed in FP32 and rounded to nearest even: 11
    /// significant bits of a population's deviation from rest. Rest is 0; deviations up to 1.99 can be stored,
    /// with a resolution down to 2^-39.
    ///
    /// Source: Lehmann et al., Phys. Rev. E 106, 015308 (2022), "FP16S".
    record HalfDeviations() implements SlotFormat {
        /// Deviations are scaled by two to this power.
        public static final int SCALE_EXPONENT = 15;

        private static final double SCALE = 0x1p15;

        @Override
        public String key() {
            return "fp16";
        }

        @Override
        public int bytes() {
            return Short.BYTES;
        }

        @Override
        public boolean storesPopulations() {
            return false;
        }

        @Override
        public double encode(double population, float weight) {
            return (population - weight) * SCALE;
        }

        @Override
        public double decode(double stored, float weight) {
            return stored / SCALE + weight;
        }
    }
}
