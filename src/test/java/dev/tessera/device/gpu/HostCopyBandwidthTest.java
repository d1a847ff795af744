package dev.tessera.device.gpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// With a clock that says how long each copy took.
final class HostCopyBandwidthTest {
    private static final long BYTES = 4000;

    @TempDir
    private Path folder;

    @Test
    void the_fastest_copy_in_each_direction_counts_and_nothing_is_left_on_the_device() {
        // before and after three uploads of 5, 2 and 4 ns, and three downloads of 10, 8 and 16 ns
        Deque<Long> clock = new ArrayDeque<>(List.of(0L, 5L, 10L, 12L, 20L, 24L, 30L, 40L, 50L, 58L, 60L, 76L));
        try (Accelerator gpu = new Accelerator(new FakeDriver(1L << 30, 1L << 30), new BinaryCache(folder))) {
            HostCopyBandwidth measured = HostCopyBandwidth.measured(gpu, BYTES, 3, clock::remove);
            assertThat(clock).isEmpty();
            assertThat(measured.upload()).isCloseTo(2000, within(1e-6));
            assertThat(measured.download()).isCloseTo(500, within(1e-6));
            assertThat(gpu.allocatedBytes()).isZero();
        }
    }
}
