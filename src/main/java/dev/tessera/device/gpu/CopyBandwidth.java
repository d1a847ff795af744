package dev.tessera.device.gpu;

/// The memory bandwidth of an accelerator, measured by device-to-device copies: bytes read plus bytes written.
public final class CopyBandwidth {
    /// Consecutive batches without improvement after which the measurement ends.
    private static final int MAX_BATCHES_WITHOUT_GAIN = 10;

    private static final int MAX_BATCHES = 200;
    private static final double IMPROVEMENT = 0.99;

    /// Minimum duration of a batch of copies, which is timed as a whole: a GPU that waits for the host after each copy
    /// is 20 % slower (docs/benchmarks/gpu.md).
    private static final double BATCH_SECONDS = 2e-3;

    private static final int MAX_COPIES_PER_BATCH = 16;

    private CopyBandwidth() {}

    /// @param bytes of each of two buffers: many times the cache size, unless the cache is to be measured
    /// @return 10⁹ bytes per second, of the fastest batch of copies
    public static double gbPerS(Accelerator accelerator, long bytes) {
        try (DeviceBuffer from = accelerator.allocate("bandwidth", bytes);
                DeviceBuffer to = accelerator.allocate("bandwidth", bytes)) {
            accelerator.fill(from, (byte) 1);
            double best = Double.POSITIVE_INFINITY; // the first copy is timed alone, and may take ten times as long
            int since = 0;
            for (int batch = 0; batch < MAX_BATCHES && since < MAX_BATCHES_WITHOUT_GAIN; batch++) {
                int copies = (int) Math.clamp(BATCH_SECONDS / best, 1, MAX_COPIES_PER_BATCH);
                double seconds = seconds(accelerator, from, to, copies);
                since = seconds < IMPROVEMENT * best ? 0 : since + 1;
                best = Math.min(best, seconds);
            }
            return 2 * bytes / best * 1e-9;
        }
    }

    /// Average time of several copies.
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
