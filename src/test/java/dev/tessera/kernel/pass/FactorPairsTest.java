package dev.tessera.kernel.pass;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tessera.expr.Expr;
import dev.tessera.kernel.Kernel;
import dev.tessera.kernel.Kernel.Sink;
import dev.tessera.kernel.KernelCost;
import dev.tessera.model.Velocity;
import org.junit.jupiter.api.Test;

final class FactorPairsTest extends PassKit {
    @Override
    Pass pass() {
        return new FactorPairs();
    }

    @Test
    void opposite_directions_written_separately_share_even_and_odd_parts() {
        Kernel kernel = new Fold().apply(equilibriumDirectionByDirection());
        int before = KernelCost.of(kernel).operations().flops();
        int after = KernelCost.of(new FactorPairs().apply(kernel)).operations().flops();
        assertThat(before).isEqualTo(after + 8); // two per pair
    }

    @Test
    void sums_that_differ_in_signs_become_a_sum_and_a_difference() {
        Written k = new Written();
        Expr a = k.populations.get(1);
        Expr b = k.populations.get(2);
        Expr c = k.populations.get(3);
        k.store(new Sink.PopulationOut(0), a.plus(b).minus(c));
        k.store(new Sink.PopulationOut(1), a.minus(b).plus(c));
        assertThat(KernelCost.of(new FactorPairs().apply(k.kernel()))
                        .operations()
                        .adds())
                .isEqualTo(3);
    }

    private static Kernel equilibriumDirectionByDirection() {
        Written k = new Written();
        Expr rho = k.populations.get(0);
        Expr ux = k.populations.get(1);
        Expr uy = k.populations.get(2);
        for (int i = 0; i < LATTICE.size(); i++) {
            Velocity c = LATTICE.velocity(i);
            Expr along = k.graph
                    .constant(c.x())
                    .times(ux)
                    .plus(k.graph.constant(c.y()).times(uy));
            Expr even = rho.plus(k.graph.constant(9, 2).times(along.squared()));
            Expr squares = ux.squared().plus(uy.squared());
            Expr all = even.plus(k.graph.constant(3).times(along))
                    .minus(k.graph.constant(3, 2).times(squares));
            k.store(
                    new Sink.PopulationOut(i),
                    k.graph.constant(LATTICE.weight(i)).times(all));
        }
        return k.kernel();
    }
}
