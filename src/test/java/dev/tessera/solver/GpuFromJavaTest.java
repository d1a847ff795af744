package dev.tessera.solver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tessera.device.gpu.Accelerator;
import dev.tessera.device.gpu.BinaryCache;
import dev.tessera.device.gpu.FakeDriver;
import dev.tessera.device.gpu.GpuDevice;
import dev.tessera.device.gpu.GpuExecution;
import dev.tessera.device.interpreter.Interpreter;
import dev.tessera.kernel.gpu.TileLookup;
import dev.tessera.kernel.gpu.Tuning;
import dev.tessera.layout.addressing.CompactTiles;
import dev.tessera.layout.addressing.Tiles;
import dev.tessera.solver.Boundary.Flow;
import dev.tessera.solver.Boundary.Profile;
import dev.tessera.solver.Boundary.Scheme;
import dev.tessera.solver.boundary.VelocityOpening;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.ForkJoinPool;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Simulations opened in Java choose storage and launches as the command line does.
final class GpuFromJavaTest {
    @TempDir
    Path folder;

    private Simulation open(Case theCase, long memoryBytes) {
        Accelerator gpu = new Accelerator(new FakeDriver(memoryBytes, memoryBytes), new BinaryCache(folder));
        return Simulation.open(theCase, new GpuDevice(gpu), ForkJoinPool.commonPool());
    }

    @Test
    void a_ramp_uploads_only_changed_boundary_values() {
        Case theCase = Ducts.duct(0, false, Scheme.LINK_WISE)
                .boundary(
                        "inlet",
                        new VelocityOpening(
                                new Flow.MeanVelocity(Value.of(1)), Profile.DEVELOPED, Scheme.LINK_WISE, 1))
                .build();
        FakeDriver driver = new FakeDriver(1L << 30, 1L << 30);
        Accelerator gpu = new Accelerator(driver, new BinaryCache(folder));
        try (Simulation simulation = Simulation.open(theCase, new GpuDevice(gpu), ForkJoinPool.commonPool())) {
            simulation.step(1);
            driver.forget();
            simulation.step(10);
            // a value for each of the five directions that enter
            assertThat(driver.count("upload")).isEqualTo(5 * 10);
        }
    }

    @Test
    void a_look_up_of_tiles_is_kept_and_needs_tiles_and_a_gpu() {
        Case theCase = Ducts.duct(0, false, Scheme.ZOU_HE)
                .storage(new Case.Storage(
                        Optional.of(new Tiles()),
                        Optional.empty(),
                        new TuningChoice.Usual(),
                        Optional.of(TileLookup.SHARED)))
                .build();
        try (Simulation simulation = open(theCase, 1L << 30)) {
            assertThat(((GpuExecution) simulation.execution()).tuning().lookup())
                    .isEqualTo(TileLookup.SHARED);
        }
        assertThatThrownBy(() -> Simulation.open(theCase, new Interpreter(), ForkJoinPool.commonPool()))
                .isInstanceOf(CaseException.class)
                .hasMessageContaining("storage.lookup: only GPUs have it, and this run is on cpu:interpreter");
        assertThatThrownBy(() -> new Case.Storage(
                        Optional.of(new CompactTiles()),
                        Optional.empty(),
                        new TuningChoice.Usual(),
                        Optional.of(TileLookup.SHARED)))
                .hasMessageContaining("lookup shared belongs to addressing tiles, not to compact-tiles");
    }

    @Test
    void the_planner_chooses_what_fits_and_the_tuner_the_launch_of_the_case() {
        Case theCase = Ducts.duct(0, false, Scheme.ZOU_HE)
                .storage(new Case.Storage(
                        Optional.empty(), Optional.empty(), new TuningChoice.Fixed(new Tuning(64, 2, 1))))
                .build();
        long roomy;
        try (Simulation simulation = open(theCase, 1L << 30)) {
            assertThat(simulation.storage().pattern().key()).isEqualTo("pull");
            assertThat(((GpuExecution) simulation.execution()).tuning().threads())
                    .isEqualTo(64);
            roomy = simulation.memoryBytes();
        }
        try (Simulation simulation = open(theCase, roomy * 3 / 4)) {
            assertThat(simulation.storage().pattern().key()).isEqualTo("aa");
            assertThat(simulation.memoryBytes()).isLessThan(roomy);
        }
    }
}
