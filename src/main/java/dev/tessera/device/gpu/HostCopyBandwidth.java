package dev.tessera.device.gpu;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.function.LongSupplier;

/// The bandwidth of copies between an accelerator and the host's memory that it copies fastest (page-locked memory,
/// where the driver has it).
///
/// @param upload 10⁹ bytes per second to the device
/// @param download 10⁹ bytes per second from it
public record HostCopyBandwidth(double upload, double download) {
    /// Measures both, one after the other: the fastest of several copies.
    /// @param bytes of a copy
    /// @param repeats copies in each direction, 1 or more; one more warms up
    /// @param nanoTime the host's clock; copies are timed until the host knows that they are done
    public static HostCopyBandwidth measured(Accelerator accelerator, long bytes, int repeats, LongSupplier nanoTime) {
        try (Arena memory = Arena.ofConfined();
                DeviceBuffer buffer = accelerator.allocate("bandwidth", bytes)) {
            MemorySegment host = accelerator.hostMemory(bytes, memory);
            host.fill((byte) 1);
            double up = fastest(repeats, nanoTime, () -> accelerator.upload(buffer, 0, host));
            double down = fastest(repeats, nanoTime, () -> accelerator.download(buffer, 0, host));
            return new HostCopyBandwidth(bytes / up * 1e-9, bytes / down * 1e-9);
        }
    }

    private static double fastest(int repeats, LongSupplier nanoTime, Runnable copy) {
        copy.run();
        long least = Long.MAX_VALUE;
        for (int repeat = 0; repeat < repeats; repeat++) {
            long start = nanoTime.getAsLong();
            copy.run();
            least = Math.min(least, nanoTime.getAsLong() - start);
        }
        return least * 1e-9;
    }
}
