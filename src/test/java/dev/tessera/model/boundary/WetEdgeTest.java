package dev.tessera.model.boundary;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tessera.expr.Expr;
import dev.tessera.expr.ExprGraph;
import dev.tessera.expr.Identity;
import dev.tessera.expr.Rational;
import dev.tessera.model.BoundaryRule;
import dev.tessera.model.Equilibrium;
import dev.tessera.model.FluidModel;
import dev.tessera.model.FluidModel.BodyForce;
import dev.tessera.model.Moments;
import dev.tessera.model.VelocitySet;
import dev.tessera.model.boundary.Demand.Plane;
import dev.tessera.model.collision.Bgk;
import dev.tessera.model.equilibrium.Equilibria;
import dev.tessera.model.lattice.Lattices;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// Proven by identity testing on every lattice and equilibrium, at all edges and corners.
final class WetEdgeTest {
    private static List<VelocitySet> isotropic() {
        return Lattices.all().stream()
                .filter(lattice -> lattice.isotropy() >= 4)
                .toList();
    }

    /// Of two or three different axes.
    private static List<List<Plane>> edges(VelocitySet lattice) {
        List<Plane> all = Plane.all(lattice);
        List<List<Plane>> edges = new ArrayList<>();
        for (Plane one : all) {
            for (Plane other : all) {
                if (one.axis() >= other.axis()) {
                    continue;
                }
                edges.add(List.of(one, other));
                all.stream()
                        .filter(third -> third.axis() > other.axis())
                        .forEach(third -> edges.add(List.of(one, other, third)));
            }
        }
        return edges;
    }

    static List<Arguments> places() {
        List<Arguments> places = new ArrayList<>();
        for (VelocitySet lattice : isotropic()) {
            for (Equilibrium equilibrium : Equilibria.idealGases()) {
                for (List<Plane> planes : edges(lattice)) {
                    var forced = new FluidModel(lattice, equilibrium, new Bgk(), BodyForce.UNIFORM);
                    places.add(Arguments.of(forced, planes));
                    if (planes.stream().allMatch(plane -> plane.inward() > 0)) {
                        var free = new FluidModel(lattice, equilibrium, new Bgk(), BodyForce.NONE);
                        places.add(Arguments.of(free, planes));
                    }
                }
            }
        }
        return places;
    }

    private static WetEdge edge(List<Plane> planes, boolean hasVelocity, boolean hasDensity) {
        return new WetEdge(
                planes.stream()
                        .map(plane -> new BoxSide(plane.axis(), plane.inward()))
                        .toList(),
                hasVelocity,
                hasDensity);
    }

    /// A node and what is imposed there.
    private record Node(ExprGraph graph, FluidModel model, Expr density, List<Expr> velocity, List<Expr> force) {
        static Node of(FluidModel model, boolean hasVelocity) {
            var graph = new ExprGraph();
            int d = model.lattice().dimensions();
            List<Expr> velocity = IntStream.range(0, d)
                    .mapToObj(a -> hasVelocity ? graph.symbol("u" + a) : graph.constant(0))
                    .toList();
            List<Expr> force = IntStream.range(0, model.force() == BodyForce.NONE ? 0 : d)
                    .mapToObj(a -> graph.symbol("force" + a))
                    .toList();
            return new Node(graph, model, graph.symbol("rho"), velocity, force);
        }

        BoundaryRule.Input input() {
            return new BoundaryRule.Input(
                    graph,
                    model,
                    name -> name.equals("density") ? density : velocity.get("xyz".indexOf(name.charAt(9))),
                    force);
        }

        List<Expr> completed(WetEdge edge, List<Expr> raw) {
            return edge.complete(input(), raw);
        }

        Moments moments(List<Expr> populations) {
            return model.equilibrium().moments(graph, model.lattice(), populations, force);
        }

        /// Their equilibrium at the node, with minus half of the force as momentum and some stress.
        List<Expr> state(Expr rho, boolean isStressed) {
            VelocitySet lattice = model.lattice();
            List<Expr> equilibrium = model.equilibrium().populations(graph, lattice, new Moments(rho, velocity));
            Rational sound = lattice.speedOfSoundSquared();
            List<Expr> populations = new ArrayList<>();
            for (int i = 0; i < lattice.size(); i++) {
                Expr part = graph.constant(0);
                for (int a = 0; a < lattice.dimensions(); a++) {
                    for (int b = a; b < lattice.dimensions() && isStressed; b++) {
                        Rational product =
                                Rational.of((long) lattice.velocity(i).along(a)
                                        * lattice.velocity(i).along(b));
                        part = part.plus(graph.constant(a == b ? product.minus(sound) : product)
                                .times(graph.symbol("stress" + a + b)));
                    }
                    if (!force.isEmpty()) {
                        Rational c = Rational.of(lattice.velocity(i).along(a)).over(sound.times(Rational.TWO));
                        part = part.minus(graph.constant(c).times(force.get(a)));
                    }
                }
                populations.add(equilibrium
                        .get(i)
                        .plus(graph.constant(lattice.weight(i)).times(part)));
            }
            return populations;
        }

        List<Expr> symbols() {
            return IntStream.range(0, model.lattice().size())
                    .mapToObj(i -> graph.symbol("f" + i))
                    .toList();
        }

        /// What arrives of a state: nothing over the planes.
        List<Expr> arriving(List<Plane> planes, List<Expr> state) {
            return IntStream.range(0, state.size())
                    .mapToObj(i -> planes.stream().anyMatch(plane -> plane.crossedBy(model.lattice(), i))
                            ? graph.symbol("unknown" + i)
                            : state.get(i))
                    .toList();
        }
    }

    private static void assertSame(String what, Expr actual, Expr expected) {
        Identity identity = Identity.of(actual, expected);
        assertThat(identity.holds())
                .as(() -> what + ": " + identity.counterexample())
                .isTrue();
    }

    /// Whatever is stored for the populations that come over the planes.
    @ParameterizedTest
    @MethodSource("places")
    void a_uniform_flow_is_unchanged(FluidModel model, List<Plane> planes) {
        for (boolean hasDensity : new boolean[] {false, true}) {
            Node node = Node.of(model, true);
            List<Expr> state = node.state(node.density(), false);
            List<Expr> completed = node.completed(edge(planes, true, hasDensity), node.arriving(planes, state));
            for (int i = 0; i < state.size(); i++) {
                assertSame(model.lattice().populationName(i), completed.get(i), state.get(i));
            }
        }
    }

    @ParameterizedTest
    @MethodSource("places")
    void a_stress_changes_neither_density_nor_velocity(FluidModel model, List<Plane> planes) {
        Node node = Node.of(model, true);
        List<Expr> raw = node.arriving(planes, node.state(node.density(), true));
        Moments moments = node.moments(node.completed(edge(planes, true, false), raw));
        assertSame("density", moments.density(), node.density());
        for (int a = 0; a < node.velocity().size(); a++) {
            assertSame(
                    "velocity " + a, moments.velocity().get(a), node.velocity().get(a));
        }
    }

    @ParameterizedTest
    @MethodSource("places")
    void what_is_given_holds_for_all_populations(FluidModel model, List<Plane> planes) {
        for (boolean hasVelocity : new boolean[] {false, true}) {
            for (boolean hasDensity : new boolean[] {false, true}) {
                Node node = Node.of(model, hasVelocity);
                Moments moments = node.moments(node.completed(edge(planes, hasVelocity, hasDensity), node.symbols()));
                if (hasDensity) {
                    assertSame("density", moments.density(), node.density());
                }
                for (int a = 0; a < node.velocity().size(); a++) {
                    assertSame(
                            "velocity " + a,
                            moments.velocity().get(a),
                            node.velocity().get(a));
                }
            }
        }
    }

    @ParameterizedTest
    @MethodSource("places")
    void rotating_the_node_rotates_the_result(FluidModel model, List<Plane> planes) {
        VelocitySet lattice = model.lattice();
        Node node = Node.of(model, true);
        List<Expr> completed = node.completed(edge(planes, true, false), node.symbols());
        for (AxisMapping turn : AxisMapping.generators(lattice.dimensions())) {
            Node turned = new Node(
                    node.graph(), model, node.density(), turn.vector(node.velocity()), turn.vector(node.force()));
            WetEdge edge = edge(planes.stream().map(turn::plane).toList(), true, false);
            List<Expr> other = turned.completed(edge, turn.populations(lattice, node.symbols()));
            List<Expr> expected = turn.populations(lattice, completed);
            for (int i = 0; i < lattice.size(); i++) {
                assertSame(turn.toString(), other.get(i), expected.get(i));
            }
        }
    }

    @Test
    void sides_in_any_order_are_one_rule() {
        BoxSide one = new BoxSide(2, 1);
        BoxSide other = new BoxSide(0, -1);
        WetEdge edge = new WetEdge(List.of(one, other), true, false);
        assertThat(edge).isEqualTo(new WetEdge(List.of(other, one), true, false));
        assertThat(edge.key()).isEqualTo("wet-edge-velocity-x-max-z-min");
    }

    @Test
    void planes_that_do_not_meet_are_refused() {
        assertThatThrownBy(() -> new WetEdge(List.of(new BoxSide(0, 1)), true, false))
                .hasMessageContaining("needs two or three");
        assertThatThrownBy(() -> new WetEdge(List.of(new BoxSide(0, 1), new BoxSide(0, -1)), true, false))
                .hasMessageContaining("[x-min, x-max]");
    }
}
