package dev.tessera.kernel.gpu;

/// How a sweep's kernel is launched: choices that change its speed and no value.
///
/// @param threads of a block
/// @param nodesPerThread nodes side by side along x that a thread works on: 1, 2, 4 or 8; 1 where a storage does not
///     keep so many together
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

    /// The same with fewer nodes a thread, as many as a storage keeps side by side.
    Tuning within(Locator locator) {
        int most = locator.nodesSideBySide();
        int nodes = nodesPerThread;
        while (most % nodes != 0) {
            nodes /= 2;
        }
        return new Tuning(threads, nodes);
    }

    @Override
    public String toString() {
        return "%d threads, %d nodes each".formatted(threads, nodesPerThread);
    }
}
