package dev.tessera.solver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.tessera.casefile.CaseFile;
import dev.tessera.device.Devices;
import dev.tessera.geometry.NodeMap;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ForkJoinPool;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The example's vessel: an inlet of 12.52 mm² and two outlets of 8.24 mm² in total.
final class FastestFlowTest {
    private static final Path EXAMPLE = Path.of("examples/aneurysm");

    private static ForkJoinPool pool;

    @BeforeAll
    static void start() {
        pool = new ForkJoinPool(2);
    }

    @AfterAll
    static void stop() {
        pool.close();
    }

    private static Case vessel(String... settings) throws IOException {
        List<String> all = new ArrayList<>(List.of(settings));
        all.add("boundaries.inlet.ramp=0 s");
        String text = Files.readString(EXAMPLE.resolve("case.yaml"));
        return CaseFile.parse("case.yaml", text, EXAMPLE.toAbsolutePath(), all).theCase();
    }

    @Test
    void the_inflow_leaves_through_the_outlets() throws IOException {
        Case theCase = vessel("geometry.spacing=0.6 mm");
        NodeMap nodes = theCase.geometry().voxelise(theCase.spacingM(), pool);
        FastestFlow fastest = FastestFlow.of(theCase, nodes);
        assertThat(fastest.where()).isEqualTo("in the openings with a pressure (outlet-1, outlet-2)");
        assertThat(fastest.speedMPerS()).isCloseTo(2 * 2e-6 / 8.24e-6, within(0.04));
    }

    @Test
    void a_faster_imposed_velocity_is_the_largest_speed() throws IOException {
        Case theCase = vessel("geometry.spacing=0.6 mm", "boundaries.inlet={velocity: [0 m/s, 0 m/s, 3 m/s]}");
        NodeMap nodes = theCase.geometry().voxelise(theCase.spacingM(), pool);
        FastestFlow fastest = FastestFlow.of(theCase, nodes);
        assertThat(fastest.where()).isEqualTo("where it is imposed");
        assertThat(fastest.speedMPerS()).isCloseTo(3, within(1e-12));
    }

    /// 180 mL/min at 0.4 mm diverge on D3Q19, and are steady after 5000 steps on D3Q27.
    @Test
    void a_run_that_may_diverge_warns_before_its_first_step() throws IOException {
        String[] tooMuch = {"geometry.spacing=0.4 mm", "boundaries.inlet.flow-rate=180 mL/min"};
        try (Simulation simulation =
                Simulation.open(vessel(tooMuch), Devices.on(pool).byKey("cpu:jvm"), pool)) {
            assertThat(simulation.warnings())
                    .anyMatch(warning -> warning.startsWith("boundaries.inlet.ramp is 0 s"))
                    .filteredOn(warning -> warning.contains("above 30"))
                    .singleElement()
                    .asString()
                    .contains("above 30, up to which mrt on D3Q19 is known to be stable")
                    .contains("Use a spacing below 13")
                    .contains("or collision elbm with equilibrium quasi-compressible (no limit,")
                    .contains(". Half the lattice speed (0.02) often")
                    .contains("Also: Mach 0.31");
        }
    }

    private static NodeMap nodes(Case theCase) {
        return theCase.geometry().voxelise(theCase.spacingM(), pool);
    }

    private static FastestFlow fastest(Case theCase) {
        return FastestFlow.of(theCase, nodes(theCase));
    }

    @Test
    void a_heart_beat_is_checked_at_its_peak_and_the_time_is_reported() throws IOException {
        String beat = "boundaries.inlet.flow-rate={expression: \"120*(1 + 0.6*sin(2*pi*t/0.8))\", unit: mL/min}";
        FastestFlow fastest = fastest(vessel("geometry.spacing=0.6 mm", beat));
        assertThat(fastest.where()).endsWith("(outlet-1, outlet-2) at t = 0.2 s");
        assertThat(fastest.speedMPerS()).isCloseTo(1.6 * 2 * 2e-6 / 8.24e-6, within(0.06));
    }

    private static Case channel(String... settings) throws IOException {
        return CaseFile.parse("case.yaml", CHANNEL, Path.of("").toAbsolutePath(), List.of(settings))
                .theCase();
    }

    private static final String CHANNEL = """
            tessera: 1
            geometry: {box: [2 mm, 1 mm], spacing: 50 um}
            fluid: {density: 1000 kg/m3, viscosity: 1 mPa.s}
            sides: {x-min: inlet, x-max: outlet}
            boundaries: {inlet: {mean-velocity: 1 mm/s, profile: plug}, outlet: {pressure: 0 Pa}}
            reference: {velocity: 1 mm/s, length: 1 mm}
            time: {time-step: 50 us, stop: {steps: 2000}}
            """;

    /// Samples at whole periods would always find a sine of 0.
    @ParameterizedTest
    @ValueSource(strings = {"1 s", "64 s", "1024 s", "333.3 s"})
    void a_peak_between_equally_spaced_samples_is_found(String end) throws IOException {
        Case theCase = channel(
                "boundaries.inlet.mean-velocity={expression: \"1 + 4*sin(2*pi*t/1)^2\", unit: mm/s}",
                "boundaries.inlet.ramp=2 s",
                "time.stop={at-most: %s}".formatted(end));
        assertThat(ImposedSpeed.largestMPerS(theCase, nodes(theCase))).isCloseTo(5e-3, within(1e-7));
    }

    @Test
    void values_after_the_end_of_the_run_do_not_count_and_those_before_do() throws IOException {
        String late = "boundaries.inlet.mean-velocity={expression: \"if(t < 0.15, 1, 9)\", unit: mm/s}";
        for (String step : List.of("time-step: 50 us", "relaxation-time: 0.56", "lattice-speed: 0.001")) {
            String before = "time={%s, stop: {steps: 2800}}".formatted(step);
            String after = "time={%s, stop: {steps: 3200}}".formatted(step);
            Case shorter = channel(late, before);
            Case longer = channel(late, after);
            assertThat(ImposedSpeed.largestMPerS(shorter, nodes(shorter)))
                    .as(before)
                    .isCloseTo(1e-3, within(1e-9));
            assertThat(ImposedSpeed.largestMPerS(longer, nodes(longer)))
                    .as(after)
                    .isCloseTo(9e-3, within(1e-9));
        }
    }

    @Test
    void the_length_of_a_run_whose_time_step_follows_from_its_speed_is_that_of_its_steps() throws IOException {
        Case theCase = channel(
                "boundaries.inlet.mean-velocity={expression: \"1 + 10*t\", unit: mm/s}",
                "reference=",
                "time={lattice-speed: 0.01, stop: {steps: 1000}}");
        double endS = ImposedSpeed.of(theCase, nodes(theCase)).endS();
        double way = 1000 * 0.01 * 50e-6;
        assertThat(endS * (1e-3 + 10e-3 * endS)).isCloseTo(way, within(0.05 * way));
    }

    @Test
    void an_imposed_speed_above_that_of_sound_is_refused_for_any_reference() throws IOException {
        Case theCase = channel("boundaries.inlet.mean-velocity={expression: \"if(t < 0.05, 0.001, 50)\", unit: m/s}");
        assertThatThrownBy(() -> Simulation.open(theCase, Devices.on(pool).byKey("cpu:jvm"), pool))
                .isInstanceOf(CaseException.class)
                .hasMessageStartingWith("boundaries.inlet: the case imposes 50 m/s at t = 50")
                .hasMessageContaining("Check the value and its unit");
    }

    @Test
    void a_pressure_difference_is_checked_by_the_flow_that_it_can_drive() throws IOException {
        FastestFlow large = fastest(channel("boundaries.inlet={pressure: 1 kPa}"));
        assertThat(large.speedMPerS()).isCloseTo(Math.sqrt(2), within(1e-9));
        assertThat(large.where()).isEqualTo("under the pressure difference of 1 kPa between inlet and outlet");
        FastestFlow small = fastest(channel("boundaries.inlet={pressure: 0.1 Pa}"));
        double poiseuille = 0.1 / 2e-3 * 1e-6 / (8 * 1e-3);
        assertThat(small.speedMPerS()).isCloseTo(poiseuille, within(0.15 * poiseuille));
    }

    @Test
    void a_drive_is_checked_by_developed_flow_limited_by_time_and_oscillation() throws IOException {
        double developed = 10 * 1e-6 / (8 * 1e-6);
        assertThat(fastest(driven("10")).speedMPerS()).isCloseTo(10 * 0.1, within(1e-6));
        assertThat(fastest(driven("10", "time.stop.steps=200000")).speedMPerS())
                .isCloseTo(developed, within(0.15 * developed));
        assertThat(fastest(driven("10*sin(2*pi*t/0.01)", "time.stop.steps=200000"))
                        .speedMPerS())
                .as("twice the amplitude, since it starts from rest at a zero of the force")
                .isCloseTo(2 * 10 * 0.01 / 2 / Math.PI, within(0.01));
    }

    private static Case driven(String acceleration, String... settings) throws IOException {
        List<String> all = new ArrayList<>(List.of(
                "boundaries=",
                "sides={x: periodic}",
                "drive={acceleration: [{expression: \"%s\", unit: m/s2}, 0 m/s2]}".formatted(acceleration)));
        all.addAll(List.of(settings));
        return channel(all.toArray(String[]::new));
    }
}
