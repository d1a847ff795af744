package dev.tessera.solver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tessera.device.Devices;
import dev.tessera.expr.Rational;
import dev.tessera.geometry.Vec;
import dev.tessera.geometry.shape.Cylinder;
import dev.tessera.geometry.shape.Domain;
import dev.tessera.geometry.shape.ShapeSource;
import dev.tessera.geometry.shape.Side;
import dev.tessera.kernel.Precision;
import dev.tessera.model.boundary.WallScheme;
import dev.tessera.model.collision.Bgk;
import dev.tessera.model.collision.Mrt;
import dev.tessera.model.collision.Smagorinsky;
import dev.tessera.model.collision.Trt;
import dev.tessera.model.lattice.Lattices;
import dev.tessera.solver.Boundary.Flow;
import dev.tessera.solver.Boundary.Profile;
import dev.tessera.solver.Boundary.Rise;
import dev.tessera.solver.Boundary.Scheme;
import dev.tessera.solver.boundary.CharacteristicOutlet;
import dev.tessera.solver.boundary.ControlledOpening;
import dev.tessera.solver.boundary.GradExtrapolatedOutflow;
import dev.tessera.solver.boundary.GradOutflow;
import dev.tessera.solver.boundary.PressureOpening;
import dev.tessera.solver.boundary.VelocityOpening;
import dev.tessera.solver.boundary.WindkesselOpening;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.concurrent.ForkJoinPool;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Cases with every kind of boundary, wall and drive compute the same flow with deviations as with populations: in
/// FP64 to rounding, in FP32 with smaller errors.
final class DeviationsTest {
    private static final int STEPS = 60;
    private static final List<String> QUANTITIES = List.of("density", "velocity-x", "velocity-y");

    private static ForkJoinPool pool;

    @BeforeAll
    static void start() {
        pool = new ForkJoinPool(1);
    }

    @AfterAll
    static void stop() {
        pool.close();
    }

    /// @param gain how many times smaller the error of deviations is at least, in single precision
    record Trial(String name, CaseBuilder draft, double gain) {
        Trial(String name, CaseBuilder draft) {
            this(name, draft, 2);
        }

        @Override
        public String toString() {
            return name;
        }
    }

    static Stream<Trial> trials() {
        return Stream.of(
                new Trial("openings of links", Ducts.duct(0, false, Scheme.LINK_WISE)),
                new Trial("openings of nodes", Ducts.duct(1, true, Scheme.ZOU_HE)),
                new Trial("mixed walls", Ducts.betweenMixedWalls(Scheme.ZOU_HE, Profile.PLUG)),
                new Trial(
                        "a sponge",
                        Ducts.duct(2, false, Scheme.LINK_WISE)
                                .boundary(
                                        "outlet",
                                        new PressureOpening(
                                                Value.ZERO, Scheme.LINK_WISE, 0, false, new Boundary.Sponge(1, 10)))),
                new Trial(
                        "Grad's outflow",
                        Ducts.duct(0, false, Scheme.LINK_WISE)
                                .boundary("outlet", new GradOutflow(Value.ZERO, new Rise.Over(0)))),
                new Trial(
                        "Grad's outflow, extrapolated",
                        Ducts.duct(0, false, Scheme.LINK_WISE)
                                .boundary(
                                        "outlet",
                                        new GradExtrapolatedOutflow.AtPressure(Value.ZERO, new Rise.Over(0)))),
                new Trial(
                        "a characteristic outlet",
                        Ducts.duct(0, false, Scheme.ZOU_HE).boundary("outlet", new CharacteristicOutlet(Value.ZERO))),
                new Trial(
                        "a Windkessel and a controlled flow",
                        Ducts.duct(1, false, Scheme.LINK_WISE)
                                .boundary(
                                        "inlet",
                                        new ControlledOpening(
                                                Value.of(1),
                                                OptionalDouble.empty(),
                                                Scheme.LINK_WISE,
                                                new Rise.Over(0.1)))
                                .boundary(
                                        "outlet",
                                        new WindkesselOpening(
                                                30, 10, 0.01, Value.ZERO, OptionalDouble.empty(), Scheme.LINK_WISE))),
                new Trial(
                        "large eddies",
                        Ducts.duct(0, false, Scheme.LINK_WISE)
                                .collision(new Smagorinsky(new Bgk(), Rational.of(1, 10)))),
                new Trial("values in time", valuesInTime()),
                // both round the distances of the walls
                new Trial("walls at their distances", discs(WallScheme.CURVED), 1.2),
                new Trial("linear Bouzidi walls", discs(WallScheme.BOUZIDI)),
                new Trial("quadratic Bouzidi walls", discs(WallScheme.BOUZIDI_QUADRATIC)),
                new Trial("half-way walls", discs(WallScheme.HALF_WAY)),
                new Trial("a lattice of second order", checkerboard()));
    }

    private static CaseBuilder valuesInTime() {
        Value wave = Value.varying(at -> at.number(1).plus(at.sin(at.t().times(at.number(40)))));
        Value rising = Value.varying(at -> at.y().times(at.t()));
        Domain channel =
                Domain.of2d(3, 1, Side.opening("inlet"), Side.opening("outlet"), Side.wall("bottom"), Side.wall("lid"));
        return Case.named("pulsed")
                .geometry(ShapeSource.in(channel))
                .spacingM(1.0 / 12)
                .fluid(1, 0.4)
                .lattice(Lattices.D2Q9)
                .collision(new Trt())
                .boundary(
                        "inlet",
                        new VelocityOpening(new Flow.PeakVelocity(wave), Profile.PARABOLIC, Scheme.LINK_WISE, 0.1))
                .boundary("outlet", new PressureOpening(rising, Scheme.LINK_WISE, 0.05, false, null))
                .boundary("lid", Boundaries.movingWall("1 m/s", "0 m/s", "0 m/s"))
                .relaxationTime(0.8)
                .atMostSteps(STEPS);
    }

    /// Two discs in a periodic box, one of them moving, driven by a force.
    private static CaseBuilder discs(WallScheme walls) {
        Side open = Side.periodic();
        return Case.named("discs")
                .geometry(ShapeSource.in(Domain.of2d(1, 1, open, open, open, open))
                        .obstacle("resting", Cylinder.disc(0.31, 0.37, 0.19))
                        .obstacle("moving", Cylinder.disc(0.73, 0.64, 0.23)))
                .spacingM(0.05)
                .fluid(1, 0.1)
                .lattice(Lattices.D2Q9)
                .collision(new Trt())
                .walls(walls)
                .boundary("moving", Boundaries.movingWall("0.1 m/s", "0.2 m/s", "0 m/s"))
                .accelerationMPerS2(3, 1, 0)
                .relaxationTime(0.8)
                .atMostSteps(STEPS);
    }

    private static CaseBuilder checkerboard() {
        Side open = Side.periodic();
        Side wall = Side.wall("wall");
        return Case.named("checkerboard")
                .geometry(ShapeSource.in(Domain.of(new Vec(8, 6, 6), open, open, open, open, wall, wall)))
                .spacingM(1)
                .fluid(1, 0.02)
                .lattice(Lattices.D3Q13)
                .collision(new Mrt())
                .accelerationMPerS2(1e-4, 0, 0)
                .referenceLengthM(6)
                .timeStepS(1)
                .atMostSteps(STEPS);
    }

    /// @param fields lattice units, `[quantity][node]`
    private record Flowing(double[][] fields, Map<String, Double> observables) {}

    private static Flowing after(CaseBuilder draft, Precision precision) {
        Case theCase = draft.precision(precision).build();
        try (Simulation simulation = Simulation.open(theCase, Devices.on(pool).byKey("cpu:jvm"), pool)) {
            simulation.step(STEPS);
            Map<String, Double> observables = simulation.observables(true).stream()
                    .collect(Collectors.toMap(
                            Observable::name, Observable::value, (first, second) -> second, LinkedHashMap::new));
            return new Flowing(simulation.sample(QUANTITIES), observables);
        }
    }

    @ParameterizedTest
    @MethodSource("trials")
    void deviations_in_double_precision_compute_the_flow_of_populations(Trial trial) {
        Flowing expected = after(trial.draft, Precision.FP64);
        Flowing actual = after(trial.draft, Precision.FP64_DEVIATIONS);
        assertThat(largest(expected.fields, 1)).isGreaterThan(1e-4);
        assertThat(distance(actual.fields, expected.fields)).isLessThan(1e-12);
        assertThat(actual.observables.keySet()).isEqualTo(expected.observables.keySet());
        expected.observables.forEach((name, value) -> assertThat(actual.observables.get(name))
                .as(name)
                .isCloseTo(value, within(1e-9 * (1 + Math.abs(value)))));
    }

    @ParameterizedTest
    @MethodSource("trials")
    void deviations_in_single_precision_have_smaller_errors(Trial trial) {
        Flowing exact = after(trial.draft, Precision.FP64);
        double ofPopulations = distance(after(trial.draft, Precision.FP32).fields, exact.fields);
        double ofDeviations = distance(after(trial.draft, Precision.FP32_DEVIATIONS).fields, exact.fields);
        assertThat(ofDeviations).isLessThan(ofPopulations / trial.gain);
    }

    /// The largest difference of a velocity.
    private static double distance(double[][] actual, double[][] expected) {
        double distance = 0;
        for (int quantity = 1; quantity < expected.length; quantity++) {
            for (int node = 0; node < expected[quantity].length; node++) {
                distance = Math.max(distance, Math.abs(actual[quantity][node] - expected[quantity][node]));
            }
        }
        return distance;
    }

    private static double largest(double[][] fields, int quantity) {
        return Arrays.stream(fields[quantity]).map(Math::abs).max().orElseThrow();
    }
}
