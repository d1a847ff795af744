package dev.tessera.kernel;

/// What a slot holds of a population between two steps. Kernels take it from memory and give it back as it is; what
/// a kernel of a model needs on either side are statements of its own ([EncodePopulations]), so that every device
/// rounds at the same places.
///
/// On the host a population is a double, and the way there and back loses nothing: `encode(decode(s)) = s`.
public sealed interface StoredQuantity {
    /// `fp64`, `fp32`, `fp16`.
    String key();

    /// Bytes of a slot.
    int bytes();

    /// What a slot holds of a population, before it is rounded to the slot's kind of number.
    ///
    /// @param population `f_i`
    /// @param weight `w_i` of its direction, rounded to FP32
    double encode(double population, float weight);

    /// The population of which a slot holds this, exactly.
    double decode(double stored, float weight);

    /// Populations as they are.
    record Populations(Real in) implements StoredQuantity {
        @Override
        public String key() {
            return in.key();
        }

        @Override
        public int bytes() {
            return in.bytes();
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

    /// `2^15 (f_i - w_i)` as IEEE 754 half (binary16), computed in FP32 and rounded to nearest even: 11 significant
    /// bits of what a population deviates from rest. Rest is 0; deviations up to 1.99 fit, steps of 2^-39 are seen.
    ///
    /// Source: Lehmann et al., Phys. Rev. E 106, 015308 (2022), "FP16S".
    record HalfDeviations() implements StoredQuantity {
        /// By how many powers of two deviations are scaled.
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
        public double encode(double population, float weight) {
            return (population - weight) * SCALE;
        }

        @Override
        public double decode(double stored, float weight) {
            return stored / SCALE + weight;
        }
    }
}
