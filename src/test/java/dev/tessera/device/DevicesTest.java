package dev.tessera.device;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.tessera.device.cpu.CpuDevice;
import dev.tessera.device.cpu.JvmVectors;
import dev.tessera.device.cpu.LaneCompiler;
import dev.tessera.emit.SampleKernels;
import dev.tessera.kernel.Precision;
import java.util.Set;
import java.util.concurrent.ForkJoinPool;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class DevicesTest {
    private static final String BUSY_NODES = "tessera.jvm.busy-nodes";

    private final Devices devices = Devices.on(ForkJoinPool.commonPool());

    @AfterEach
    void close() {
        devices.close();
    }

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

    /// A busy kernel starts the thread that warms kernels, until the devices are closed.
    @Test
    void closed_devices_warm_no_kernel_any_more() throws InterruptedException {
        assumeThat(JvmVectors.preferredBits()).isPresent();
        String usual = System.setProperty(BUSY_NODES, "0");
        try {
            Set<Thread> others = warming();
            LaneCompiler compiler = ((CpuDevice) devices.byKey("cpu:jvm")).compiler();
            compiler.compile(SampleKernels.relaxation(), Precision.FP64);
            Set<Thread> started = warming();
            started.removeAll(others);
            assertThat(started).hasSize(1);

            devices.close();
            for (Thread thread : started) {
                thread.join(SECONDS.toMillis(60));
                assertThat(thread.isAlive()).isFalse();
            }
            compiler.compile(SampleKernels.random(1, 20), Precision.FP64);
            assertThat(others).containsAll(warming());
        } finally {
            if (usual == null) {
                System.clearProperty(BUSY_NODES);
            } else {
                System.setProperty(BUSY_NODES, usual);
            }
        }
    }

    @Test
    void closed_devices_can_be_opened_again() {
        LaneCompiler first = ((CpuDevice) devices.byKey("cpu:jvm")).compiler();
        devices.close();
        assertThat(((CpuDevice) devices.byKey("cpu:jvm")).compiler()).isNotSameAs(first);
    }

    private static Set<Thread> warming() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().equals("kernel-warmer"))
                .collect(Collectors.toSet());
    }
}
