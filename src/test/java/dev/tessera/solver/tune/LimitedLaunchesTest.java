package dev.tessera.solver.tune;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tessera.device.DeviceException;
import dev.tessera.device.gpu.Accelerator;
import dev.tessera.device.gpu.BinaryCache;
import dev.tessera.device.gpu.FakeDriver;
import dev.tessera.device.gpu.GpuDevice;
import dev.tessera.device.gpu.GpuExecution;
import dev.tessera.device.gpu.GpuLanguage;
import dev.tessera.kernel.Precision;
import dev.tessera.kernel.StepPlan;
import dev.tessera.kernel.gpu.Tuning;
import dev.tessera.kernel.interpret.TestPlans;
import dev.tessera.layout.Geometries;
import dev.tessera.layout.addressing.Dense;
import dev.tessera.layout.pattern.TwoBufferPull;
import dev.tessera.model.lattice.Lattices;
import dev.tessera.solver.TuningChoice;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Tests with drivers whose kernels allow only small blocks, as OpenCL reports per kernel, or whose language has
/// fewer launch options.
final class LimitedLaunchesTest {
    private static final int MOST = 128;

    @TempDir
    private Path folder;

    private final FakeDriver driver = new FakeDriver(1L << 30, 1L << 30).withBlocksOf(MOST);

    private static StepPlan plan() {
        return TestPlans.bulk(
                Lattices.D2Q9,
                new TwoBufferPull(),
                new Dense(),
                Geometries.random(2, 2).nodes(),
                Precision.FP64);
    }

    private TunedGpu tuned(Accelerator gpu, TuningChoice choice) {
        return new TunedGpu(
                new GpuDevice(gpu),
                new LaunchChoice(choice),
                OptionalLong.empty(),
                new TuningMemory(folder.resolve("choices-" + gpu.language())),
                new LaunchSearch(() -> 0, 1_000_000_000L));
    }

    @Test
    void the_tuner_skips_refused_launches() {
        try (Accelerator gpu = new Accelerator(driver, new BinaryCache(folder.resolve("kernels")));
                GpuExecution run = tuned(gpu, new TuningChoice.Measured()).prepare(plan())) {
            assertThat(driver.count("compile")).as("launches tried").isGreaterThan(4);
            assertThat(driver.launches())
                    .isNotEmpty()
                    .allMatch(launch -> launch.shape().threadsPerBlock() <= MOST);
            assertThat(run.tuning().threads()).isLessThanOrEqualTo(MOST);
            run.plan().plan().classes().getFirst().step().parameters().forEach(name -> run.setParameter(name, 1));
            run.step(2);
        }
    }

    /// OpenCL C cannot express the minimum blocks per multiprocessor: launches that differ only in it are
    /// equal.
    @Test
    void parameters_that_a_language_lacks_are_not_measured() {
        FakeDriver opencl =
                new FakeDriver(1L << 30, 1L << 30).withBlocksOf(MOST).withLanguage(GpuLanguage.OPENCL);
        for (FakeDriver each : List.of(driver, opencl)) {
            try (Accelerator gpu = new Accelerator(
                    each, new BinaryCache(folder.resolve(each.language().name())))) {
                tuned(gpu, new TuningChoice.Measured()).prepare(plan()).close();
            }
        }
        assertThat(opencl.count("compile")).isGreaterThan(2);
        assertThat(opencl.launches())
                .isNotEmpty()
                .hasSizeLessThan(driver.launches().size());
    }

    @Test
    void a_fixed_launch_that_cannot_run_is_refused_with_a_message() {
        try (Accelerator gpu = new Accelerator(driver, new BinaryCache(folder.resolve("kernels")));
                GpuExecution run =
                        tuned(gpu, new TuningChoice.Fixed(Tuning.of(256, 1))).prepare(plan())) {
            run.plan().plan().classes().getFirst().step().parameters().forEach(name -> run.setParameter(name, 1));
            assertThatThrownBy(() -> run.step(1))
                    .isInstanceOf(DeviceException.class)
                    .hasMessageContaining("of 256 threads on cuda:0")
                    .hasMessageContaining("at most 128 threads per block")
                    .hasMessageEndingWith("Use smaller blocks (`launch` in the case)");
        }
    }
}
