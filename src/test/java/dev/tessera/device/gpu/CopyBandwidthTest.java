package dev.tessera.device.gpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// With a driver whose first copies are slow.
final class CopyBandwidthTest {
    @TempDir
    private Path folder;

    private double gbPerS(FakeDriver driver) {
        try (Accelerator gpu = new Accelerator(driver, new BinaryCache(folder))) {
            double measured = CopyBandwidth.gbPerS(gpu, 1 << 20);
            assertThat(gpu.allocatedBytes()).isZero();
            return measured;
        }
    }

    @Test
    void slow_first_copies_do_not_count_however_many_there_are() {
        double warm = gbPerS(new FakeDriver(1L << 30, 1L << 30));
        FakeDriver cold = new FakeDriver(1L << 30, 1L << 30).warmingUpOver(60);
        assertThat(gbPerS(cold)).isCloseTo(warm, within(0.02 * warm));
        assertThat(cold.count("copy")).isGreaterThan(16 * 55).isLessThan(16 * 90);
    }

    @Test
    void a_first_copy_that_takes_as_long_as_a_batch_does_not_decide_how_many_one_has() {
        double warm = gbPerS(new FakeDriver(1L << 30, 1L << 30));
        FakeDriver cold = new FakeDriver(1L << 30, 1L << 30).warmingUpOver(150);
        assertThat(gbPerS(cold)).isCloseTo(warm, within(0.02 * warm));
        assertThat(cold.count("copy")).isGreaterThan(16 * 100);
    }

    @Test
    void a_warm_driver_copies_a_few_batches() {
        FakeDriver driver = new FakeDriver(1L << 30, 1L << 30);
        gbPerS(driver);
        assertThat(driver.count("copy")).isEqualTo(1 + 16 * 11);
    }
}
