package dev.tessera.solver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tessera.device.Devices;
import dev.tessera.geometry.shape.Domain;
import dev.tessera.geometry.shape.ShapeSource;
import dev.tessera.geometry.shape.Side;
import dev.tessera.kernel.reduce.Extremes;
import dev.tessera.model.Collision;
import dev.tessera.model.Equilibrium;
import dev.tessera.model.collision.Elbm;
import dev.tessera.model.collision.Trt;
import dev.tessera.model.equilibrium.Incompressible;
import dev.tessera.model.equilibrium.QuasiCompressible;
import dev.tessera.model.lattice.Lattices;
import dev.tessera.solver.Boundary.Flow;
import dev.tessera.solver.Boundary.Profile;
import dev.tessera.solver.Boundary.Scheme;
import dev.tessera.solver.boundary.PressureOpening;
import dev.tessera.solver.boundary.VelocityOpening;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ForkJoinPool;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A plane channel of height 1 and viscosity 1: driven by an acceleration g its velocity in the middle is g/8.
final class FlowMonitorTest {
    private static final ForkJoinPool POOL = new ForkJoinPool(1);

    @TempDir
    private Path folder;

    @AfterAll
    static void stop() {
        POOL.close();
    }

    @Test
    void a_driven_run_has_the_reynolds_and_mach_numbers_of_its_flow() {
        try (Simulation simulation = opened(driven(8))) {
            assertThat(FlowScale.ofCase(simulation).isKnown())
                    .as("known before the run")
                    .isFalse();
            RunResult result = run(simulation);
            var numbers = result.scale().numbers();
            assertThat(numbers.reynolds()).isCloseTo(1, within(0.03));
            assertThat(numbers.mach()).isEqualTo(result.largestMach()).isCloseTo(0.036, within(0.001));
            assertThat(numbers.gridReynolds()).isCloseTo(0.125, within(0.003));
            assertThat(result.scale().velocityIs()).isEqualTo("largest velocity.maximum in log.csv");
            assertThat(result.scale().lengthIs()).isEqualTo("reference.length");
            assertThat(result.warnings()).isEmpty();
        }
    }

    @Test
    void the_numbers_of_an_oscillating_flow_are_those_of_its_largest_velocity() {
        try (Simulation simulation = opened(driven(8))) {
            FlowMonitor watch = new FlowMonitor(simulation, 0);
            watch.row(0.03);
            watch.row(1e-5);
            assertThat(watch.fastestMPerS()).isCloseTo(0.03 * simulation.units().velocityUnitMPerS(), within(1e-12));
        }
    }

    @Test
    void a_flow_above_mach_0_3_gives_one_warning_with_value_place_and_remedy() {
        try (Simulation simulation = opened(driven(90))) {
            List<String> warnings = run(simulation).warnings().stream()
                    .filter(warning -> warning.startsWith("the Mach number"))
                    .toList();
            assertThat(warnings).hasSize(2);
            assertThat(warnings.getFirst()).contains("the compressibility error is of the order of");
            assertThat(warnings.getLast())
                    .startsWith("the Mach number is 0.3")
                    .contains(" at (", "step ", "above 0.3 results are wrong", "Use a time step below ");
        }
    }

    /// The initial velocity is zero except for rounding: the lattice speed that results from it says nothing.
    @Test
    void remedies_name_the_key_of_the_time_step_that_the_case_sets() {
        CaseBuilder almostAtRest = channel(8, new QuasiCompressible(), new Trt())
                .initial(new Case.Initial(List.of(Value.of(1e-16), Value.ZERO, Value.ZERO), Value.ZERO));
        double timeStepS = 0.125 * 0.125 / 6; // of relaxation time 1
        assertThat(remedies(almostAtRest.relaxationTime(1)))
                .containsExactly(
                        "Use a time step below 752 us (time.relaxation-time below 0.644).",
                        "Use a time step below 1.3 ms (time.relaxation-time below 0.75), or model.equilibrium: incompressible.");
        assertThat(remedies(almostAtRest.timeStepS(timeStepS)))
                .containsExactly(
                        "Use a time step below 752 us.",
                        "Use a time step below 1.3 ms, or model.equilibrium: incompressible.");
        assertThat(remedies(almostAtRest.referenceVelocityMPerS(1).latticeSpeed(timeStepS / 0.125)))
                .containsExactly(
                        "Use a time step below 752 us (time.lattice-speed below 0.00601).",
                        "Use a time step below 1.3 ms (time.lattice-speed below 0.0104), or model.equilibrium: incompressible.");
    }

    /// A shorter time step would be refused, as its relaxation time is too close to 1/2.
    @Test
    void the_remedy_is_a_smaller_spacing_where_no_shorter_time_step_is_stable() {
        CaseBuilder fast = channel(8, new QuasiCompressible(), new Trt()).relaxationTime(0.5008);
        assertThat(remedies(fast))
                .containsExactly(
                        "Use a spacing below 36.1 mm at the same relaxation time (a time step that is short enough is not stable).",
                        "Use a spacing below 62.5 mm at the same relaxation time (a time step that is short enough is not stable),"
                                + " or model.equilibrium: incompressible.");
        assertThat(remedies(fast.beyondStability())).allMatch(remedy -> remedy.startsWith("Use a time step below "));
    }

    /// Of a velocity of Mach 0.346, and of a density that differs by 20 %.
    private static List<String> remedies(CaseBuilder theCase) {
        try (Simulation simulation = opened(theCase.build())) {
            FlowMonitor monitor = new FlowMonitor(simulation, 0);
            return Stream.of(monitor.velocity(0.2, 0), monitor.density(of(1, 1.2)))
                    .flatMap(List::stream)
                    .map(warning -> warning.substring(warning.indexOf("Use ")))
                    .toList();
        }
    }

    @Test
    void density_variation_gives_one_warning_unless_the_model_is_incompressible() {
        try (Simulation simulation = opened(driven(8, new QuasiCompressible()))) {
            FlowMonitor watch = new FlowMonitor(simulation, 0);
            Extremes density = of(1, 1.02, 0.95, 1);
            assertThat(watch.density(density))
                    .singleElement()
                    .asString()
                    .contains("the density differs by 7.37 % between", "Use a time step below", "incompressible");
            assertThat(watch.density(density)).isEmpty();
        }
        try (Simulation simulation = opened(driven(8, new Incompressible()))) {
            assertThat(new FlowMonitor(simulation, 0).density(of(1, 2))).isEmpty();
        }
    }

    @Test
    void a_collision_that_refuses_the_incompressible_equilibrium_is_not_advised_to_use_it() {
        try (Simulation simulation = opened(driven(8, new QuasiCompressible(), new Elbm()))) {
            assertThat(new FlowMonitor(simulation, 0).density(of(1, 1.02, 0.95, 1)))
                    .singleElement()
                    .asString()
                    .contains("the density differs by 7.37 % between", "Use a time step below")
                    .doesNotContain("incompressible");
        }
    }

    private static Extremes of(double... values) {
        Extremes found = new Extremes();
        for (int n = 0; n < values.length; n++) {
            found.add(values[n], n);
        }
        return found;
    }

    @Test
    void an_outlet_pressure_off_by_more_than_5_percent_of_the_drop_suggests_an_extension() {
        Side wall = Side.wall("wall");
        Case channel = Case.named("channel")
                .geometry(ShapeSource.in(Domain.of2d(2, 1, Side.opening("inlet"), Side.opening("outlet"), wall, wall)))
                .spacingM(0.125)
                .fluid(1, 1)
                .lattice(Lattices.D2Q9)
                .boundary(
                        "inlet",
                        new VelocityOpening(new Flow.MeanVelocity(Value.of(1)), Profile.PARABOLIC, Scheme.AUTO, 0))
                .boundary("outlet", new PressureOpening(Value.of(10), Scheme.AUTO, 0, false, null))
                .relaxationTime(1)
                .atMostSteps(1)
                .build();
        try (Simulation simulation = opened(channel)) {
            assertThat(OutletPressures.warnings(simulation, numbers(110, 4.9, -1)))
                    .as("the drop is 105.1 Pa")
                    .isEmpty();
            assertThat(OutletPressures.warnings(simulation, numbers(110, 4, -1)))
                    .singleElement()
                    .asString()
                    .contains("outlet: the mean pressure next to it is 4 Pa, the imposed one 10 Pa", "5.66 %");
            assertThat(OutletPressures.warnings(simulation, numbers(110, 4, -0.7)))
                    .as("before inflow and outflow balance")
                    .isEmpty();
        }
    }

    private static List<Observable> numbers(double inletPa, double outletPa, double outflow) {
        return List.of(
                new Observable("inlet.flow_rate", 1, "m2/s"),
                new Observable("inlet.mean_pressure", inletPa, "Pa"),
                new Observable("outlet.flow_rate", outflow, "m2/s"),
                new Observable("outlet.mean_pressure", outletPa, "Pa"));
    }

    private static Case driven(double acceleration) {
        return driven(acceleration, new Incompressible());
    }

    private static Case driven(double acceleration, Equilibrium equilibrium) {
        return driven(acceleration, equilibrium, new Trt());
    }

    private static Case driven(double acceleration, Equilibrium equilibrium, Collision collision) {
        return channel(acceleration, equilibrium, collision).relaxationTime(1).build();
    }

    private static CaseBuilder channel(double acceleration, Equilibrium equilibrium, Collision collision) {
        Side open = Side.periodic();
        return Case.named("channel")
                .geometry(ShapeSource.in(Domain.of2d(0.5, 1, open, open, Side.wall("low"), Side.wall("high"))))
                .spacingM(0.125)
                .fluid(1, 1)
                .lattice(Lattices.D2Q9)
                .collision(collision)
                .equilibrium(equilibrium)
                .accelerationMPerS2(acceleration, 0, 0)
                .referenceLengthM(1)
                .atMostSteps(400);
    }

    private static Simulation opened(Case theCase) {
        return Simulation.open(theCase, Devices.on(POOL).byKey("cpu:jvm"), POOL);
    }

    private RunResult run(Simulation simulation) {
        return new Run(
                        simulation,
                        List.of(),
                        (step, timeS, residual, observables) -> {},
                        new Checkpoints(folder, 1),
                        RunListener.SILENT,
                        new StopSignal(),
                        () -> 0)
                .toTheEnd();
    }
}
