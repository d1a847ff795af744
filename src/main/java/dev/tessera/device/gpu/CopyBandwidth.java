package dev.tessera.device.gpu;

/// The bandwidth of an accelerator's memory, measured by its own copies: read and written bytes.
public final class CopyBandwidth {
    /// Copies without a better one among them, after which the best counts. The first copies of a program wait for its
    /// host: calls of the driver are interpreted until they are compiled.
    private static final int ENOUGH = 10;

    private static final int MOST_COPIES = 200;
    private static final double BETTER = 0.99;

    private CopyBandwidth() {}

    /// @param bytes of each of two buffers: many times the cache, where that shall not be measured
    /// @return 10⁹ bytes a second, of the fastest copy
    public static double gbPerS(Accelerator accelerator, long bytes) {
        try (DeviceBuffer from = accelerator.allocate("bandwidth", bytes);
                DeviceBuffer to = accelerator.allocate("bandwidth", bytes)) {
            accelerator.fill(from, (byte) 1);
            double best = Double.POSITIVE_INFINITY;
            int since = 0;
            for (int copy = 0; copy < MOST_COPIES && since < ENOUGH; copy++) {
                double seconds = seconds(accelerator, from, to);
                since = seconds < BETTER * best ? 0 : since + 1;
                best = Math.min(best, seconds);
            }
            return 2 * bytes / best * 1e-9;
        }
    }

    private static double seconds(Accelerator accelerator, DeviceBuffer from, DeviceBuffer to) {
        try (GpuEvent start = accelerator.record()) {
            accelerator.copy(from, 0, to, 0, from.bytes());
            try (GpuEvent end = accelerator.record()) {
                return accelerator.elapsedSeconds(start, end);
            }
        }
    }
}
