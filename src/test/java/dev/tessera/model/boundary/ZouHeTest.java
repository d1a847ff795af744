package dev.tessera.model.boundary;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.tessera.expr.Expr;
import dev.tessera.expr.ExprGraph;
import dev.tessera.expr.Identity;
import dev.tessera.model.BoundaryRule;
import dev.tessera.model.Equilibrium;
import dev.tessera.model.FluidModel;
import dev.tessera.model.FluidModel.BodyForce;
import dev.tessera.model.Moments;
import dev.tessera.model.VelocitySet;
import dev.tessera.model.collision.Bgk;
import dev.tessera.model.collision.Trt;
import dev.tessera.model.equilibrium.Equilibria;
import dev.tessera.model.equilibrium.Incompressible;
import dev.tessera.model.equilibrium.QuasiCompressible;
import dev.tessera.model.lattice.Lattices;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

final class ZouHeTest {
    static List<Arguments> sides() {
        List<Arguments> sides = new ArrayList<>();
        for (VelocitySet lattice : Lattices.all()) {
            for (Equilibrium equilibrium : Equilibria.all()) {
                for (int axis = 0; axis < lattice.dimensions(); axis++) {
                    for (int inward : new int[] {1, -1}) {
                        for (BodyForce force : new BodyForce[] {BodyForce.NONE, BodyForce.UNIFORM}) {
                            sides.add(
                                    Arguments.of(new FluidModel(lattice, equilibrium, new Bgk(), force), axis, inward));
                        }
                    }
                }
            }
        }
        return sides;
    }

    /// A node with symbols for its populations, fields and force.
    private record Node(ExprGraph graph, FluidModel model, List<Expr> raw, BoundaryRule.Input input) {
        static Node of(FluidModel model) {
            var graph = new ExprGraph();
            List<Expr> raw = IntStream.range(0, model.lattice().size())
                    .mapToObj(i -> graph.symbol(model.lattice().populationName(i)))
                    .toList();
            List<Expr> force = IntStream.range(
                            0,
                            model.force() == BodyForce.NONE
                                    ? 0
                                    : model.lattice().dimensions())
                    .mapToObj(axis -> graph.symbol("force-" + axis))
                    .toList();
            return new Node(graph, model, raw, new BoundaryRule.Input(graph, model, graph::symbol, force));
        }

        Moments moments(List<Expr> populations) {
            return model.equilibrium().moments(graph, model.lattice(), populations, input.force());
        }

        void assertSame(Expr actual, Expr expected) {
            assertThat(Identity.holds(actual, expected)).isTrue();
        }
    }

    @ParameterizedTest
    @MethodSource("sides")
    void the_velocity_is_exactly_the_one_given(FluidModel model, int axis, int inward) {
        var node = Node.of(model);
        Moments moments = node.moments(ZouHe.velocity(axis, inward).complete(node.input, node.raw));
        for (int a = 0; a < model.lattice().dimensions(); a++) {
            node.assertSame(moments.velocity().get(a), node.graph.symbol("velocity-" + "xyz".charAt(a)));
        }
    }

    @ParameterizedTest
    @MethodSource("sides")
    void the_density_is_exactly_the_one_given_and_nothing_flows_along_the_plane(
            FluidModel model, int axis, int inward) {
        var node = Node.of(model);
        Moments moments = node.moments(ZouHe.pressure(axis, inward).complete(node.input, node.raw));
        node.assertSame(moments.density(), node.graph.symbol("density"));
        for (int a = 0; a < model.lattice().dimensions(); a++) {
            if (a != axis) {
                node.assertSame(moments.velocity().get(a), node.graph.constant(0));
            }
        }
    }

    @ParameterizedTest
    @MethodSource("sides")
    void only_what_crosses_the_plane_inward_is_replaced(FluidModel model, int axis, int inward) {
        var node = Node.of(model);
        for (ZouHe rule : List.of(ZouHe.velocity(axis, inward), ZouHe.pressure(axis, inward))) {
            List<Expr> completed = rule.complete(node.input, node.raw);
            for (int i = 0; i < model.lattice().size(); i++) {
                boolean unknown = model.lattice().velocity(i).along(axis) == inward;
                assertThat(completed.get(i) == node.raw.get(i)).isEqualTo(!unknown);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("sides")
    void an_equilibrium_with_the_given_velocity_is_completed_to_itself(FluidModel model, int axis, int inward) {
        if (model.force() != BodyForce.NONE) {
            return;
        }
        var node = Node.of(model);
        List<Expr> velocity = IntStream.range(0, model.lattice().dimensions())
                .mapToObj(a -> node.graph.symbol("velocity-" + "xyz".charAt(a)))
                .toList();
        List<Expr> equilibrium = model.equilibrium()
                .populations(node.graph, model.lattice(), new Moments(node.graph.symbol("rho"), velocity));
        List<Expr> known = new ArrayList<>(equilibrium);
        for (int i = 0; i < known.size(); i++) {
            if (model.lattice().velocity(i).along(axis) == inward) {
                known.set(i, node.raw.get(i));
            }
        }
        List<Expr> completed = ZouHe.velocity(axis, inward).complete(node.input, known);
        for (int i = 0; i < known.size(); i++) {
            node.assertSame(completed.get(i), equilibrium.get(i));
        }
    }

    /// Poiseuille flow between half-way walls, given by its parabola at the inlet and its pressure at the
    /// outlet.
    @Test
    void a_parabola_passes_a_channel_unchanged() {
        for (Equilibrium equilibrium : List.of(new Incompressible(), new QuasiCompressible())) {
            var model = new FluidModel(Lattices.D2Q9, equilibrium, new Trt(), BodyForce.NONE);
            int height = 12;
            var flow = new PlaneFlow(10, height, false, model, 0.1);
            double peak = 0.01;
            for (int y = 0; y < height; y++) {
                double place = (y + 0.5) / height;
                flow.rule(0, y, ZouHe.velocity(0, 1));
                flow.field(0, y, "velocity-x", 4 * peak * place * (1 - place));
                flow.rule(9, y, ZouHe.pressure(0, -1));
                flow.field(9, y, "density", 1);
            }
            flow.run(4000);
            for (int y = 0; y < height; y++) {
                double place = (y + 0.5) / height;
                assertThat(flow.velocity(5, y, 0)).isCloseTo(4 * peak * place * (1 - place), within(0.01 * peak));
                assertThat(flow.density(9, y)).isCloseTo(1, within(1e-12));
            }
            double gradient = (flow.density(7, 5) - flow.density(3, 5)) / 3 / 4;
            assertThat(gradient).isCloseTo(-8 * 0.1 * peak / (height * height), within(1e-7));
        }
    }

    @Test
    void a_side_that_is_none_is_refused() {
        assertThatThrownBy(() -> ZouHe.velocity(3, 1)).hasMessage("axis 3 and direction 1 are no side");
    }
}
