package dev.tessera.solver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.tessera.device.interpreter.Interpreter;
import dev.tessera.expr.Expr;
import dev.tessera.expr.Form.ElementaryFunction;
import dev.tessera.geometry.shape.Domain;
import dev.tessera.geometry.shape.ShapeSource;
import dev.tessera.geometry.shape.Side;
import dev.tessera.layout.Addressing;
import dev.tessera.layout.StreamingPattern;
import dev.tessera.layout.addressing.Addressings;
import dev.tessera.layout.addressing.Dense;
import dev.tessera.layout.pattern.Patterns;
import dev.tessera.layout.pattern.TwoBufferPull;
import dev.tessera.model.collision.Trt;
import dev.tessera.model.lattice.Lattices;
import dev.tessera.solver.Boundary.Flow;
import dev.tessera.solver.Boundary.Profile;
import dev.tessera.solver.Boundary.Scheme;
import dev.tessera.solver.boundary.MovingWall;
import dev.tessera.solver.boundary.PressureOpening;
import dev.tessera.solver.boundary.VelocityOpening;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ForkJoinPool;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/// Runs with values that change in time: a velocity, a pressure, a moving wall and a body force.
final class ValuesInTimeTest {
    private static final int STEPS = 150;
    private static ForkJoinPool pool;

    @TempDir
    private Path folder;

    @BeforeAll
    static void start() {
        pool = new ForkJoinPool(1);
    }

    @AfterAll
    static void stop() {
        pool.close();
    }

    /// The same flow, with values that can be separated, in a form that cannot, or in one that only the host
    /// evaluates.
    enum Form {
        SEPARABLE,
        INSEPARABLE,
        ON_HOST;

        Value of(Function<Value.Somewhere, Expr> formula) {
            return switch (this) {
                case SEPARABLE -> Value.varying(formula);
                case INSEPARABLE ->
                    Value.varying(
                            at -> at.max(formula.apply(at), at.x().plus(at.t()).minus(at.number(1e9))));
                case ON_HOST ->
                    Value.varying(at -> at.max(
                            formula.apply(at),
                            at.graph()
                                    .minimum(tan(at, at.x().times(at.t())), at.number(0))
                                    .minus(at.number(1e9))));
            };
        }

        private static Expr tan(Value.Somewhere at, Expr angle) {
            return at.graph().call(ElementaryFunction.TAN, List.of(angle));
        }
    }

    private static Case channel(Form form) {
        return Case.named("channel")
                .geometry(ShapeSource.in(Domain.of2d(
                        3, 1, Side.opening("inlet"), Side.opening("outlet"), Side.wall("bottom"), Side.wall("lid"))))
                .spacingM(1.0 / 12)
                .fluid(1, 0.4)
                .lattice(Lattices.D2Q9)
                .collision(new Trt())
                .boundary(
                        "inlet",
                        new VelocityOpening(
                                new Flow.PeakVelocity(form.of(
                                        at -> at.number(1).plus(at.sin(at.t().times(at.number(40)))))),
                                Profile.PARABOLIC,
                                Scheme.LINK_WISE,
                                0.1))
                .boundary(
                        "outlet",
                        new PressureOpening(form.of(at -> at.y().times(at.t())), Scheme.LINK_WISE, 0.05, false, null))
                .boundary(
                        "lid",
                        new MovingWall(List.of(
                                form.of(at -> at.sin(at.t().times(at.number(9)))), Value.ZERO, Value.ZERO)))
                .relaxationTime(0.8)
                .atMostSteps(2500)
                .build();
    }

    private static Case driven(Value along) {
        return Case.named("driven")
                .geometry(ShapeSource.in(
                        Domain.of2d(1, 1, Side.periodic(), Side.periodic(), Side.wall("wall"), Side.wall("wall"))))
                .spacingM(1.0 / 12)
                .fluid(1, 0.4)
                .lattice(Lattices.D2Q9)
                .collision(new Trt())
                .drive(new Case.Drive(List.of(along, Value.ZERO, Value.ZERO)))
                .relaxationTime(0.8)
                .atMostSteps(2500)
                .build();
    }

    private static Simulation open(Case theCase) {
        return Simulation.open(theCase, new Interpreter(), pool);
    }

    private static double[][] after(Case theCase, int calls) {
        try (Simulation simulation = open(theCase)) {
            for (int call = 0; call < calls; call++) {
                simulation.step(STEPS / calls);
            }
            return copy(simulation.sample(List.of("velocity-x", "density")));
        }
    }

    private static double[][] copy(double[][] rows) {
        double[][] copy = new double[rows.length][];
        for (int row = 0; row < rows.length; row++) {
            copy[row] = rows[row].clone();
        }
        return copy;
    }

    private static void checkEqual(double[][] actual, double[][] expected) {
        double moved = 0;
        for (int row = 0; row < expected.length; row++) {
            for (int node = 0; node < expected[row].length; node++) {
                assertThat(actual[row][node]).isCloseTo(expected[row][node], within(1e-13));
                moved = Math.max(moved, Math.abs(expected[0][node]));
            }
        }
        assertThat(moved).isGreaterThan(1e-4);
    }

    @ParameterizedTest
    @EnumSource(
            value = Form.class,
            names = {"SEPARABLE", "INSEPARABLE"})
    void boundary_values_on_the_device_give_the_flow_of_values_evaluated_on_the_host(Form form) {
        checkEqual(after(channel(form), 1), after(channel(Form.ON_HOST), 1));
    }

    @ParameterizedTest
    @EnumSource(Form.class)
    void results_do_not_depend_on_how_many_steps_are_requested_at_once(Form form) {
        assertThat(after(channel(form), 1)).isDeepEqualTo(after(channel(form), STEPS));
    }

    @ParameterizedTest
    @EnumSource(
            value = Form.class,
            names = {"SEPARABLE", "INSEPARABLE"})
    void forces_on_the_device_give_the_flow_of_forces_evaluated_on_the_host(Form form) {
        Function<Value.Somewhere, Expr> uniform = at -> at.sin(at.t().times(at.number(20)));
        Function<Value.Somewhere, Expr> withPlace = at ->
                at.y().times(at.sin(at.t().times(at.number(20)))).plus(at.y().times(at.number(2)));
        for (Function<Value.Somewhere, Expr> formula : List.of(uniform, withPlace)) {
            checkEqual(after(driven(form.of(formula)), 1), after(driven(Form.ON_HOST.of(formula)), 1));
        }
    }

    /// A force with a coefficient in place and without, times a function.
    @Test
    void a_force_may_be_a_front_that_moves() {
        Function<Value.Somewhere, Expr> front =
                at -> at.tanh(at.x().minus(at.t()).times(at.number(5)));
        checkEqual(after(driven(Value.varying(front)), 1), after(driven(Form.ON_HOST.of(front)), 1));
        Function<Value.Somewhere, Expr> shear = at -> at.y().times(front.apply(at));
        checkEqual(after(driven(Value.varying(shear)), 1), after(driven(Form.ON_HOST.of(shear)), 1));
    }

    @Test
    void values_evaluated_on_the_host_are_reported_with_the_reason() {
        assertThat(warnings(channel(Form.INSEPARABLE))).noneMatch(warning -> warning.contains("host"));
        assertThat(warnings(channel(Form.ON_HOST)))
                .filteredOn(warning -> warning.contains("tan is computed on the host only"))
                .extracting(warning -> warning.substring(0, warning.indexOf(':')))
                .containsExactly("boundaries.inlet", "boundaries.outlet", "boundaries.lid");
        assertThat(warnings(driven(Form.ON_HOST.of(Value.Somewhere::t))))
                .anyMatch(warning -> warning.startsWith("drive: "));
        assertThat(warnings(driven(Value.varying(at -> Form.tan(at, at.t()))))).noneMatch(w -> w.startsWith("drive: "));
    }

    private static List<String> warnings(Case theCase) {
        try (Simulation simulation = open(theCase)) {
            return simulation.warnings();
        }
    }

    static Stream<Arguments> storages() {
        return Stream.of(Form.SEPARABLE, Form.INSEPARABLE)
                .flatMap(form -> Patterns.all().stream()
                        .flatMap(pattern -> Addressings.fitting(pattern).stream()
                                .map(addressing -> arguments(form, pattern, addressing))));
    }

    @ParameterizedTest
    @MethodSource("storages")
    void every_storage_gives_the_same_bits(Form form, StreamingPattern pattern, Addressing addressing) {
        double[][] dense = with(form, new StorageChoice(new TwoBufferPull(), new Dense()));
        assertThat(with(form, new StorageChoice(pattern, addressing))).isDeepEqualTo(dense);
    }

    private static double[][] with(Form form, StorageChoice storage) {
        Case theCase = channel(form);
        var nodes = theCase.geometry().voxelise(theCase.spacingM(), pool);
        try (Simulation simulation = Simulation.open(theCase, nodes, new Interpreter(), storage, pool)) {
            simulation.step(STEPS / 7);
            return copy(simulation.sample(List.of("velocity-x", "density")));
        }
    }

    @ParameterizedTest
    @EnumSource(Form.class)
    void a_resumed_run_continues_bit_for_bit(Form form) throws IOException {
        try (Simulation first = open(channel(form));
                Simulation second = open(channel(form))) {
            first.step(57);
            Checkpoints checkpoints = new Checkpoints(folder, 1);
            checkpoints.write(first, List.of());
            second.restore(checkpoints.last().orElseThrow());
            assertThat(second.sample(List.of("density"))).isDeepEqualTo(first.sample(List.of("density")));
            first.step(43);
            second.step(43);
            List<String> all = List.of("velocity-x", "velocity-y", "density", "inflow");
            assertThat(second.sample(all)).isDeepEqualTo(first.sample(all));
        }
    }
}
