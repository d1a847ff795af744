package dev.tessera.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.ForkJoinPool;
import org.junit.jupiter.api.Test;

final class DevicesTest {
    private final Devices devices = Devices.on(ForkJoinPool.commonPool());

    @Test
    void an_unknown_device_gives_an_error_that_lists_the_available_ones() {
        assertThatThrownBy(() -> devices.byKey("gpu"))
                .isInstanceOf(DeviceException.class)
                .hasMessageStartingWith("unknown device gpu; available: auto, cpu, cpu:jvm, cpu:c, cpu:interpreter");
    }

    @Test
    void devices_report_their_key_and_the_machine() {
        assertThat(devices.byKey("cpu:jvm").key()).isEqualTo("cpu:jvm");
        assertThat(devices.byKey("cpu:interpreter").key()).isEqualTo("cpu:interpreter");
        assertThat(devices.byKey("auto").facts().cores())
                .isEqualTo(ForkJoinPool.commonPool().getParallelism());
        assertThat(devices.byKey("auto").facts().memoryBytes()).isPositive();
    }
}
