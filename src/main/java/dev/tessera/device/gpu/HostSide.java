package dev.tessera.device.gpu;

import java.util.concurrent.ForkJoinPool;

/// What the host does for a GPU.
///
/// @param workers threads that bring values into the device's order
/// @param isBatching whether many steps of a small case go to the device as one launch, where the driver can do that
///     (docs/decisions/0022)
public record HostSide(ForkJoinPool workers, boolean isBatching) {
    /// With the threads that every program has.
    public static HostSide usual() {
        return new HostSide(ForkJoinPool.commonPool(), true);
    }
}
