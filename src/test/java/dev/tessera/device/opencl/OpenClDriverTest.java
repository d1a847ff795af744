package dev.tessera.device.opencl;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/// Tests that need no device.
final class OpenClDriverTest {
    @Test
    void a_block_size_declared_by_the_kernel_overrides_the_drivers_answer() {
        assertThat(OpenClDriver.maxThreads(256, new long[] {1024, 1, 1})).isEqualTo(1024);
        assertThat(OpenClDriver.maxThreads(4096, new long[] {16, 8, 1})).isEqualTo(128);
        assertThat(OpenClDriver.maxThreads(256, new long[] {0, 0, 0})).isEqualTo(256);
    }
}
