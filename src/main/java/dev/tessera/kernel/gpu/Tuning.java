package dev.tessera.kernel.gpu;

/// How a sweep's kernel is launched: choices that change its speed and no value.
///
/// @param threads of a block
/// @param nodesPerThread consecutive positions that a thread works on: 1, 2, 4 or 8
public record Tuning(int threads, int nodesPerThread) {
    /// What is taken until something is measured.
    public static final Tuning USUAL = new Tuning(128, 1);

    public Tuning {
        if (threads < 32 || threads > 1024 || threads % 32 != 0) {
            throw new IllegalArgumentException("%d threads are no multiple of 32 up to 1024".formatted(threads));
        }
        if (nodesPerThread != 1 && nodesPerThread != 2 && nodesPerThread != 4 && nodesPerThread != 8) {
            throw new IllegalArgumentException("%d nodes a thread; only 1, 2, 4, 8".formatted(nodesPerThread));
        }
    }

    @Override
    public String toString() {
        return "%d threads, %d nodes each".formatted(threads, nodesPerThread);
    }
}
