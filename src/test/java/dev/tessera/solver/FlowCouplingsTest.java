package dev.tessera.solver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.tessera.device.Device;
import dev.tessera.device.Devices;
import dev.tessera.device.opencl.OpenClPlatforms;
import dev.tessera.geometry.Vec;
import dev.tessera.geometry.shape.Cuboid;
import dev.tessera.geometry.shape.Domain;
import dev.tessera.geometry.shape.Shape;
import dev.tessera.geometry.shape.ShapeSource;
import dev.tessera.geometry.shape.Side;
import dev.tessera.geometry.shape.Union;
import dev.tessera.kernel.reduce.Feedback;
import dev.tessera.layout.addressing.Addressings;
import dev.tessera.layout.pattern.AaPattern;
import dev.tessera.layout.pattern.EsotericPull;
import dev.tessera.model.collision.Trt;
import dev.tessera.solver.Boundary.Flow;
import dev.tessera.solver.Boundary.Profile;
import dev.tessera.solver.Boundary.Rise;
import dev.tessera.solver.Boundary.Scheme;
import dev.tessera.solver.boundary.ControlledOpening;
import dev.tessera.solver.boundary.PressureOpening;
import dev.tessera.solver.boundary.VelocityOpening;
import dev.tessera.solver.boundary.WindkesselOpening;
import dev.tessera.testkit.Needs;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ForkJoinPool;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Openings whose pressure follows from the flow, in ducts of 1 m², with density 1 kg/m3.
final class FlowCouplingsTest {
    private static final double FLOW = 0.5; // m3/s
    private static final double SOUND = 18.5; // resistance of sound in a duct, Pa s/m3

    private static final Map<String, Device> OPENED = new TreeMap<>(); // kernels are compiled once
    private static ForkJoinPool pool;
    private static Devices devices;

    @TempDir
    Path folder;

    @BeforeAll
    static void start() {
        pool = new ForkJoinPool(1);
        devices = Devices.on(pool);
    }

    @AfterAll
    static void stop() {
        OPENED.clear();
        devices.close();
        pool.close();
    }

    @Test
    void the_flow_of_parallel_windkessels_is_divided_by_their_resistances() {
        Case branches = branches(1)
                .boundary("inlet", controlled(Value.of(FLOW), Scheme.LINK_WISE))
                .boundary("low", rcr(250, 50, 0.004, Scheme.LINK_WISE))
                .boundary("high", new WindkesselOpening(900, Scheme.LINK_WISE))
                .build();
        try (Simulation simulation = open(branches, "cpu:jvm")) {
            simulation.step(20_000);
            Map<String, Double> found = observables(simulation);
            double low = -Objects.requireNonNull(found.get("low.flow_rate"));
            double high = -Objects.requireNonNull(found.get("high.flow_rate"));
            assertThat(found.get("inlet.flow_rate")).isCloseTo(FLOW, within(1e-5 * FLOW));
            assertThat(low + high).isCloseTo(FLOW, within(1e-5 * FLOW));
            assertThat(found.get("low.controlled_pressure")).isCloseTo(300 * low, within(1e-5 * 300 * low));
            assertThat(found.get("high.controlled_pressure")).isCloseTo(900 * high, within(1e-5 * 900 * high));
            // a branch itself has a resistance between 5 and 25 Pa s/m3
            assertThat(low / high).isCloseTo(2.91, within(0.07));
        }
    }

    @Test
    void an_opening_that_touches_another_one_is_refused() {
        Case touching = branches(3)
                .boundary("inlet", controlled(Value.of(FLOW), Scheme.LINK_WISE))
                .boundary("low", new PressureOpening(Value.ZERO, Scheme.LINK_WISE, 0, false, null))
                .boundary("high", new PressureOpening(Value.ZERO, Scheme.LINK_WISE, 0, false, null))
                .build();
        assertThatThrownBy(() -> open(touching, "cpu:interpreter").close())
                .isInstanceOf(CaseException.class)
                .hasMessageContaining("boundaries.inlet: the opening touches low");
    }

    /// A duct of 3 m from `low` to `high`, and in the middle a duct from `inlet` of a given width.
    private static CaseBuilder branches(double widthM) {
        Side wall = Side.wall("wall");
        Domain box = new Domain(
                Vec.ZERO,
                new Vec(3, 1, 2),
                List.of(Side.opening("low"), Side.opening("high"), wall, wall, Side.opening("inlet"), wall));
        Shape through = new Cuboid(new Vec(-1, -1, 1), new Vec(4, 2, 3));
        Shape stem = new Cuboid(new Vec(1.5 - widthM / 2, -1, -1), new Vec(1.5 + widthM / 2, 2, 1.5));
        return Case.named("branches")
                .geometry(ShapeSource.in(box).fluid(Union.of(List.of(through, stem))))
                .spacingM(1.0 / 6)
                .fluid(1, 0.4)
                .collision(new Trt())
                .relaxationTime(0.8)
                .atMostSteps(20_000);
    }

    @Test
    void a_windkessel_follows_its_differential_equation() {
        double period = 2;
        Value pulse = new Value.Sampled(
                List.of(0.0, 0.5, 1.0, 1.5), List.of(0.1, 0.9, 0.3, 0.2), period, Value.Interpolation.CUBIC);
        double resistance = 40;
        double proximal = 15;
        double compliance = 0.5; // the fluid has 3 m3 / 341 Pa
        Case duct = Ducts.duct(0, false, Scheme.AUTO)
                .boundary("inlet", new VelocityOpening(new Flow.FlowRate(pulse), Profile.DEVELOPED, Scheme.AUTO, 0))
                .boundary("outlet", rcr(resistance, proximal, compliance, Scheme.AUTO))
                .build();
        try (Simulation simulation = open(duct, "cpu:jvm")) {
            double dt = simulation.units().timeStepS();
            PlaceAndTime wanted = PlaceAndTime.of(pulse);
            double fromOutflow = 0; // pressure of the compliance, by the flow that left the fluid one step earlier
            double fromPulse = 0; // by the flow that is imposed
            double flow = 0;
            double largest = 0;
            double outflowError = 0;
            double pulseError = 0;
            for (int step = 0; step < 2 * period / dt; step++) {
                simulation.step(1);
                double inflow = wanted.at(new double[3], (step + 0.5) * dt);
                fromOutflow = advanced(fromOutflow, flow, resistance * compliance, resistance, dt);
                fromPulse = advanced(fromPulse, inflow, resistance * compliance, resistance, dt);
                Map<String, Double> found = observables(simulation);
                double pressure = Objects.requireNonNull(found.get("outlet.controlled_pressure"));
                outflowError = Math.max(outflowError, Math.abs(pressure - fromOutflow - proximal * flow));
                flow = -Objects.requireNonNull(found.get("outlet.flow_rate"));
                pulseError = Math.max(pulseError, Math.abs(pressure - proximal * flow - fromPulse));
                largest = Math.max(largest, pressure);
            }
            assertThat(largest).isGreaterThan(5);
            assertThat(outflowError).isLessThan(0.02 * largest);
            assertThat(pulseError).isLessThan(0.05 * largest);
        }
    }

    /// The exact solution of `C dp/dt = Q - p/R` over a step with constant Q.
    private static double advanced(double pressure, double flow, double timeS, double resistance, double dt) {
        double rest = Math.exp(-dt / timeS);
        return pressure * rest + resistance * flow * (1 - rest);
    }

    @ParameterizedTest
    @CsvSource({"AUTO, 1", "AUTO, 1e6", "LINK_WISE, 1e-3", "LINK_WISE, 1e3"})
    void a_disturbance_decays_at_every_resistance(Scheme scheme, double factor) {
        OptionalDouble high = OptionalDouble.of(5);
        Case duct = Ducts.duct(0, false, scheme)
                .fluid(1, 0.002)
                .collision(new Trt())
                .timeStepS(0.004)
                .boundary("inlet", new ControlledOpening(Value.ZERO, high, scheme, new Rise.Over(0)))
                .boundary("outlet", new WindkesselOpening(factor * SOUND, scheme))
                .build();
        try (Simulation simulation = open(duct, "cpu:jvm")) {
            double start = 0;
            for (int run = 0; run < 40; run++) {
                simulation.step(run == 0 ? 20 : 100);
                double speed = Objects.requireNonNull(observables(simulation).get("velocity.maximum"));
                start = run == 0 ? speed : start;
                assertThat(speed).isLessThanOrEqualTo(3 * start);
            }
            assertThat(observables(simulation).get("velocity.maximum")).isLessThan(0.5 * start);
        }
    }

    @ParameterizedTest
    @CsvSource({"cpu:jvm, cpu:interpreter", "opencl:0, cpu:interpreter", "cpu:jvm, opencl:0"})
    void a_resumed_run_continues_bit_for_bit_on_another_device_and_storage(String before, String after)
            throws IOException {
        Value pulse = new Value.Sampled(List.of(0.0, 0.05), List.of(0.1, 0.6), 0.1, Value.Interpolation.LINEAR);
        CaseBuilder duct = Ducts.duct(1, false, Scheme.LINK_WISE)
                .boundary("inlet", controlled(pulse, Scheme.LINK_WISE))
                .boundary("outlet", rcr(30, 10, 0.01, Scheme.LINK_WISE));
        Checkpoints checkpoints = new Checkpoints(folder, 1);
        Case first = duct.storage(new AaPattern(), Addressings.byKey("dense")).build();
        Case second = duct.storage(new EsotericPull(), Addressings.byKey("compact-tiles"))
                .build();
        try (Simulation whole = open(first, before);
                Simulation resumed = open(second, after)) {
            whole.step(77); // more than a batch of a GPU, and a part of another
            checkpoints.write(whole, List.of());
            resumed.restore(checkpoints.last().orElseThrow());
            assertThat(resumed.observables(false)).isEqualTo(whole.observables(false));
            whole.step(28);
            resumed.step(28);
            List<Feedback.State> states = whole.execution().feedbackStates();
            assertThat(states).hasSize(2).doesNotHaveDuplicates();
            assertThat(resumed.execution().feedbackStates()).isEqualTo(states);
            assertThat(resumed.observables(false)).isEqualTo(whole.observables(false));
        }
    }

    @Test
    void an_inflow_in_time_and_an_outlet_are_bit_identical_on_a_gpu_whatever_the_steps_per_request() {
        Value pulse = new Value.Sampled(List.of(0.0, 0.05), List.of(0.1, 0.6), 0.1, Value.Interpolation.CUBIC);
        Case duct = Ducts.duct(2, true, Scheme.LINK_WISE)
                .boundary(
                        "inlet", new VelocityOpening(new Flow.FlowRate(pulse), Profile.DEVELOPED, Scheme.LINK_WISE, 0))
                .boundary("outlet", rcr(30, 10, 0.01, Scheme.LINK_WISE))
                .storage(new AaPattern(), Addressings.byKey("compact-tiles"))
                .build();
        try (Simulation expected = open(duct, "cpu:jvm");
                Simulation actual = open(duct, "opencl:0")) {
            for (int count : new int[] {1, 90, 3, 40}) {
                expected.step(count);
                actual.step(count / 2);
                actual.observables(false);
                actual.step(count - count / 2);
                assertThat(actual.execution().feedbackStates())
                        .isEqualTo(expected.execution().feedbackStates());
                assertThat(actual.observables(false)).isEqualTo(expected.observables(false));
            }
        }
    }

    @Test
    void a_compliance_without_effect_is_refused() {
        Case duct = Ducts.duct(0, false, Scheme.AUTO)
                .boundary("outlet", rcr(10, 1, 1e-6, Scheme.AUTO))
                .build();
        assertThatThrownBy(() -> open(duct, "cpu:interpreter").close())
                .isInstanceOf(CaseException.class)
                .hasMessageContaining(
                        "boundaries.outlet.compliance: resistance × compliance is 10 us, less than a time step");
    }

    @Test
    void a_run_warns_where_the_fluid_itself_is_as_compliant_as_its_windkessels() {
        ToDoubleFunction<Double> warnings = compliance -> {
            Case duct = Ducts.duct(0, false, Scheme.AUTO)
                    .boundary("outlet", rcr(40, 1, compliance, Scheme.AUTO))
                    .build();
            try (Simulation simulation = open(duct, "cpu:interpreter")) {
                return simulation.warnings().stream()
                        .filter(warning -> warning.contains("acts as a compliance of"))
                        .count();
            }
        };
        assertThat(warnings.applyAsDouble(0.02)).isEqualTo(1);
        assertThat(warnings.applyAsDouble(0.2)).isZero();
    }

    private static ControlledOpening controlled(Value flow, Scheme scheme) {
        return new ControlledOpening(flow, OptionalDouble.empty(), scheme, new Rise.Over(0));
    }

    private static WindkesselOpening rcr(double resistance, double proximal, double compliance, Scheme scheme) {
        return new WindkesselOpening(resistance, proximal, compliance, Value.ZERO, OptionalDouble.empty(), scheme);
    }

    private static Map<String, Double> observables(Simulation simulation) {
        return Observation.of(simulation, Set.of()).row().stream()
                .collect(Collectors.toMap(Observable::name, Observable::value));
    }

    private static Simulation open(Case theCase, String device) {
        if (device.startsWith("opencl")) {
            Needs.part("opencl", !new OpenClPlatforms().list().offers().isEmpty());
        }
        return Simulation.open(theCase, OPENED.computeIfAbsent(device, devices::byKey), pool);
    }
}
