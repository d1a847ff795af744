package dev.tessera.kernel;

import dev.tessera.expr.PortableFunctions;

/// Number formats of arithmetic: IEEE 754, rounded to nearest even.
public enum Real {
    FP64("fp64", 8),
    FP32("fp32", 4);

    private final String key;
    private final int bytes;

    Real(String key, int bytes) {
        this.key = key;
        this.bytes = bytes;
    }

    public String key() {
        return key;
    }

    public int bytes() {
        return bytes;
    }

    /// The elementary functions of this format.
    public PortableFunctions functions() {
        return switch (this) {
            case FP64 -> PortableFunctions.FP64;
            case FP32 -> PortableFunctions.FP32;
        };
    }
}
