package dev.tessera.device.gpu;

/// The bandwidth of an accelerator's memory, measured by its own copies: read and written bytes.
public final class CopyBandwidth {
    private static final int REPEATS = 10;

    private CopyBandwidth() {}

    /// @param bytes of each of two buffers: many times the cache, where that shall not be measured
    /// @return 10⁹ bytes a second, of the fastest of ten copies
    public static double gbPerS(Accelerator accelerator, long bytes) {
        try (DeviceBuffer from = accelerator.allocate("bandwidth", bytes);
                DeviceBuffer to = accelerator.allocate("bandwidth", bytes)) {
            accelerator.fill(from, (byte) 1);
            double best = Double.POSITIVE_INFINITY;
            for (int repeat = 0; repeat < REPEATS; repeat++) {
                try (GpuEvent start = accelerator.record()) {
                    accelerator.copy(from, 0, to, 0, bytes);
                    try (GpuEvent end = accelerator.record()) {
                        best = Math.min(best, accelerator.elapsedSeconds(start, end));
                    }
                }
            }
            return 2 * bytes / best * 1e-9;
        }
    }
}
