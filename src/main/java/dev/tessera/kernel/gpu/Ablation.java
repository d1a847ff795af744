package dev.tessera.kernel.gpu;

/// What a bench leaves out of a kernel to see what it costs. The results are then wrong, so that nothing but the
/// bench asks for it.
public enum Ablation {
    NOTHING("nothing"),
    /// No waiting for values within a block of threads; only for the places of buffers, without which a kernel would
    /// read and write anywhere.
    BARRIERS("barriers"),
    /// No values between tiles.
    GHOSTS("ghosts");

    private final String key;

    Ablation(String key) {
        this.key = key;
    }

    public String key() {
        return key;
    }
}
