package dev.tessera.model.collision;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tessera.expr.Expr;
import dev.tessera.model.Collision;
import dev.tessera.model.Equilibrium;
import dev.tessera.model.VelocitySet;
import dev.tessera.model.lattice.Lattices;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

final class BgkTest extends CollisionKit {
    @Override
    Collision collision() {
        return new Bgk();
    }

    @ParameterizedTest
    @MethodSource("models")
    void every_deviation_from_equilibrium_is_multiplied_by_one_minus_omega(
            VelocitySet lattice, Equilibrium equilibrium) {
        var node = new TestNode(lattice, equilibrium, false);
        List<Expr> after = node.collide(collision());
        List<Expr> rest = equilibrium.populations(node.graph, lattice, node.moments());
        Expr kept = node.graph.constant(1).minus(node.graph.symbol("omega"));
        for (int i = 0; i < lattice.size(); i++) {
            Expr distance = node.populations.get(i).minus(rest.get(i));
            node.assertSame(after.get(i), rest.get(i).plus(kept.times(distance)));
        }
    }

    @ParameterizedTest
    @MethodSource("models")
    void a_force_adds_the_term_of_guo_minus_its_relaxed_half(VelocitySet lattice, Equilibrium equilibrium) {
        var node = new TestNode(lattice, equilibrium, true);
        List<Expr> after = node.collide(collision());
        List<Expr> rest = equilibrium.populations(node.graph, lattice, node.moments());
        List<Expr> push = guo(node, node.moments());
        Expr omega = node.graph.symbol("omega");
        Expr added = node.graph.constant(1).minus(omega.over(node.graph.constant(2)));
        for (int i = 0; i < lattice.size(); i++) {
            Expr distance = node.populations.get(i).minus(rest.get(i));
            Expr expected = node.populations.get(i).minus(omega.times(distance)).plus(added.times(push.get(i)));
            node.assertSame(after.get(i), expected);
        }
    }

    @Test
    void viscosity_of_a_sixth_relaxes_at_rate_one() {
        assertThat(new Bgk().rates(Lattices.D2Q9, 1.0 / 6)).containsExactly(Map.entry("omega", 1.0));
    }

    @Test
    void a_viscosity_that_is_not_positive_is_refused() {
        assertThatThrownBy(() -> new Bgk().rates(Lattices.D2Q9, 0))
                .hasMessage("lattice viscosity 0.0 is not positive and has no relaxation rate");
    }
}
