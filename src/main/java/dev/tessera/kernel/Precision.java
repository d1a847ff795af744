package dev.tessera.kernel;

import java.util.Arrays;
import java.util.stream.Collectors;

/// The number formats of the arithmetic and of stored populations: `computed/stored`, or one word if both are the
/// same.
public enum Precision {
    FP64(Real.FP64, new SlotFormat.Plain(Real.FP64)),
    FP32(Real.FP32, new SlotFormat.Plain(Real.FP32)),
    /// Half the memory and memory traffic of FP32, with about three digits of a population's deviation from
    /// rest (docs/decisions/0017).
    FP32_FP16(Real.FP32, new SlotFormat.HalfDeviations());

    private final Real computed;
    private final SlotFormat stored;

    Precision(Real computed, SlotFormat stored) {
        this.computed = computed;
        this.stored = stored;
    }

    /// @throws IllegalArgumentException if the key is unknown; the message lists the known ones
    public static Precision byKey(String key) {
        return Arrays.stream(values())
                .filter(precision -> precision.key().equals(key))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("unknown precision %s; known are %s"
                        .formatted(
                                key, Arrays.stream(values()).map(Precision::key).collect(Collectors.joining(", ")))));
    }

    /// `fp64`, `fp32`, `fp32/fp16`.
    public String key() {
        return computed.key().equals(stored.key()) ? computed.key() : computed.key() + "/" + stored.key();
    }

    /// The arithmetic of kernels, and the values of fields and parameters.
    public Real computed() {
        return computed;
    }

    /// The format of a slot of populations.
    public SlotFormat stored() {
        return stored;
    }

    /// Bytes of a computed value: of a field, of a lane of a kernel's arithmetic.
    public int computedBytes() {
        return computed.bytes();
    }

    /// Bytes of a stored population.
    public int storedBytes() {
        return stored.bytes();
    }
}
