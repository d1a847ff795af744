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
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ForkJoinPool;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Simulations opened in Java choose storage and launches as the command line does.
final class GpuFromJavaTest {
    @TempDir
    Path folder;

    private Simulation open(Case theCase, long memoryBytes) {
        return open(new FakeDriver(memoryBytes, memoryBytes), theCase);
    }

    /// Batched, with a table of values; a thousand steps fit in one table.
    @Test
    void a_ramp_and_a_wave_send_nothing_from_step_to_step() {
        Value wave = Value.varying(at -> at.number(1).plus(at.sin(at.t().times(at.number(9)))));
        for (double ramp : new double[] {0, 1}) {
            FakeDriver driver = new FakeDriver(1L << 30, 1L << 30);
            try (Simulation simulation = open(driver, inflow(new Flow.MeanVelocity(wave), ramp))) {
                simulation.step(1);
                driver.forget();
                simulation.step(1000);
                assertThat(driver.count("repeat")).isGreaterThan(10);
                assertThat(driver.count("upload")).isLessThan(5);
            }
        }
    }

    @Test
    void values_that_cannot_be_separated_are_computed_on_the_device() {
        assertThat(uploadsInTenSteps(Value.varying(at -> at.max(at.y(), at.t()).times(at.number(0.1)))))
                .isLessThan(5);
    }

    @Test
    void values_that_devices_cannot_compute_are_sent_before_every_step() {
        // a value for each of the five directions that enter
        assertThat(uploadsInTenSteps(
                        Value.varying(at -> at.sin(at.y().times(at.t()).times(at.number(1e12))))))
                .isEqualTo(5 * 10);
    }

    private int uploadsInTenSteps(Value value) {
        FakeDriver driver = new FakeDriver(1L << 30, 1L << 30);
        Case theCase = inflow(new Flow.VelocityField(List.of(value, Value.ZERO, Value.ZERO)), 0);
        try (Simulation simulation = open(driver, theCase)) {
            simulation.step(1);
            driver.forget();
            simulation.step(10);
            return Math.toIntExact(driver.count("upload"));
        }
    }

    private Simulation open(FakeDriver driver, Case theCase) {
        Accelerator gpu = new Accelerator(driver, new BinaryCache(folder));
        return Simulation.open(theCase, new GpuDevice(gpu), ForkJoinPool.commonPool());
    }

    private static Case inflow(Flow flow, double rampS) {
        return Ducts.duct(0, false, Scheme.LINK_WISE)
                .boundary("inlet", new VelocityOpening(flow, Profile.DEVELOPED, Scheme.LINK_WISE, rampS))
                .build();
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
            assertThat(simulation.storageFacts().pattern()).contains("pull");
            assertThat(((GpuExecution) simulation.execution()).tuning().threads())
                    .isEqualTo(64);
            roomy = simulation.memoryBytes();
        }
        try (Simulation simulation = open(theCase, roomy * 3 / 4)) {
            assertThat(simulation.storageFacts().pattern()).contains("aa");
            assertThat(simulation.memoryBytes()).isLessThan(roomy);
        }
    }
}
