package dev.tessera.device.gpu;

import dev.tessera.device.Device;
import dev.tessera.device.DeviceKit;
import dev.tessera.device.opencl.OpenClPlatforms;
import dev.tessera.testkit.Needs;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

final class OpenClDeviceTest extends DeviceKit {
    @TempDir
    static Path folder;

    private static GpuDevice device;

    @BeforeAll
    static void an_opencl_device_is_here() {
        List<GpuPlatform.Offer> offers = new OpenClPlatforms().list().offers();
        Needs.part("opencl", !offers.isEmpty());
        device = new GpuDevice(offers.getFirst().open(new BinaryCache(folder)));
    }

    @AfterAll
    static void close() {
        if (device != null) {
            device.close();
        }
    }

    @Override
    protected Device device() {
        return device;
    }
}
