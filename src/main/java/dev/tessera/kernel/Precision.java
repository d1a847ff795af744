package dev.tessera.kernel;

import dev.tessera.model.Collision;
import dev.tessera.model.Equilibrium;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Collectors;

/// The number formats of the arithmetic and of stored populations: `computed/stored`, or one word if both are the
/// same.
public enum Precision {
    FP64(Real.FP64, new SlotFormat.Plain(Real.FP64)),
    FP32(Real.FP32, new SlotFormat.Plain(Real.FP32)),
    /// Half the memory and memory traffic of FP32, with about three digits of a population's deviation from
    /// rest (docs/decisions/0017).
    FP32_FP16(Real.FP32, new SlotFormat.HalfDeviations()),
    /// Kernels load, compute and store deviations from rest, `f_i - w_i`: rounding errors are relative to the
    /// deviation, not to the weight (docs/decisions/0045).
    FP64_DEVIATIONS(Real.FP64),
    /// As [#FP64_DEVIATIONS]: the memory of FP32, with errors some hundred times smaller in slow flows.
    FP32_DEVIATIONS(Real.FP32);

    private final Real computed;
    private final SlotFormat stored;
    private final boolean storesDeviations;

    Precision(Real computed, SlotFormat stored) {
        this.computed = computed;
        this.stored = stored;
        this.storesDeviations = false;
    }

    /// Deviations in the number format of the arithmetic.
    Precision(Real real) {
        this.computed = real;
        this.stored = new SlotFormat.Plain(real);
        this.storesDeviations = true;
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

    /// `fp64`, `fp32`, `fp32/fp16`, `fp64-deviations`, `fp32-deviations`.
    public String key() {
        if (storesDeviations) {
            return computed.key() + "-deviations";
        }
        return computed.key().equals(stored.key()) ? computed.key() : computed.key() + "/" + stored.key();
    }

    /// Whether populations are replaced by their deviations from rest, in kernels, in slots and where an
    /// execution reads or writes populations.
    public boolean storesDeviations() {
        return storesDeviations;
    }

    /// Why a collision cannot be computed with these number formats, with a remedy; empty where it can.
    public Optional<String> unsupported(Collision collision) {
        return storesDeviations && collision.needsPopulations()
                ? Optional.of(
                        ("collision %s needs logarithms of whole populations, but with precision %s kernels have their"
                                        + " deviations from rest. Use precision %s, or another collision")
                                .formatted(collision.key(), key(), computed.key()))
                : Optional.empty();
    }

    /// Why an equilibrium cannot be computed with these number formats, with a remedy; empty where it can.
    public Optional<String> unsupported(Equilibrium equilibrium) {
        if (!storesValues() && !equilibrium.isSecondOrder()) {
            return Optional.of(
                    "precision %s needs the equilibrium's difference from rest, and knows those of the catalogue only. Use precision %s"
                            .formatted(key(), computed.key()));
        }
        return storesValues() || equilibrium.isIdealGas()
                ? Optional.empty()
                : Optional.of(
                        ("precision %s stores differences from a density near 1, but that of equilibrium %s varies. Use"
                                        + " precision %s")
                                .formatted(key(), equilibrium.key(), computed.key()));
    }

    /// Whether slots hold the values themselves, not deviations from rest.
    public boolean storesValues() {
        return stored instanceof SlotFormat.Plain && !storesDeviations;
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
