package dev.tessera.model.collision;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tessera.expr.Expr;
import dev.tessera.model.Collision;
import dev.tessera.model.Equilibrium;
import dev.tessera.model.Forcing;
import dev.tessera.model.Moments;
import dev.tessera.model.VelocitySet;
import dev.tessera.model.collision.CollisionKit.TestNode;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

final class ExactDifferenceTest {
    static List<?> models() {
        return CollisionKit.models();
    }

    private static List<Collision> on(VelocitySet lattice, Equilibrium equilibrium) {
        return Collisions.ofGivenViscosity().stream()
                .filter(collision -> collision.unsupported(lattice).isEmpty()
                        && collision.unsupported(equilibrium).isEmpty())
                .toList();
    }

    private static Moments moved(TestNode node, Moments middle, int side) {
        Expr inertia = node.equilibrium.inertia(node.graph, middle.density());
        List<Expr> velocity = new ArrayList<>();
        for (int axis = 0; axis < node.force.size(); axis++) {
            Expr half = node.graph.constant(side, 2).times(node.force.get(axis).over(inertia));
            velocity.add(middle.velocity().get(axis).plus(half));
        }
        return new Moments(middle.density(), velocity);
    }

    @ParameterizedTest
    @MethodSource("models")
    void a_force_changes_momentum_by_itself_and_not_mass(VelocitySet lattice, Equilibrium equilibrium) {
        for (Collision collision : on(lattice, equilibrium)) {
            var node = new TestNode(lattice, equilibrium, true);
            node.assertGainsTheForce(node.collide(new ExactDifference(collision)));
        }
    }

    @ParameterizedTest
    @MethodSource("models")
    void without_a_force_it_is_the_collision_itself(VelocitySet lattice, Equilibrium equilibrium) {
        for (Collision collision : on(lattice, equilibrium)) {
            var node = new TestNode(lattice, equilibrium, false);
            assertThat(node.collide(new ExactDifference(collision)))
                    .as(collision.key())
                    .isEqualTo(node.collide(collision));
        }
    }

    @ParameterizedTest
    @MethodSource("models")
    void an_equilibrium_in_free_fall_stays_one(VelocitySet lattice, Equilibrium equilibrium) {
        for (Collision collision : List.of(new Bgk(), new Trt(), new Mrt())) {
            var node = new TestNode(lattice, equilibrium, true);
            Moments before = moved(node, node.givenMoments(), -1);
            Moments behind = moved(node, node.givenMoments(), 1);
            List<Expr> after =
                    node.collide(new ExactDifference(collision), equilibrium.populations(node.graph, lattice, before));
            List<Expr> expected = equilibrium.populations(node.graph, lattice, behind);
            for (int i = 0; i < lattice.size(); i++) {
                node.assertSame(after.get(i), expected.get(i));
            }
        }
    }

    @ParameterizedTest
    @MethodSource("models")
    void the_stress_differs_from_that_of_the_other_scheme_by_the_square_of_the_force(
            VelocitySet lattice, Equilibrium equilibrium) {
        var node = new TestNode(lattice, equilibrium, true);
        List<Expr> one = node.collide(new ExactDifference(new Bgk()));
        List<Expr> other = node.collide(new Bgk());
        Expr quarter = node.graph.constant(1, 4).times(node.graph.symbol(ShearRate.NAME));
        Expr inertia = equilibrium.inertia(node.graph, node.moments().density());
        for (int a = 0; a < lattice.dimensions(); a++) {
            for (int b = 0; b < a; b++) {
                Expr product = node.force.get(a).times(node.force.get(b)).over(inertia);
                node.assertSame(node.product(one, a, b).minus(node.product(other, a, b)), quarter.times(product));
            }
        }
    }

    @Test
    void a_collision_with_a_scheme_of_its_own_has_no_other() {
        assertThat(ExactDifference.with(Forcing.EXACT_DIFFERENCE, new Elbm())).isEqualTo(new Elbm());
        assertThat(ExactDifference.with(Forcing.GUO, new Trt())).isEqualTo(new Trt());
        assertThatThrownBy(() -> ExactDifference.with(Forcing.GUO, new Elbm()))
                .hasMessage("collision elbm adds forces by exact-difference, and by no other scheme");
    }
}
