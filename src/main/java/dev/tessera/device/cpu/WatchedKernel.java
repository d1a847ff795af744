package dev.tessera.device.cpu;

/// A kernel that may become faster, or slower again, while it runs.
interface WatchedKernel extends LaneKernel {
    /// As `run`, and checks whether vectors are allocated on the heap. To be called periodically.
    void runWatched(long[] in, long[] out, double[] parameters, int count);

    /// Whether the vector class is in use.
    boolean isSettled();
}
