package dev.tessera.device.gpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tessera.device.DeviceException;
import dev.tessera.device.opencl.OpenClPlatforms;
import dev.tessera.kernel.LaunchShape;
import java.util.List;
import org.junit.jupiter.api.Test;

final class OpenClAcceleratorTest extends AcceleratorKit {
    @Override
    GpuPlatform platform() {
        return new OpenClPlatforms();
    }

    @Test
    void a_kernel_that_declares_its_block_size_rejects_larger_blocks() {
        GpuFunction kernel = gpu().compile(
                        "__kernel __attribute__((reqd_work_group_size(512, 1, 1))) void one(__global int *out) {"
                                + " out[get_global_id(0)] = 1; }",
                        List.of())
                .function("one");
        assertThat(kernel.facts().maxThreadsPerBlock()).isEqualTo(512);
        DeviceBuffer out = gpu().allocate("out", 4L * 1024);
        gpu().launch(kernel, LaunchShape.of(2, 512), out);
        gpu().synchronize();
        assertThatThrownBy(() -> gpu().launch(kernel, LaunchShape.of(1, 1024), out))
                .isInstanceOf(DeviceException.class)
                .hasMessageContaining("kernel one cannot run in 1 blocks of 1024 threads")
                .hasMessageContaining("at most 512 threads per block");
    }

    /// Rejected by the driver itself: the block is smaller than the declared size, which passes Tessera's own check.
    @Test
    void a_block_that_the_driver_rejects_gives_an_error_with_a_remedy() {
        GpuFunction kernel = gpu().compile(
                        "__kernel __attribute__((reqd_work_group_size(64, 1, 1))) void one(__global int *out) {"
                                + " out[get_global_id(0)] = 1; }",
                        List.of())
                .function("one");
        DeviceBuffer out = gpu().allocate("out", 4L * 64);
        assertThatThrownBy(() -> gpu().launch(kernel, LaunchShape.of(2, 32), out))
                .isInstanceOf(DeviceException.class)
                .hasMessageContaining("failed at launching one, 2 blocks of 32 threads")
                .hasMessageContaining("CL_INVALID_WORK_GROUP_SIZE")
                .hasMessageContaining("the device does not support this block size for this kernel");
        gpu().launch(kernel, LaunchShape.of(1, 64), out);
        gpu().synchronize();
    }
}
