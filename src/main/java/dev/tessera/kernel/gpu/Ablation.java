package dev.tessera.kernel.gpu;

/// A part of a kernel that a benchmark omits to measure its cost. Results are then wrong, so only benchmarks use it.
public enum Ablation {
    NOTHING("nothing"),
    /// No barriers for values within a thread block; only those for buffer offsets, without which a kernel would access
    /// arbitrary memory.
    BARRIERS("barriers"),
    /// No exchange of values between tiles.
    GHOSTS("ghosts");

    private final String key;

    Ablation(String key) {
        this.key = key;
    }

    public String key() {
        return key;
    }
}
