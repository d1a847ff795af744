package dev.tessera.solver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tessera.device.Devices;
import dev.tessera.geometry.shape.Domain;
import dev.tessera.geometry.shape.ShapeSource;
import dev.tessera.geometry.shape.Side;
import dev.tessera.model.collision.Mrt;
import dev.tessera.model.lattice.Lattices;
import dev.tessera.solver.boundary.VelocityOpening;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ForkJoinPool;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/// A straight channel 20 heights long, 8 nodes high, with a velocity at one end and a pressure at the other.
final class SoundTest {
    private static final double LENGTH = 0.16;
    private static ForkJoinPool pool;

    @BeforeAll
    static void start() {
        pool = new ForkJoinPool(1);
    }

    @AfterAll
    static void stop() {
        pool.close();
    }

    private static CaseBuilder channel(double viscosity, Boundary inlet) {
        Side wall = Side.wall("wall");
        return Case.named("channel")
                .geometry(ShapeSource.in(Domain.of2d(
                        LENGTH,
                        0.008,
                        Side.opening("inlet").wet(),
                        Side.opening("outlet").wet(),
                        wall,
                        wall)))
                .spacingM(1e-3)
                .fluid(1, viscosity)
                .lattice(Lattices.D2Q9)
                .collision(new Mrt())
                .boundary("inlet", inlet)
                .boundary("outlet", Boundaries.pressure("0 Pa"))
                .reference("0.05 m/s", "8 mm")
                .latticeSpeed(0.05);
    }

    private static VelocityOpening inlet() {
        return Boundaries.meanVelocity("0.05 m/s").parabolic();
    }

    private static Simulation open(Case theCase) {
        return Simulation.open(theCase, Devices.on(pool).byKey("cpu:jvm"), pool);
    }

    @Test
    void the_period_between_a_velocity_and_a_pressure_is_that_of_a_pipe_closed_at_one_end() {
        try (Simulation simulation = open(channel(1e-5, inlet()).atMostSteps(1).build())) {
            Sound sound = simulation.sound().orElseThrow();
            double speed = 1 / Math.sqrt(3);
            assertThat(sound.speedMPerS()).isCloseTo(speed, within(1e-12));
            assertThat(sound.periodS()).isCloseTo(4 * LENGTH / speed, within(1e-9));
            assertThat(Outlook.of(simulation).sentences())
                    .singleElement()
                    .asString()
                    .contains("4 L/c = 1.11 s", "L = 0.16 m");
        }
    }

    @Test
    void the_period_between_two_pressures_is_half_of_that() {
        Case theCase =
                channel(1e-5, Boundaries.pressure("0.01 Pa")).atMostSteps(1).build();
        try (Simulation simulation = open(theCase)) {
            assertThat(simulation.sound().orElseThrow().periodS()).isCloseTo(2 * LENGTH * Math.sqrt(3), within(1e-9));
        }
    }

    @Test
    void an_automatic_ramp_without_duration_is_told_with_the_reason_and_a_duration() {
        Case theCase = channel(1e-5, inlet().ramped())
                .boundary("outlet", Boundaries.characteristicOutlet("0 Pa"))
                .atMostSteps(1)
                .build();
        try (Simulation simulation = open(theCase)) {
            List<String> sentences = Outlook.of(simulation).sentences();
            assertThat(sentences)
                    .containsExactly(
                            "boundaries.inlet.ramp: `auto` is no ramp here, and the values are imposed at once:"
                                    + " sound leaves through outlet, and no two openings reflect sound. For a ramp give a duration,"
                                    + " such as 1.67 s.");
            assertThat(Outlook.of(theCase, simulation.nodes(), pool).sentences())
                    .as("before a run")
                    .isEqualTo(sentences);
        }
        try (Simulation simulation = open(channel(1e-5, inlet().rampedOver("0.1 s"))
                .boundary("outlet", Boundaries.characteristicOutlet("0 Pa"))
                .atMostSteps(1)
                .build())) {
            assertThat(Outlook.of(simulation).sentences()).isEmpty();
        }
    }

    @Test
    void a_short_ramp_gives_a_warning_with_a_sufficient_duration() {
        for (Boundary fast : List.of(inlet(), inlet().rampedOver("0.3 s"))) {
            try (Simulation simulation = open(channel(1e-5, fast).atMostS(1).build())) {
                assertThat(simulation.warnings())
                        .singleElement()
                        .asString()
                        .contains("boundaries.inlet.ramp is 0", "4 L/c = 1.11 s", "`ramp: auto` (1.66 s)");
            }
        }
    }

    @Test
    void a_long_ramp_a_narrow_channel_and_values_in_time_give_no_warning() {
        Value beat = Value.varying(at -> at.number(0.05).times(at.sin(at.t())));
        Boundary pulse =
                Boundaries.opening(new Boundary.Flow.MeanVelocity(beat)).plug();
        for (Case theCase : List.of(
                channel(1e-5, inlet().rampedOver("1.2 s")).atMostS(2).build(),
                channel(1e-5, inlet().ramped()).atMostS(2).build(),
                channel(1e-5, inlet().ramped())
                        .boundary("outlet", Boundaries.pressure("0.001 Pa"))
                        .initial(new Case.Initial(Case.Initial.REST.velocityMPerS(), Value.of(0.001)))
                        .atMostS(2)
                        .build(),
                channel(1e-3, inlet()).atMostSteps(1).build(), // viscosity damps sound within one period
                channel(1e-5, pulse).atMostSteps(1).build())) {
            try (Simulation simulation = open(theCase)) {
                assertThat(simulation.warnings()).isEmpty();
            }
        }
    }

    @Test
    void a_velocity_that_changes_while_sound_travels_through_gives_a_warning() {
        try (Simulation simulation = open(pulsating(1))) {
            assertThat(simulation.warnings())
                    .containsExactly("boundaries.inlet: its velocity changes by 27 % of its largest value within"
                            + " 277 ms, in which sound travels from opening to opening (L/c): flow and pressure"
                            + " elsewhere follow that much later. Use a time step below 914 us.");
        }
        try (Simulation simulation = open(pulsating(0.8))) {
            assertThat(simulation.warnings()).isEmpty();
        }
    }

    /// Half of a period and more, in 2 s at an angular frequency of 1/s.
    private static Case pulsating(double frequency) {
        Value beat = Value.varying(at -> at.number(0.05).times(at.sin(at.t().times(at.number(frequency)))));
        return channel(
                        1e-5,
                        Boundaries.opening(new Boundary.Flow.MeanVelocity(beat)).plug())
                .atMostS(2 / frequency)
                .build();
    }

    @Test
    void a_ramp_longer_than_the_run_gives_a_warning() {
        Case tooShort = channel(1e-5, inlet().rampedOver("10 s")).atMostS(2).build();
        try (Simulation simulation = open(tooShort)) {
            assertThat(simulation.warnings())
                    .containsExactly(
                            "boundaries.inlet.ramp: 10 s is longer than the run, which ends at 2 s: the"
                                    + " imposed values reach only 9.55 % of their target. Use a shorter ramp, or a later time.stop.");
        }
        Case automatic = channel(1e-5, inlet().ramped()).atMostSteps(10).build();
        try (Simulation simulation = open(automatic)) {
            assertThat(simulation.warnings())
                    .singleElement()
                    .asString()
                    .contains("ramp: 1.66 s is longer than the run");
        }
        for (Case enough : List.of(
                channel(1e-5, inlet().rampedOver("2 s")).atMostS(2).build(),
                channel(1e-5, inlet().rampedOver("10 s")).steady(1e-6).build())) {
            try (Simulation simulation = open(enough)) {
                assertThat(simulation.warnings()).isEmpty();
            }
        }
    }

    /// The oscillation of pressure after two periods, with the same viscosity.
    @Test
    void an_automatic_ramp_avoids_oscillations_and_an_abrupt_start_is_reported() {
        assertThat(run(boundary -> boundary))
                .anyMatch(warning -> warning.contains("still oscillates by") && warning.contains("4 L/c = 1.11 s"));
        assertThat(run(VelocityOpening::ramped)).isEmpty();
    }

    private static List<String> run(UnaryOperator<VelocityOpening> start) {
        Case theCase = channel(1e-5, start.apply(inlet())).atMostS(3.4).build();
        List<String> heard = new ArrayList<>();
        RunListener listener = new RunListener() {
            @Override
            public void progress(Progress progress) {}

            @Override
            public void warning(String sentence) {
                heard.add(sentence);
            }
        };
        try (Simulation simulation = open(theCase)) {
            var result = new Run(
                            simulation,
                            List.of(),
                            (step, time, residual, observables) -> {},
                            new Checkpoints(Path.of("nowhere"), 0),
                            listener,
                            new StopSignal(),
                            System::nanoTime)
                    .toTheEnd();
            assertThat(result.warnings()).containsAll(heard);
            return heard;
        }
    }
}
