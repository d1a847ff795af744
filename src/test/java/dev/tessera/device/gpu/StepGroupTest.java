package dev.tessera.device.gpu;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tessera.device.StepGroup;
import dev.tessera.kernel.Precision;
import dev.tessera.kernel.gpu.KernelVariant;
import dev.tessera.kernel.gpu.Tuning;
import dev.tessera.kernel.interpret.TestPlans;
import dev.tessera.layout.Geometries;
import dev.tessera.layout.addressing.Dense;
import dev.tessera.layout.pattern.Patterns;
import dev.tessera.model.lattice.Lattices;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Steps of several executions are one captured sequence, with the kernels of all as its branches.
final class StepGroupTest {
    /// Each class has kernels of its own.
    private static final Tuning LISTED = Tuning.of(128, 2).with(KernelVariant.LISTED);

    @TempDir
    Path folder;

    private static GpuExecution prepared(GpuDevice device, String pattern) {
        GpuExecution run = device.prepare(TestPlans.bulkAndDriven(
                Lattices.D2Q9,
                Patterns.byKey(pattern),
                new Dense(),
                Geometries.random(2, 2).nodes(),
                Precision.FP64));
        run.setParameter("omega", 1.5);
        return run;
    }

    /// Seven steps, the second execution a step ahead, with another parameter before the last three.
    private List<String> launched(String pattern, FakeDriver driver, boolean isTogether) {
        try (Accelerator gpu = new Accelerator(driver, new BinaryCache(folder))) {
            GpuDevice device = new GpuDevice(gpu, LISTED);
            try (GpuExecution a = prepared(device, pattern);
                    GpuExecution b = prepared(device, pattern);
                    StepGroup group = isTogether ? device.group(List.of(a, b)) : StepGroup.inOrder(List.of(a, b))) {
                b.step(1);
                driver.forget();
                for (int step = 0; step < 7; step++) {
                    if (step == 4) {
                        a.setParameter("omega", 1.25);
                    }
                    group.step(1);
                }
                assertThat(a.steps()).isEqualTo(7);
                assertThat(b.steps()).isEqualTo(8);
            }
            assertThat(gpu.openResources()).isZero();
        }
        return driver.launched();
    }

    @ParameterizedTest
    @ValueSource(strings = {"pull", "aa", "esoteric-pull"})
    void the_device_runs_the_same_kernels_with_the_same_arguments(String pattern) {
        FakeDriver together = new FakeDriver(1L << 30, 1L << 30);
        List<String> expected = launched(pattern, new FakeDriver(1L << 30, 1L << 30), false);
        assertThat(launched(pattern, together, true)).containsExactlyInAnyOrderElementsOf(expected);
        assertThat(together.count("capture")).isEqualTo(4); // of two phases, before and after the change
        assertThat(together.count("repeat")).isEqualTo(7);
        assertThat(together.count("together 4")).isEqualTo(4); // two classes of two executions
    }

    @Test
    void without_captures_they_step_one_after_the_other() {
        FakeDriver driver = new FakeDriver(1L << 30, 1L << 30).withoutSequences();
        List<String> expected = launched("pull", new FakeDriver(1L << 30, 1L << 30), false);
        assertThat(launched("pull", driver, true)).isEqualTo(expected);
        assertThat(driver.count("repeat")).isZero();
    }
}
