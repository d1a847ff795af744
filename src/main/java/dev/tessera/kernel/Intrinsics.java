package dev.tessera.kernel;

import dev.tessera.expr.CallExpansion;
import dev.tessera.expr.DeviceFunctions;
import java.util.Optional;

/// How kernels compute `exp`, `log` and `pow`.
public enum Intrinsics {
    /// By expressions with the same bits on every device (docs/decisions/0034).
    EXACT("exact"),
    /// In FP32 by `exp` and `log` of a GPU's hardware, with larger errors and other bits on other devices
    /// (docs/decisions/0095). Plans for CPUs are exact.
    FAST("fast");

    private final String key;

    Intrinsics(String key) {
        this.key = key;
    }

    /// In case files.
    public String key() {
        return key;
    }

    /// Why kernels of a precision cannot have them, with a remedy; empty where they can.
    public Optional<String> unsupported(Precision precision) {
        return this == FAST && precision.computed() == Real.FP64
                ? Optional.of(
                        "fast functions need FP32, since GPUs have none for doubles, but precision %s computes in FP64. Use precision fp32, or intrinsics: exact"
                                .formatted(precision.key()))
                : Optional.empty();
    }

    /// @throws IllegalArgumentException if the format has no fast functions
    CallExpansion functions(Real real) {
        return switch (this) {
            case EXACT -> real.functions();
            case FAST ->
                switch (real) {
                    case FP32 -> DeviceFunctions.FP32;
                    case FP64 -> throw new IllegalArgumentException("there are no fast intrinsics for " + real.key());
                };
        };
    }
}
