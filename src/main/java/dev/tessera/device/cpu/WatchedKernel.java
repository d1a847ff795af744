package dev.tessera.device.cpu;

/// A kernel that gets faster while it runs, and might fall back.
interface WatchedKernel extends LaneKernel {
    /// As `run`, and looks whether vectors come to lie on the heap. To be called now and then.
    void runWatched(long[] in, long[] out, double[] parameters, int count);

    /// Whether vectors run already.
    boolean isSettled();
}
