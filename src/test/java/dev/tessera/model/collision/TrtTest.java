package dev.tessera.model.collision;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.tessera.expr.Expr;
import dev.tessera.expr.Rational;
import dev.tessera.model.Collision;
import dev.tessera.model.Equilibrium;
import dev.tessera.model.VelocitySet;
import dev.tessera.model.lattice.Lattices;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

final class TrtTest extends CollisionKit {
    @Override
    Collision collision() {
        return new Trt();
    }

    @Test
    void odd_rate_keeps_the_magic_parameter_at_every_viscosity() {
        for (double viscosity : new double[] {1e-4, 1.0 / 6, 2}) {
            var rates = new Trt(Rational.of(1, 4)).rates(Lattices.D3Q19, viscosity);
            double magic = (1 / Objects.requireNonNull(rates.get("omega")) - 0.5)
                    * (1 / Objects.requireNonNull(rates.get("omega_minus")) - 0.5);
            assertThat(magic).isCloseTo(0.25, within(1e-12));
        }
    }

    @Test
    void a_magic_parameter_that_is_not_positive_is_refused() {
        assertThatThrownBy(() -> new Trt(Rational.ZERO))
                .hasMessage("the magic parameter of TRT is 0, but must be positive; 3/16 and 1/4 are usual");
    }

    /// The definition: `f± - omega± (f± - f_eq±) + (1 - omega±/2) F±`, each part of Guo's term with its own rate.
    @ParameterizedTest
    @MethodSource("models")
    void even_and_odd_parts_relax_at_their_own_rates(VelocitySet lattice, Equilibrium equilibrium) {
        for (boolean forced : new boolean[] {false, true}) {
            var node = new TestNode(lattice, equilibrium, forced);
            List<Expr> after = node.collide(collision());
            List<Expr> rest = equilibrium.populations(node.graph, lattice, node.moments());
            List<Expr> push = forced ? guo(node, node.moments()) : node.zeros();
            for (int i = 1; i < lattice.size(); i += 2) {
                for (boolean even : new boolean[] {true, false}) {
                    Expr rate = node.graph.symbol(even ? "omega" : "omega_minus");
                    Expr distance = part(node.populations, i, even).minus(part(rest, i, even));
                    Expr added = node.graph
                            .constant(1)
                            .minus(rate.over(node.graph.constant(2)))
                            .times(part(push, i, even));
                    node.assertSame(
                            part(after, i, even),
                            part(node.populations, i, even)
                                    .minus(rate.times(distance))
                                    .plus(added));
                }
            }
        }
    }

    /// Twice the even or odd part of a direction and its opposite, which is the next one.
    private static Expr part(List<Expr> of, int i, boolean even) {
        return even ? of.get(i).plus(of.get(i + 1)) : of.get(i).minus(of.get(i + 1));
    }

    @ParameterizedTest
    @MethodSource("models")
    void with_equal_rates_and_a_force_it_is_bgk(VelocitySet lattice, Equilibrium equilibrium) {
        var node = new TestNode(lattice, equilibrium, true);
        List<Expr> one = node.collideWithRates(new Trt(), name -> node.graph.symbol("omega"));
        List<Expr> other = node.collide(new Bgk());
        for (int i = 0; i < lattice.size(); i++) {
            node.assertSame(one.get(i), other.get(i));
        }
    }
}
