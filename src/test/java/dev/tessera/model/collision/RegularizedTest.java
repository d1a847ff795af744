package dev.tessera.model.collision;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.tessera.expr.Expr;
import dev.tessera.expr.ExprGraph;
import dev.tessera.model.Collision;
import dev.tessera.model.Equilibrium;
import dev.tessera.model.Moments;
import dev.tessera.model.VelocitySet;
import dev.tessera.model.lattice.Lattices;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
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
    void its_equilibrium_has_the_second_order_one_within_it(VelocitySet lattice, Equilibrium equilibrium) {
        var node = new TestNode(lattice, equilibrium, false);
        List<Expr> own = Regularized.equilibrium(node.graph, lattice, equilibrium, node.givenMoments());
        List<Expr> plain = equilibrium.populations(node.graph, lattice, node.givenMoments());
        for (Mode mode : MomentBasis.of(lattice).modes()) {
            if (mode.order() <= 2) {
                node.assertSame(node.moment(own, mode), node.moment(plain, mode));
            }
        }
    }

    @ParameterizedTest
    @MethodSource("models")
    void third_moments_follow_from_velocity_and_relaxed_stress(VelocitySet lattice, Equilibrium equilibrium) {
        var node = new TestNode(lattice, equilibrium, false);
        ExprGraph graph = node.graph;
        List<Expr> after = node.collide(collision());
        List<Expr> rest = Regularized.equilibrium(graph, lattice, equilibrium, node.moments());
        Mode flux = MomentBasis.of(lattice).modes().stream()
                .filter(mode -> mode.order() == 3)
                .findFirst()
                .orElseThrow();
        List<Expr> u = node.moments().velocity();
        Expr expected = graph.constant(0); // of xyy (+ xzz): u_x A_yy + 2 u_y A_xy (+ …)
        for (int b = 1; b < lattice.dimensions(); b++) {
            Expr normal = node.product(after, b, b).minus(node.product(rest, b, b));
            Expr shear = node.product(after, 0, b).minus(node.product(rest, 0, b));
            expected = expected.plus(u.get(0).times(normal))
                    .plus(graph.constant(2).times(u.get(b)).times(shear));
        }
        node.assertSame(node.moment(after, flux).minus(node.moment(rest, flux)), expected);
    }

    @ParameterizedTest
    @MethodSource("models")
    void the_trace_of_the_stress_relaxes_at_the_bulk_rate(VelocitySet lattice, Equilibrium equilibrium) {
        var node = new TestNode(lattice, equilibrium, false);
        List<Expr> after = node.collide(collision());
        List<Expr> rest = equilibrium.populations(node.graph, lattice, node.moments());
        Expr kept = node.graph.constant(1).minus(node.graph.symbol("omega_bulk"));
        node.assertSame(
                node.trace(after).minus(node.trace(rest)),
                kept.times(node.trace(node.populations).minus(node.trace(rest))));
    }

    @Test
    void the_bulk_rate_follows_from_the_bulk_viscosity() {
        double bulk = 0.03;
        double rate = Regularized.withBulkViscosity(Lattices.D3Q19, bulk).bulk().rate(Lattices.D3Q19, 0.1);
        assertThat(2.0 / 9 * (1 / rate - 0.5)).isCloseTo(bulk, within(1e-15));
        assertThat(new Regularized(rate).rates(Lattices.D3Q19, 0.1))
                .containsExactlyEntriesOf(rates(1 / (0.3 + 0.5), rate));
        assertThat(Regularized.withBulkViscosityRatio(0.3)
                        .rates(Lattices.D3Q19, 0.1)
                        .get("omega_bulk"))
                .isCloseTo(rate, within(1e-14));
    }

    private static Map<String, Double> rates(double omega, double bulk) {
        var rates = new LinkedHashMap<String, Double>();
        rates.put("omega", omega);
        rates.put("omega_bulk", bulk);
        return rates;
    }

    @Test
    void a_bulk_rate_outside_the_stable_range_is_refused() {
        assertThatThrownBy(() -> new Regularized(2.1))
                .hasMessage("bulk rate 2.1 of the regularized collision is outside (0, 2]");
    }
}
