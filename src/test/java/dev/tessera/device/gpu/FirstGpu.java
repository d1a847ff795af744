package dev.tessera.device.gpu;

import dev.tessera.testkit.Needs;
import java.nio.file.Path;
import java.util.List;

/// The device that tests of a platform run on.
public final class FirstGpu {
    private FirstGpu() {}

    /// Skips the test where there is none.
    /// @param cache where compiled kernels are kept
    public static GpuDevice of(GpuPlatform platform, Path cache) {
        List<GpuPlatform.Offer> offers = platform.list().offers();
        Needs.part(platform.name(), !offers.isEmpty());
        return new GpuDevice(offers.getFirst().open(new BinaryCache(cache)));
    }
}
