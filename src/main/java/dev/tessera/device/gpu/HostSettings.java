package dev.tessera.device.gpu;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;

/// The host's settings for a GPU.
///
/// @param workers threads that sort values into the device's order
/// @param isBatching whether many steps of a small case are sent to the device as one launch, if the driver
///       supports it (docs/decisions/0022)
public record HostSettings(ForkJoinPool workers, boolean isBatching) {
    /// With the common thread pool.
    public static HostSettings usual() {
        return new HostSettings(ForkJoinPool.commonPool(), true);
    }

    /// Divides nodes into parts of `size` nodes, `begin` … `end - 1`, for several threads; waits for all.
    void inParts(int nodes, int size, Part work) {
        List<ForkJoinTask<?>> parts = new ArrayList<>();
        for (int part = 0; part < Math.ceilDiv(nodes, size); part++) {
            int begin = part * size;
            int end = begin + Math.min(size, nodes - begin);
            parts.add(workers.submit(() -> work.run(begin, end)));
        }
        parts.forEach(ForkJoinTask::join);
    }

    @FunctionalInterface
    interface Part {
        void run(int begin, int end);
    }
}
