package dev.tessera.device.gpu;

import dev.tessera.testkit.Needs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/// The device that all tests of a class run on, open from the first test to the last; the tests are skipped if there is
/// none.
public final class FirstGpu implements BeforeAllCallback, AfterAllCallback {
    private final GpuPlatform platform;
    private @Nullable GpuDevice device;
    private @Nullable Path cache; // of compiled kernels

    public FirstGpu(GpuPlatform platform) {
        this.platform = platform;
    }

    @Override
    public void beforeAll(ExtensionContext tests) throws IOException {
        List<GpuPlatform.Offer> offers = platform.list().offers();
        Needs.part(platform.name(), !offers.isEmpty());
        cache = Files.createTempDirectory("kernels");
        device = new GpuDevice(offers.getFirst().open(new BinaryCache(cache)));
    }

    public GpuDevice device() {
        return Objects.requireNonNull(device, "no test runs now");
    }

    @Override
    public void afterAll(ExtensionContext tests) throws IOException {
        if (device != null) {
            device.close();
        }
        if (cache != null) {
            try (var files = Files.list(cache)) {
                for (Path file : files.toList()) {
                    Files.delete(file);
                }
            }
            Files.delete(cache);
        }
    }
}
