package dev.tessera.solver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tessera.device.DeviceException;
import dev.tessera.device.gpu.Accelerator;
import dev.tessera.device.gpu.BinaryCache;
import dev.tessera.device.gpu.FakeDriver;
import dev.tessera.device.gpu.GpuDevice;
import dev.tessera.solver.Boundary.Scheme;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ForkJoinPool;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A device that fails during a run.
final class DeviceLostTest {
    @TempDir
    private Path folder;

    private final FakeDriver driver = new FakeDriver(1L << 30, 1L << 30);

    private Simulation simulation() {
        Accelerator gpu = new Accelerator(driver, new BinaryCache(folder.resolve("kernels")));
        Case theCase = Ducts.duct(0, false, Scheme.ZOU_HE)
                .storage(new Case.Storage(Optional.empty(), Optional.empty(), new TuningChoice.Usual()))
                .build();
        return Simulation.open(theCase, new GpuDevice(gpu), ForkJoinPool.commonPool());
    }

    private void run(Simulation simulation, Checkpoints checkpoints) {
        new Run(
                        simulation,
                        List.of(),
                        (step, time, residual, row) -> {},
                        checkpoints,
                        RunListener.SILENT,
                        new StopSignal(),
                        System::nanoTime)
                .toTheEnd();
    }

    @Test
    void the_message_names_the_step_the_cause_and_the_last_good_checkpoint() throws Exception {
        try (Simulation simulation = simulation()) {
            Checkpoints checkpoints = new Checkpoints(folder.resolve("checkpoints"), 2);
            checkpoints.write(simulation, List.of());
            Path written = checkpoints.last().orElseThrow();
            simulation.step(7);
            simulation.finish();
            driver.failingWith("the GPU has fallen off the bus");
            assertThatThrownBy(() -> run(simulation, checkpoints))
                    .isInstanceOf(RunFailure.class)
                    .hasCauseInstanceOf(DeviceException.class)
                    .hasMessage(
                            "The device failed after step 7: the GPU has fallen off the bus. Last good checkpoint: %s."
                                    .formatted(written));
        }
    }

    @Test
    void without_a_checkpoint_the_message_says_that_there_is_none() {
        try (Simulation simulation = simulation()) {
            driver.failingWith("the GPU has fallen off the bus");
            assertThatThrownBy(() -> run(simulation, new Checkpoints(folder.resolve("checkpoints"), 2)))
                    .isInstanceOf(RunFailure.class)
                    .hasMessageEndingWith("There is no checkpoint yet.");
        }
        assertThat(folder.resolve("checkpoints")).doesNotExist();
    }
}
