package dev.tessera.device.opencl;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/// What needs no device.
final class OpenClDriverTest {
    @Test
    void the_block_that_a_kernel_declares_counts_more_than_what_the_driver_says_of_all() {
        assertThat(OpenClDriver.mostThreads(256, new long[] {1024, 1, 1})).isEqualTo(1024);
        assertThat(OpenClDriver.mostThreads(4096, new long[] {16, 8, 1})).isEqualTo(128);
        assertThat(OpenClDriver.mostThreads(256, new long[] {0, 0, 0})).isEqualTo(256);
    }
}
