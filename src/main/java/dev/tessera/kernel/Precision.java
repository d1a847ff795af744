package dev.tessera.kernel;

/// Computed and stored precision.
public enum Precision {
    FP64("fp64", 8),
    FP32("fp32", 4);

    private final String key;
    private final int bytes;

    Precision(String key, int bytes) {
        this.key = key;
        this.bytes = bytes;
    }

    public String key() {
        return key;
    }

    /// Bytes of a stored population.
    public int bytes() {
        return bytes;
    }
}
