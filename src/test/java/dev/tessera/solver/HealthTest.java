package dev.tessera.solver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.assertj.core.api.Assertions.within;

import dev.tessera.casefile.CaseFile;
import dev.tessera.device.Devices;
import dev.tessera.device.SavedState;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ForkJoinPool;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Where, when and why a flow diverged.
final class HealthTest {
    /// A pulse through a channel that narrows, driven as well, on a lattice that is too coarse for it.
    private static final String PULSE = """
            tessera: 1
            geometry: {box: [6 mm, 2 mm], spacing: 0.1 mm, obstacles: {disc: {disc: {centre: [3 mm, 0.9 mm], diameter: 1 mm}}}}
            fluid: {density: 1000 kg/m3, viscosity: 1 mPa.s}
            model: {collision: bgk}
            sides: {x-min: inlet, x-max: outlet}
            boundaries:
              inlet: {mean-velocity: {expression: "0.4 + 0.8*sin(2*pi*t/0.04)", unit: m/s}, ramp: 2 ms}
              outlet: {pressure: 0 Pa}
            drive: {acceleration: [{expression: "3*cos(2*pi*t/0.03)", unit: m/s2}, 0 m/s2]}
            reference: {velocity: 10 mm/s, length: 2 mm}
            time: {time-step: 9 us, stop: {steps: 2000}}
            """;
    private static final String PRESSED = """
            tessera: 1
            geometry: {box: [2 mm, 1 mm], spacing: 50 um}
            fluid: {density: 1000 kg/m3, viscosity: 1 mPa.s}
            sides: {x-min: inlet, x-max: outlet}
            boundaries: {inlet: {pressure: 1 kPa}, outlet: {pressure: 0 Pa}}
            time: {relaxation-time: 0.8, stop: {steps: 200}}
            """;
    private static final String DRIVEN = """
            tessera: 1
            geometry: {box: [2 mm, 1 mm], spacing: 50 um}
            fluid: {density: 1000 kg/m3, viscosity: 1 mPa.s}
            sides: {x: periodic}
            drive: {pressure-gradient: [1e5 Pa/m, 0]}
            time: {relaxation-time: 0.8, stop: {steps: 200}}
            """;

    private static ForkJoinPool pool;

    @TempDir
    private Path folder;

    @BeforeAll
    static void start() {
        pool = new ForkJoinPool(2);
    }

    @AfterAll
    static void stop() {
        pool.close();
    }

    private static Simulation open(String text, String... settings) throws IOException {
        Case theCase = CaseFile.parse("case.yaml", text, Path.of("").toAbsolutePath(), List.of(settings))
                .theCase();
        return Simulation.open(theCase, Devices.on(pool).byKey("cpu:jvm"), pool);
    }

    private record Ended(RunFailure failure, List<Long> steps, List<Double> fastest) {
        Divergence divergence() {
            return failure.divergence().orElseThrow();
        }
    }

    private Ended run(String text, String... settings) throws IOException {
        List<Long> steps = new ArrayList<>();
        List<Double> fastest = new ArrayList<>();
        try (Simulation simulation = open(text, settings)) {
            double toLattice = 1 / simulation.units().velocityUnitMPerS();
            RunLog log = (step, time, residual, row) -> {
                steps.add(step);
                row.stream()
                        .filter(o -> o.name().equals("velocity.maximum"))
                        .forEach(o -> fastest.add(o.value() * toLattice));
            };
            Run run = new Run(
                    simulation,
                    List.of(),
                    log,
                    new Checkpoints(folder, 1),
                    RunListener.SILENT,
                    new StopSignal(),
                    System::nanoTime);
            return new Ended(catchThrowableOfType(RunFailure.class, run::toTheEnd), steps, fastest);
        }
    }

    @Test
    void the_node_and_the_step_do_not_depend_on_the_check_interval() throws IOException {
        Ended everyStep = run(PULSE, "output.log-every=1 steps");
        Divergence origin = everyStep.divergence();
        assertThat(origin.isOrigin()).isTrue();
        assertThat(origin.step()).isEqualTo(everyStep.steps().getLast() + 1).isGreaterThan(20);
        assertThat(origin.timeS()).isEqualTo(origin.step() * 9e-6);
        assertThat(origin.speedMPerS()).as("no NaN: the first step").isGreaterThan(6);

        Ended rarely = run(PULSE, "output.log-every=1999 steps");
        assertThat(rarely.steps()).isEmpty();
        assertThat(rarely.divergence()).isEqualTo(origin);
    }

    @Test
    void without_memory_for_a_copy_the_last_checkpoint_or_the_start_is_used_or_their_absence_reported()
            throws IOException {
        Divergence origin = run(PULSE).divergence();
        Checkpoints checkpoints = new Checkpoints(folder.resolve("checkpoints"), 1);
        try (Simulation simulation = open(PULSE)) {
            Health health = uncopying(simulation, checkpoints);
            health.begin();
            simulation.step(41);
            checkpoints.write(simulation, List.of());
            health.checkpointed();
            assertThat(divergenceAt500(simulation, health).divergence()).contains(origin);
        }
        try (Simulation simulation = open(PULSE)) {
            Health health = uncopying(simulation, new Checkpoints(folder.resolve("none"), 1));
            health.begin();
            simulation.step(41);
            assertThat(divergenceAt500(simulation, health).divergence()).contains(origin);
        }
        try (Simulation simulation = open(PULSE)) {
            simulation.restore(checkpoints.last().orElseThrow());
            RunFailure failure =
                    divergenceAt500(simulation, uncopying(simulation, new Checkpoints(folder.resolve("none"), 1)));
            assertThat(failure)
                    .hasMessageContaining("found by a periodic check; divergence may have begun earlier and elsewhere");
            assertThat(failure.divergence()).hasValueSatisfying(divergence -> {
                assertThat(divergence.isOrigin()).isFalse();
                assertThat(divergence.step()).isEqualTo(500);
            });
        }
    }

    private static Health uncopying(Simulation simulation, Checkpoints checkpoints) {
        return new Health(
                simulation, checkpoints, RunListener.SILENT, new StopSignal(), System::nanoTime, Optional::empty);
    }

    private static RunFailure divergenceAt500(Simulation simulation, Health health) {
        health.check();
        simulation.step(500 - simulation.steps());
        return catchThrowableOfType(RunFailure.class, health::check);
    }

    /// In the middle of a run, with everything that a step remembers.
    @Test
    void steps_after_returning_to_the_start_are_identical_bit_for_bit() throws IOException {
        try (Simulation simulation = open(PULSE, "model.collision=mrt")) {
            simulation.step(57);
            double[][] first = copy(simulation.velocityLattice());
            simulation.step(4);
            simulation.returnToStart();
            assertThat(simulation.steps()).isZero();
            simulation.step(57);
            assertThat(simulation.velocityLattice()).isDeepEqualTo(first);
        }
    }

    @Test
    void no_row_of_the_log_is_faster_than_sound() throws IOException {
        Ended ended = run(PULSE, "output.log-every=7 steps");
        assertThat(ended.fastest()).isNotEmpty().allMatch(speed -> speed <= 1 / Math.sqrt(3));
        assertThat(ended.divergence().step())
                .as("found with the next row")
                .isBetween(ended.steps().getLast() + 1, ended.steps().getLast() + 7);
    }

    @Test
    void the_message_names_place_node_time_surfaces_cause_and_remedies() throws IOException {
        Ended ended = run(PULSE);
        Divergence origin = ended.divergence();
        assertThat(ended.failure())
                .hasMessageMatching(
                        "the flow diverged at \\(.*\\) mm \\(node %d, %d, 0; .* from .*, .* from (in|out)let\\), .* ms \\(step %d\\): the velocity is .*"
                                .formatted(origin.x(), origin.y(), origin.step()))
                .hasMessageContaining("up to which bgk on D2Q9 is known to be stable. Use a spacing below")
                .hasMessageContaining(" Half the lattice speed (");
        assertThat(origin.placeM().x()).isCloseTo(origin.x() * 1e-4, within(1e-12));
    }

    @Test
    void too_large_a_pressure_is_named_as_the_cause() throws IOException {
        Divergence divergence = run(PRESSED).divergence();
        assertThat(divergence.cause())
                .startsWith("The pressure at inlet is 1 kPa above that of the other openings.")
                .contains("can drive up to 1.41 m/s (Mach 12.2)");
        assertThat(divergence.remedy())
                .startsWith("Check the pressure and its unit")
                .contains("time step below 5 us (relaxation time 0.5060)")
                .doesNotContain("raise");
    }

    @Test
    void too_strong_a_drive_is_named_as_the_cause() throws IOException {
        Divergence divergence = run(DRIVEN).divergence();
        assertThat(divergence.step()).isPositive();
        assertThat(divergence.cause()).startsWith("The drive of 100 m/s2 is too strong");
        assertThat(divergence.remedy())
                .startsWith("Check the drive and its unit")
                .doesNotContain("raise");
    }

    @ParameterizedTest
    @ValueSource(strings = {"fp64", "fp32", "fp32/fp16"})
    void steps_after_returning_to_a_saved_state_are_identical_bit_for_bit(String precision) throws IOException {
        try (Simulation simulation = open(PULSE, "model.precision=" + precision, "model.collision=mrt");
                SavedState kept = simulation.saved().orElseThrow()) {
            for (long at : new long[] {0, 57, 240}) { // before, within and after the ramp; odd and even steps
                simulation.step(at - simulation.steps());
                kept.update();
                simulation.step(33);
                double[][] first = copy(simulation.velocityLattice());
                simulation.step(9);
                simulation.returnTo(kept);
                assertThat(simulation.steps()).isEqualTo(at);
                simulation.step(33);
                assertThat(simulation.velocityLattice()).isDeepEqualTo(first);
            }
        }
    }

    private static double[][] copy(double[][] rows) {
        double[][] copies = rows.clone();
        for (int row = 0; row < rows.length; row++) {
            copies[row] = rows[row].clone();
        }
        return copies;
    }
}
