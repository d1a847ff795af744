package dev.tessera.device.gpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tessera.device.DeviceException;
import dev.tessera.device.DeviceKit;
import dev.tessera.kernel.Precision;
import dev.tessera.kernel.StepPlan;
import dev.tessera.kernel.gpu.GpuPlan;
import dev.tessera.kernel.interpret.TestPlans;
import dev.tessera.layout.Geometries;
import dev.tessera.layout.addressing.CompactTiles;
import dev.tessera.layout.pattern.AaPattern;
import dev.tessera.model.lattice.Lattices;
import dev.tessera.testkit.SomeGpu;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// GPUs that do not compute in double precision, as OpenCL offers them.
final class GpuWithoutFp64Test {
    @TempDir
    private Path folder;

    private static StepPlan plan(Precision precision) {
        return TestPlans.bulkAndDriven(
                Lattices.D2Q9,
                new AaPattern(),
                new CompactTiles(),
                Geometries.random(2, 2).nodes(),
                precision);
    }

    @Test
    void double_precision_is_rejected_with_a_remedy_before_the_driver_is_called() {
        FakeDriver driver =
                new FakeDriver(new SomeGpu().named("A small GPU").withoutFp64().facts());
        try (Accelerator gpu = new Accelerator(driver, new BinaryCache(folder))) {
            driver.forget();
            assertThatThrownBy(() -> new GpuDevice(gpu).prepare(plan(Precision.FP64)))
                    .isInstanceOf(DeviceException.class)
                    .hasMessageContaining("(A small GPU) does not compute in double precision")
                    .hasMessageContaining("--set model.precision=fp32, or --device cpu");
            assertThat(driver.calls()).isEmpty();
            assertThat(gpu.openResources()).isZero();
        }
    }

    @Test
    void values_that_follow_from_the_flow_are_rejected() {
        FakeDriver driver =
                new FakeDriver(new SomeGpu().named("A small GPU").withoutFp64().facts());
        StepPlan changing = TestPlans.changing(plan(Precision.FP32));
        try (Accelerator gpu = new Accelerator(driver, new BinaryCache(folder));
                GpuExecution run = new GpuDevice(gpu).prepare(changing)) {
            run.setFeedback(List.of());
            assertThatThrownBy(() -> run.setFeedback(DeviceKit.feedback(changing)))
                    .isInstanceOf(DeviceException.class)
                    .hasMessageContaining("(A small GPU) does not compute in double precision")
                    .hasMessageContaining("use --device cpu");
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = Precision.class,
            names = {"FP32", "FP32_FP16"})
    void other_precisions_run_without_double_in_their_kernels(Precision precision) {
        FakeDriver driver = new FakeDriver(new SomeGpu().withoutFp64().facts());
        try (Accelerator gpu = new Accelerator(driver, new BinaryCache(folder));
                GpuExecution run = new GpuDevice(gpu).prepare(plan(precision))) {
            run.setParameter("omega", 1.5);
            run.step(2);
            assertThat(driver.count("launch")).isPositive();
            String text = new GpuDevice(gpu).sourceOf(GpuPlan.of(plan(precision), null));
            assertThat(text).contains("float").doesNotContain("double", "cl_khr_fp64");
        }
    }
}
