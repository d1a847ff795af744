package dev.tessera.solver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.tessera.expr.Evaluator;
import dev.tessera.expr.Expr;
import dev.tessera.expr.ExprGraph;
import dev.tessera.expr.Form;
import dev.tessera.geometry.NodeMap;
import dev.tessera.kernel.Kernel.Source;
import dev.tessera.kernel.ValuesInTime;
import dev.tessera.kernel.ValuesInTime.Term;
import dev.tessera.model.Velocity;
import dev.tessera.model.boundary.LinkNode;
import dev.tessera.solver.Boundary.Flow;
import dev.tessera.solver.Boundary.Profile;
import dev.tessera.solver.Boundary.Scheme;
import dev.tessera.solver.boundary.PressureOpening;
import dev.tessera.solver.boundary.VelocityOpening;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SequencedMap;
import java.util.concurrent.ForkJoinPool;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// A ramp of 2 s at the inlet and of 3 s at the outlet.
final class BoundaryFieldsTest {
    private static final double[] TIMES = {0.1, 0.7, 1.9, 2.0, 2.5, 3.0, 4.0, 0.5};

    private static Case ramped(Scheme scheme, Value inlet, Value outlet) {
        return ramped(scheme, inlet, 2, outlet, 3);
    }

    private static Case ramped(Scheme scheme, Value inlet, double inletS, Value outlet, double outletS) {
        return Ducts.duct(0, false, scheme)
                .boundary("inlet", new VelocityOpening(new Flow.MeanVelocity(inlet), Profile.DEVELOPED, scheme, inletS))
                .boundary("outlet", new PressureOpening(outlet, scheme, outletS, false, null))
                .build();
    }

    /// 1 + sin(t), and with place.
    private static Case separable(Scheme scheme) {
        return ramped(
                scheme,
                Value.varying(at -> at.number(1).plus(at.sin(at.t()))),
                Value.varying(at -> at.y().times(at.number(0.5)).plus(at.z().times(at.sin(at.t())))));
    }

    /// The same values, in a form that cannot be separated.
    private static Case inseparable(Scheme scheme) {
        return largerThan(scheme, at -> at.x().plus(at.t()).minus(at.number(1e9)));
    }

    /// The same values, in a form that only the host evaluates.
    private static Case onHost(Scheme scheme) {
        return largerThan(
                scheme,
                at -> at.number(-1e9).plus(at.graph().minimum(tan(at, at.x().times(at.t())), at.number(0))));
    }

    private static Expr tan(Value.Somewhere at, Expr angle) {
        return at.graph().call(Form.ElementaryFunction.TAN, List.of(angle));
    }

    private static Case largerThan(Scheme scheme, Function<Value.Somewhere, Expr> least) {
        return ramped(
                scheme,
                Value.varying(at -> at.max(at.number(1).plus(at.sin(at.t())), least.apply(at))),
                Value.varying(at ->
                        at.max(at.y().times(at.number(0.5)).plus(at.z().times(at.sin(at.t()))), least.apply(at))));
    }

    private static BoundaryFields fields(Case theCase, NodeMap nodes, SeriesNames series) {
        var units = Discretization.of(theCase, nodes, ImposedSpeed.largestMPerS(theCase, nodes))
                .units();
        return new BoundaryFields(theCase, nodes, units, BoundaryPlan.of(theCase, nodes, units), series);
    }

    private static NodeMap nodes(Case theCase) {
        return theCase.geometry().voxelise(theCase.spacingM(), ForkJoinPool.commonPool());
    }

    private static List<BoundaryPlan.Group> groups(Case theCase, NodeMap nodes) {
        var units = Discretization.of(theCase, nodes, ImposedSpeed.largestMPerS(theCase, nodes))
                .units();
        return BoundaryPlan.of(theCase, nodes, units).groups();
    }

    /// Links of a node to resting walls have no rule.
    @Test
    void links_of_a_side_have_the_directions_that_cross_it() {
        Case theCase = separable(Scheme.LINK_WISE);
        List<BoundaryPlan.Group> groups = groups(theCase, nodes(theCase));
        assertThat(groups).isNotEmpty().allSatisfy(group -> {
            List<Velocity> directions = ((LinkNode) group.rule()).directions();
            int inward = directions.getFirst().x();
            assertThat(directions).hasSize(5).allMatch(velocity -> velocity.x() == inward);
            assertThat(inward).isNotZero();
        });
    }

    static Stream<Arguments> evaluated() {
        return Stream.of(Scheme.ZOU_HE, Scheme.LINK_WISE)
                .flatMap(scheme ->
                        Stream.of(arguments(scheme, separable(scheme)), arguments(scheme, inseparable(scheme))));
    }

    @ParameterizedTest
    @MethodSource("evaluated")
    void sums_of_products_equal_the_values_evaluated_on_the_host(Scheme scheme, Case theCase) {
        NodeMap nodes = nodes(theCase);
        SeriesNames series = new SeriesNames();
        int changing = 0;
        for (BoundaryPlan.Group group : groups(theCase, nodes)) {
            ImposedFields onDevice = fields(theCase, nodes, series).of(group);
            assertThat(onDevice.isComputedInTime()).isFalse();
            assertThat(onDevice.at(1)).isEmpty();
            ImposedFields host =
                    fields(onHost(scheme), nodes, new SeriesNames()).of(group);
            assertThat(host.inTime().terms()).isEmpty();
            for (double time : TIMES) {
                host.at(time);
                for (String name : host.all().sequencedKeySet()) {
                    double[] expected = Objects.requireNonNull(host.all().get(name));
                    for (int node = 0; node < expected.length; node++) {
                        assertThat(valueOf(onDevice, series, name, node, time))
                                .as("%s of %s at %s s", name, group.name(), time)
                                .isCloseTo(expected[node], within(1e-14 * Math.max(1e-3, Math.abs(expected[node]))));
                    }
                }
            }
            changing += onDevice.inTime().terms().size();
        }
        assertThat(changing).isPositive();
    }

    /// As a kernel computes it.
    private static double valueOf(ImposedFields imposed, SeriesNames series, String name, int node, double timeS) {
        ExprGraph graph = new ExprGraph();
        Map<String, Source> sources = new HashMap<>();
        ValuesInTime inTime = imposed.inTime().terms().containsKey(name)
                ? imposed.inTime()
                : new ValuesInTime(new LinkedHashMap<>(Map.of(name, List.of(Term.fixed(name)))));
        Expr value = inTime.value(name, ValuesInTime.Node.withoutFlow(graph, (symbol, source) -> {
                    sources.put(symbol, source);
                    return graph.symbol(symbol);
                }))
                .orElseThrow();
        return Evaluator.evaluate(
                value,
                symbol -> sources.get(symbol) instanceof Source.FieldIn(String field)
                        ? Objects.requireNonNull(imposed.all().get(field))[node]
                        : series.at(symbol, timeS));
    }

    /// A ramp ends at exactly one, so that the flow after it has the bits of the flow without.
    @Test
    void settled_values_equal_those_without_a_ramp_bit_for_bit() {
        Case theCase = ramped(Scheme.LINK_WISE, Value.of(0.7), Value.of(3));
        Case atOnce = ramped(Scheme.LINK_WISE, Value.of(0.7), 0, Value.of(3), 0);
        NodeMap nodes = nodes(theCase);
        SeriesNames series = new SeriesNames();
        for (BoundaryPlan.Group group : groups(theCase, nodes)) {
            ImposedFields ramped = fields(theCase, nodes, series).of(group);
            ImposedFields constant = fields(atOnce, nodes, new SeriesNames()).of(group);
            constant.all().forEach((name, values) -> {
                for (int node = 0; node < values.length; node++) {
                    assertThat(valueOf(ramped, series, name, node, 3)).isEqualTo(values[node]);
                }
            });
        }
    }

    /// Kinds, normals and guards are constant and are computed once.
    @Test
    void only_imposed_values_change() {
        Case theCase = onHost(Scheme.LINK_WISE);
        NodeMap nodes = nodes(theCase);
        for (BoundaryPlan.Group group : groups(theCase, nodes)) {
            ImposedFields imposed = fields(theCase, nodes, new SeriesNames()).of(group);
            SequencedMap<String, double[]> changing = imposed.at(1);
            assertThat(changing).isNotEmpty();
            assertThat(changing.keySet()).allMatch(name -> name.startsWith("value-"));
        }
    }

    @Test
    void boundaries_with_the_same_function_of_time_share_a_series() {
        Value wave = Value.varying(at -> at.sin(at.t()).times(at.y()));
        Value other = Value.varying(at -> at.sin(at.t()).times(at.z()));
        assertThat(seriesOf(ramped(Scheme.LINK_WISE, wave, 2, other, 2))).isEqualTo(1);
        assertThat(seriesOf(ramped(Scheme.LINK_WISE, wave, 2, other, 3))).isEqualTo(2);
        assertThat(seriesOf(ramped(Scheme.LINK_WISE, wave, 2, Value.of(1), 2))).isEqualTo(2);
        assertThat(seriesOf(ramped(Scheme.LINK_WISE, Value.of(2), 2, Value.of(1), 2)))
                .isEqualTo(1);
        assertThat(seriesOf(ramped(Scheme.LINK_WISE, Value.of(2), 0, Value.of(1), 0)))
                .isZero();
    }

    private static long seriesOf(Case theCase) {
        NodeMap nodes = nodes(theCase);
        SeriesNames series = new SeriesNames();
        return fields(theCase, nodes, series).all().values().stream()
                .flatMap(imposed -> imposed.inTime().terms().values().stream())
                .flatMap(List::stream)
                .flatMap(term -> term.series().stream())
                .distinct()
                .count();
    }
}
