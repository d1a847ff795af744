package dev.tessera.device.gpu;

/// The bandwidth of an accelerator's memory, measured by its own copies: read and written bytes.
public final class CopyBandwidth {
    /// Batches without a better one among them, after which the best counts.
    private static final int ENOUGH = 10;

    private static final int MOST_BATCHES = 200;
    private static final double BETTER = 0.99;

    /// A batch of copies is timed as a whole, and takes so long at the least: a GPU that waits for its host after each
    /// copy is a fifth slower (docs/benchmarks/gpu.md).
    private static final double BATCH_SECONDS = 2e-3;

    private static final int MOST_IN_A_BATCH = 16;

    private CopyBandwidth() {}

    /// @param bytes of each of two buffers: many times the cache, where that shall not be measured
    /// @return 10⁹ bytes a second, of the fastest batch of copies
    public static double gbPerS(Accelerator accelerator, long bytes) {
        try (DeviceBuffer from = accelerator.allocate("bandwidth", bytes);
                DeviceBuffer to = accelerator.allocate("bandwidth", bytes)) {
            accelerator.fill(from, (byte) 1);
            double best = Double.POSITIVE_INFINITY; // the first copy is alone, and may take ten times as long
            int since = 0;
            for (int batch = 0; batch < MOST_BATCHES && since < ENOUGH; batch++) {
                int copies = (int) Math.clamp(BATCH_SECONDS / best, 1, MOST_IN_A_BATCH);
                double seconds = seconds(accelerator, from, to, copies);
                since = seconds < BETTER * best ? 0 : since + 1;
                best = Math.min(best, seconds);
            }
            return 2 * bytes / best * 1e-9;
        }
    }

    /// Of each of some copies.
    private static double seconds(Accelerator accelerator, DeviceBuffer from, DeviceBuffer to, int copies) {
        try (GpuEvent start = accelerator.record()) {
            for (int copy = 0; copy < copies; copy++) {
                accelerator.copy(from, 0, to, 0, from.bytes());
            }
            try (GpuEvent end = accelerator.record()) {
                return accelerator.elapsedSeconds(start, end) / copies;
            }
        }
    }
}
