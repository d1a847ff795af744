package dev.tessera.model.collision;

import dev.tessera.expr.Expr;
import dev.tessera.expr.ExprGraph;
import dev.tessera.model.Collision;
import dev.tessera.model.Equilibrium;
import dev.tessera.model.Moments;
import dev.tessera.model.VelocitySet;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

final class RegularizedTest extends CollisionKit {
    @Override
    Collision collision() {
        return new Regularized();
    }

    @Override
    List<Expr> fixedPoint(ExprGraph graph, VelocitySet lattice, Equilibrium equilibrium, Moments moments) {
        return Regularized.equilibrium(graph, lattice, equilibrium, moments);
    }

    @ParameterizedTest
    @MethodSource("models")
    void its_equilibrium_contains_the_second_order_one(VelocitySet lattice, Equilibrium equilibrium) {
        var node = new TestNode(lattice, equilibrium, false);
        List<Expr> own = Regularized.equilibrium(node.graph, lattice, equilibrium, node.givenMoments());
        List<Expr> plain = equilibrium.populations(node.graph, lattice, node.givenMoments());
        for (Mode mode : MomentBasis.of(lattice).modes()) {
            if (mode.order() <= 2) {
                node.assertSame(node.moment(own, mode), node.moment(plain, mode));
            }
        }
    }

    /// The force in every Hermite moment: `sum over its axes of F_a times the velocities of the others`.
    @Override
    List<Expr> forceTerm(TestNode node, Moments moments) {
        return hermiteForce(node, moments);
    }

    static List<Expr> hermiteForce(TestNode node, Moments moments) {
        return populations(node, monomial -> {
            List<Integer> axes = axes(monomial);
            return node.graph.sum(IntStream.range(0, axes.size())
                    .mapToObj(
                            k -> node.force.get(axes.get(k)).times(product(node, moments.velocity(), without(axes, k))))
                    .toList());
        });
    }

    /// `w_i sum over the Hermite modes of e(c_i) m / norm`, directly.
    private static List<Expr> populations(TestNode node, Function<Monomial, Expr> moments) {
        ExprGraph graph = node.graph;
        Expr[] populations = new Expr[node.lattice.size()];
        Arrays.fill(populations, graph.constant(0));
        for (Mode mode : MomentBasis.of(node.lattice).modes()) {
            if (!mode.hermite()) {
                continue;
            }
            Expr moment = leading(node, mode, moments).over(graph.constant(mode.norm()));
            for (int i = 0; i < populations.length; i++) {
                Expr weight = graph.constant(
                        node.lattice.weight(i).times(mode.values().get(i)));
                populations[i] = populations[i].plus(weight.times(moment));
            }
        }
        return List.of(populations);
    }

    private static Expr leading(TestNode node, Mode mode, Function<Monomial, Expr> moments) {
        return node.graph.sum(mode.leading().entrySet().stream()
                .map(term -> node.graph.constant(term.getValue()).times(moments.apply(term.getKey())))
                .toList());
    }

    /// `xyy` as 0, 1, 1.
    private static List<Integer> axes(Monomial monomial) {
        return IntStream.range(0, 3)
                .boxed()
                .flatMap(axis -> Collections.nCopies(monomial.exponent(axis), axis).stream())
                .toList();
    }

    private static List<Integer> without(List<Integer> axes, int... places) {
        return IntStream.range(0, axes.size())
                .filter(k -> Arrays.stream(places).noneMatch(place -> place == k))
                .mapToObj(axes::get)
                .toList();
    }

    private static Expr product(TestNode node, List<Expr> vector, List<Integer> axes) {
        return axes.stream().map(vector::get).reduce(node.graph.constant(1), Expr::times);
    }

    /// The recursion in closed form (Malaspinas 2015; Coreixas et al. 2017): above second order, the Hermite
    /// moment of the axes a b c … is `m_a u_b u_c … + sum over pairs of A_ab u_c … + 1/2 sum of F_a u_b u_c …`,
    /// with A the relaxed stress; other moments are zero.
    @ParameterizedTest
    @MethodSource("models")
    void all_higher_moments_follow_from_velocity_relaxed_stress_and_force(
            VelocitySet lattice, Equilibrium equilibrium) {
        for (boolean forced : new boolean[] {false, true}) {
            var node = new TestNode(lattice, equilibrium, forced);
            ExprGraph graph = node.graph;
            List<Expr> after = node.collide(collision());
            List<Expr> rest = equilibrium.populations(graph, lattice, node.moments());
            List<Expr> u = node.moments().velocity();
            Expr inertia = equilibrium.inertia(graph, node.moments().density());
            Expr half = graph.constant(1, 2);
            Function<Monomial, Expr> expected = monomial -> {
                List<Integer> axes = axes(monomial);
                Expr sum = inertia.times(product(node, u, axes));
                for (int k = 0; k < axes.size(); k++) {
                    for (int l = k + 1; l < axes.size(); l++) {
                        int a = axes.get(k);
                        int b = axes.get(l);
                        Expr stress = node.product(after, a, b).minus(node.product(rest, a, b));
                        if (forced) {
                            Expr work = u.get(a)
                                    .times(node.force.get(b))
                                    .plus(u.get(b).times(node.force.get(a)));
                            stress = stress.minus(half.times(work));
                        }
                        sum = sum.plus(stress.times(product(node, u, without(axes, k, l))));
                    }
                    if (forced) {
                        Expr push = node.force.get(axes.get(k)).times(product(node, u, without(axes, k)));
                        sum = sum.plus(half.times(push));
                    }
                }
                return sum;
            };
            for (Mode mode : MomentBasis.of(lattice).modes()) {
                if (mode.order() > 2) {
                    node.assertSame(
                            node.moment(after, mode),
                            mode.hermite() ? leading(node, mode, expected) : graph.constant(0));
                }
            }
        }
    }

    @ParameterizedTest
    @MethodSource("models")
    void the_trace_of_the_stress_relaxes_at_the_bulk_rate(VelocitySet lattice, Equilibrium equilibrium) {
        for (boolean forced : new boolean[] {false, true}) {
            var node = new TestNode(lattice, equilibrium, forced);
            Expr after = node.trace(node.collide(collision()));
            Expr rest = node.trace(equilibrium.populations(node.graph, lattice, node.moments()));
            Expr one = node.graph.constant(1);
            Expr rate = node.graph.symbol("omega_bulk");
            Expr expected = one.minus(rate).times(node.trace(node.populations).minus(rest));
            if (forced) {
                Expr work = node.trace(guo(node, node.moments()));
                expected = expected.plus(
                        one.minus(rate.over(node.graph.constant(2))).times(work));
            }
            node.assertSame(after.minus(rest), expected);
        }
    }
}
