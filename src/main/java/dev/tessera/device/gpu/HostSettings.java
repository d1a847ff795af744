package dev.tessera.device.gpu;

import java.util.concurrent.ForkJoinPool;

/// The host's settings for a GPU.
///
/// @param workers threads that sort values into the device's order
/// @param isBatching whether many steps of a small case are sent to the device as one launch, if the driver supports it
///       (docs/decisions/0022)
public record HostSettings(ForkJoinPool workers, boolean isBatching) {
    /// With the common thread pool.
    public static HostSettings usual() {
        return new HostSettings(ForkJoinPool.commonPool(), true);
    }
}
