package dev.tessera.model.collision;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tessera.expr.Expr;
import dev.tessera.expr.ExprGraph;
import dev.tessera.expr.Identity;
import dev.tessera.model.Collision;
import dev.tessera.model.Equilibrium;
import dev.tessera.model.FluidModel;
import dev.tessera.model.FluidModel.BodyForce;
import dev.tessera.model.KeptMoments;
import dev.tessera.model.LocalRates;
import dev.tessera.model.Moments;
import dev.tessera.model.VelocitySet;
import dev.tessera.model.equilibrium.Equilibria;
import dev.tessera.model.equilibrium.Incompressible;
import dev.tessera.model.equilibrium.RawMoments;
import dev.tessera.model.lattice.Lattices;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// The requirements of every collision, on every lattice and equilibrium; proven by identity testing for all
/// populations and rates.
abstract class CollisionKit {
    abstract Collision collision();

    /// The fixed point of the collision, where it is not the plain equilibrium.
    List<Expr> fixedPoint(ExprGraph graph, VelocitySet lattice, Equilibrium equilibrium, Moments moments) {
        return equilibrium.populations(graph, lattice, moments);
    }

    /// The term that a force adds in a whole step: Guo's term before relaxation.
    List<Expr> forceTerm(TestNode node, Moments moments) {
        return guo(node, moments);
    }

    /// What the collision takes out of the diagonal of the relaxed stress, for errors of the lattice; one per axis.
    Expr[] straining(TestNode node) {
        Expr[] none = new Expr[node.lattice.dimensions()];
        Arrays.fill(none, node.graph.constant(0));
        return none;
    }

    private Expr deviatoric(TestNode node, int axis, int other) {
        if (axis != other) {
            return node.graph.constant(0);
        }
        Expr[] taken = straining(node);
        Expr mean = node.graph.constant(1, taken.length).times(node.graph.sum(List.of(taken)));
        return taken[axis].minus(mean);
    }

    /// `w_i (3 (c - u)·F + 9 (c·u)(c·F))`, as printed: Guo, Zheng, Shi, Phys. Rev. E 65, 046308 (2002).
    static List<Expr> guo(TestNode node, Moments moments) {
        ExprGraph graph = node.graph;
        if (node.lattice.isotropy() < 4) {
            return fromEquilibrium(node, moments.velocity());
        }
        List<Expr> u = moments.velocity();
        return IntStream.range(0, node.lattice.size())
                .mapToObj(i -> {
                    Expr apart = node.dot(node.along(i), node.force).minus(node.dot(u, node.force));
                    Expr carried = node.dot(node.along(i), u).times(node.dot(node.along(i), node.force));
                    return graph.constant(node.lattice.weight(i))
                            .times(graph.constant(3)
                                    .times(apart)
                                    .plus(graph.constant(9).times(carried)));
                })
                .toList();
    }

    /// Where Guo's form has the wrong second moment: the populations with momentum F, second moment
    /// `u_a F_b + F_a u_b` and nothing else, from differences of the incompressible equilibrium P, which is
    /// quadratic in the velocity: `(P(F) - P(-F)) / 2 + P(u + F) - P(u) - P(F) + P(0)`.
    private static List<Expr> fromEquilibrium(TestNode node, List<Expr> u) {
        ExprGraph graph = node.graph;
        List<Expr> both = IntStream.range(0, u.size())
                .mapToObj(a -> u.get(a).plus(node.force.get(a)))
                .toList();
        List<Expr> back = node.force.stream().map(Expr::negated).toList();
        List<Expr> none = u.stream().map(a -> graph.constant(0)).toList();
        Function<List<Expr>, List<Expr>> at = velocity ->
                new Incompressible().populations(graph, node.lattice, new Moments(graph.constant(1), velocity));
        return IntStream.range(0, node.lattice.size())
                .mapToObj(i -> {
                    Expr forward = at.apply(node.force).get(i);
                    Expr odd = graph.constant(1, 2)
                            .times(forward.minus(at.apply(back).get(i)));
                    Expr mixed = at.apply(both).get(i).minus(at.apply(u).get(i)).minus(forward);
                    return odd.plus(mixed).plus(at.apply(none).get(i));
                })
                .toList();
    }

    /// Lattices with one rate for the whole stress.
    static List<Arguments> models() {
        return models(Lattices.all().stream()
                .filter(lattice -> lattice.isotropy() >= 4)
                .toList());
    }

    static List<Arguments> models(List<VelocitySet> lattices) {
        List<Arguments> models = new ArrayList<>();
        for (VelocitySet lattice : lattices) {
            for (Equilibrium equilibrium : Equilibria.idealGases()) {
                models.add(Arguments.of(lattice, equilibrium));
            }
        }
        return models;
    }

    /// If it declares a closure: also that reversed velocity and force give the populations of opposite
    /// directions, by which a node reads its own across a cut link.
    @ParameterizedTest
    @MethodSource("models")
    void moments_that_it_keeps_determine_all_populations(VelocitySet lattice, Equilibrium equilibrium) {
        for (BodyForce force : List.of(BodyForce.NONE, BodyForce.UNIFORM)) {
            var node = new TestNode(lattice, equilibrium, force != BodyForce.NONE);
            var model = new FluidModel(lattice, equilibrium, collision(), force);
            KeptMoments.of(model).ifPresent(kept -> {
                List<Expr> after = collision().relax(node.input());
                List<Expr> values = kept.after(node.input());
                List<Expr> reversed = IntStream.range(0, values.size())
                        .mapToObj(m -> kept.moments().get(m).order() % 2 == 0
                                ? values.get(m)
                                : values.get(m).negated())
                        .toList();
                List<Expr> populations = kept.populations(node.graph, values);
                List<Expr> ofReversed = kept.populations(node.graph, reversed);
                for (int i = 0; i < lattice.size(); i++) {
                    node.assertSame(populations.get(i), after.get(i));
                    node.assertSame(ofReversed.get(lattice.opposite(i)), after.get(i));
                }
            });
        }
    }

    @ParameterizedTest
    @MethodSource("models")
    void mass_and_momentum_are_conserved(VelocitySet lattice, Equilibrium equilibrium) {
        var node = new TestNode(lattice, equilibrium, false);
        List<Expr> after = node.collide(collision());
        node.assertSame(node.density(after), node.density(node.populations));
        for (int axis = 0; axis < lattice.dimensions(); axis++) {
            node.assertSame(
                    node.momentum(after).get(axis),
                    node.momentum(node.populations).get(axis));
        }
    }

    @ParameterizedTest
    @MethodSource("models")
    void a_force_changes_momentum_by_itself_and_not_mass(VelocitySet lattice, Equilibrium equilibrium) {
        var node = new TestNode(lattice, equilibrium, true);
        List<Expr> after = node.collide(collision());
        node.assertGainsTheForce(after);
    }

    @ParameterizedTest
    @MethodSource("models")
    void equilibrium_is_a_fixed_point(VelocitySet lattice, Equilibrium equilibrium) {
        var node = new TestNode(lattice, equilibrium, false);
        List<Expr> fixed = fixedPoint(node.graph, lattice, equilibrium, node.givenMoments());
        List<Expr> after = node.collide(collision(), fixed);
        for (int i = 0; i < lattice.size(); i++) {
            node.assertSame(after.get(i), fixed.get(i));
        }
    }

    /// A fluid in free fall: an equilibrium shifted by minus half the force becomes one shifted by plus half
    /// the force, for any rates.
    @ParameterizedTest
    @MethodSource("models")
    void an_accelerated_equilibrium_stays_an_equilibrium_shifted_by_the_force(
            VelocitySet lattice, Equilibrium equilibrium) {
        var node = new TestNode(lattice, equilibrium, true);
        Expr half = node.graph.constant(1, 2);
        List<Expr> rest = fixedPoint(node.graph, lattice, equilibrium, node.givenMoments());
        List<Expr> push = forceTerm(node, node.givenMoments());
        List<Expr> behind = IntStream.range(0, lattice.size())
                .mapToObj(i -> rest.get(i).minus(half.times(push.get(i))))
                .toList();
        List<Expr> after = node.collide(collision(), behind);
        for (int i = 0; i < lattice.size(); i++) {
            node.assertSame(after.get(i), rest.get(i).plus(half.times(push.get(i))));
        }
    }

    @ParameterizedTest
    @MethodSource("models")
    void shear_stress_relaxes_at_its_local_rates(VelocitySet lattice, Equilibrium equilibrium) {
        var node = new TestNode(lattice, equilibrium, false);
        Expr[][] after = node.deviator(node.collide(collision()));
        Expr[][] before = node.deviator(node.populations);
        Expr[][] rest = node.deviator(fixedPoint(node.graph, lattice, equilibrium, node.moments()));
        LocalRates rates = collision().localRates(node.input());
        for (int a = 0; a < lattice.dimensions(); a++) {
            for (int b = 0; b < lattice.dimensions(); b++) {
                Expr kept = node.graph.constant(1).minus(rates.even(a, b));
                Expr expected = kept.times(before[a][b].minus(rest[a][b])).minus(deviatoric(node, a, b));
                node.assertSame(after[a][b].minus(rest[a][b]), expected);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("models")
    void a_force_changes_the_shear_stress_by_its_work(VelocitySet lattice, Equilibrium equilibrium) {
        var node = new TestNode(lattice, equilibrium, true);
        ExprGraph graph = node.graph;
        Expr[][] after = node.deviator(node.collide(collision()));
        Expr[][] before = node.deviator(node.populations);
        Expr[][] rest = node.deviator(fixedPoint(graph, lattice, equilibrium, node.moments()));
        Expr[][] work = node.deviator(guo(node, node.moments()));
        LocalRates rates = collision().localRates(node.input());
        for (int a = 0; a < lattice.dimensions(); a++) {
            for (int b = 0; b < lattice.dimensions(); b++) {
                Expr kept = graph.constant(1).minus(rates.even(a, b));
                Expr added = graph.constant(1).minus(rates.even(a, b).over(graph.constant(2)));
                Expr expected = kept.times(before[a][b].minus(rest[a][b])).plus(added.times(work[a][b]));
                node.assertSame(after[a][b].minus(rest[a][b]), expected.minus(deviatoric(node, a, b)));
            }
        }
    }

    @ParameterizedTest
    @MethodSource("models")
    void mass_is_conserved_where_a_wall_imposes_its_velocity(VelocitySet lattice, Equilibrium equilibrium) {
        var node = new TestNode(lattice, equilibrium, false);
        var imposed = new Moments(node.moments().density(), node.vector("u"));
        List<Expr> after = collision()
                .relax(new Collision.Input(
                        node.graph, lattice, equilibrium, node.populations, imposed, node.force, node.graph::symbol));
        node.assertSame(node.density(after), node.density(node.populations));
    }

    /// A node with symbols for all inputs.
    static final class TestNode {
        final ExprGraph graph = new ExprGraph();
        final VelocitySet lattice;
        final Equilibrium equilibrium;
        final List<Expr> populations;
        final List<Expr> force;

        TestNode(VelocitySet lattice, Equilibrium equilibrium, boolean forced) {
            this.lattice = lattice;
            this.equilibrium = equilibrium;
            this.populations = IntStream.range(0, lattice.size())
                    .mapToObj(i -> graph.symbol(lattice.populationName(i)))
                    .toList();
            this.force = forced ? vector("force") : List.of();
        }

        List<Expr> vector(String name) {
            return IntStream.range(0, lattice.dimensions())
                    .mapToObj(axis -> graph.symbol(name + "_" + "xyz".charAt(axis)))
                    .toList();
        }

        Moments givenMoments() {
            return new Moments(graph.symbol("rho"), vector("u"));
        }

        Moments moments() {
            return equilibrium.moments(graph, lattice, populations, force);
        }

        List<Expr> collide(Collision collision) {
            return collide(collision, populations);
        }

        List<Expr> collide(Collision collision, List<Expr> from) {
            return collide(collision, from, graph::symbol);
        }

        List<Expr> collideWithRates(Collision collision, Function<String, Expr> rates) {
            return collide(collision, populations, rates);
        }

        Collision.Input input() {
            return new Collision.Input(graph, lattice, equilibrium, populations, moments(), force, graph::symbol);
        }

        private List<Expr> collide(Collision collision, List<Expr> from, Function<String, Expr> rates) {
            Moments own = equilibrium.moments(graph, lattice, from, force);
            return collision.relax(new Collision.Input(graph, lattice, equilibrium, from, own, force, rates));
        }

        /// That the momentum gains the force, and the mass nothing.
        void assertGainsTheForce(List<Expr> after) {
            assertSame(density(after), density(populations));
            for (int axis = 0; axis < lattice.dimensions(); axis++) {
                assertSame(
                        momentum(after).get(axis),
                        momentum(populations).get(axis).plus(force.get(axis)));
            }
        }

        Expr density(List<Expr> of) {
            return RawMoments.density(graph, lattice, of);
        }

        List<Expr> momentum(List<Expr> of) {
            return RawMoments.momentum(graph, lattice, of, List.of());
        }

        Expr product(List<Expr> of, int a, int b) {
            return graph.sum(IntStream.range(0, lattice.size())
                    .mapToObj(i -> graph.constant((long) lattice.velocity(i).along(a)
                                    * lattice.velocity(i).along(b))
                            .times(of.get(i)))
                    .toList());
        }

        Expr trace(List<Expr> of) {
            return graph.sum(IntStream.range(0, lattice.dimensions())
                    .mapToObj(axis -> product(of, axis, axis))
                    .toList());
        }

        /// The second moment without its trace, shape `[axis][axis]`.
        Expr[][] deviator(List<Expr> of) {
            int d = lattice.dimensions();
            Expr[][] deviator = new Expr[d][d];
            Expr mean = graph.constant(1, d).times(trace(of));
            for (int a = 0; a < d; a++) {
                for (int b = 0; b < d; b++) {
                    deviator[a][b] = a == b ? product(of, a, b).minus(mean) : product(of, a, b);
                }
            }
            return deviator;
        }

        /// One zero per population.
        List<Expr> zeros() {
            return Collections.nCopies(lattice.size(), graph.constant(0));
        }

        /// A lattice velocity as expressions.
        List<Expr> along(int direction) {
            return IntStream.range(0, lattice.dimensions())
                    .mapToObj(axis -> graph.constant(lattice.velocity(direction).along(axis)))
                    .toList();
        }

        Expr dot(List<Expr> left, List<Expr> right) {
            return graph.sum(IntStream.range(0, left.size())
                    .mapToObj(axis -> left.get(axis).times(right.get(axis)))
                    .toList());
        }

        Expr moment(List<Expr> of, Mode mode) {
            return graph.sum(IntStream.range(0, lattice.size())
                    .mapToObj(i -> graph.constant(mode.values().get(i)).times(of.get(i)))
                    .toList());
        }

        void assertSame(Expr actual, Expr expected) {
            Identity identity = Identity.of(actual, expected);
            assertThat(identity.holds())
                    .as(() -> "differs: " + identity.counterexample())
                    .isTrue();
            assertThat(identity.errorBound()).isLessThan(1e-50);
        }
    }
}
