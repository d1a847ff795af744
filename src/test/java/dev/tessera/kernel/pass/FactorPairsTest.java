package dev.tessera.kernel.pass;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tessera.expr.Expr;
import dev.tessera.kernel.Kernel;
import dev.tessera.kernel.Kernel.Sink;
import dev.tessera.kernel.KernelCost;
import dev.tessera.model.Velocity;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class FactorPairsTest extends PassKit {
    @Override
    Pass pass() {
        return new FactorPairs();
    }

    @Test
    void opposite_directions_written_separately_share_even_and_odd_parts() {
        Kernel kernel = new Fold().apply(equilibriumDirectionByDirection());
        Kernel paired = new FactorPairs().apply(kernel);
        Verification.compare(pass(), kernel, paired);
        int before = KernelCost.of(kernel).operations().flops();
        int after = KernelCost.of(paired).operations().flops();
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
        Kernel paired = new FactorPairs().apply(k.kernel());
        assertThat(KernelCost.of(paired).operations().adds()).isEqualTo(3);
        Verification.compare(pass(), k.kernel(), paired);
    }

    /// In any order, nested either way, with any signs; one term may occur twice, and some sums are used
    /// elsewhere too.
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void sums_of_the_same_terms_keep_their_values(long seed) {
        Random random = new Random(seed);
        Written k = new Written();
        List<Expr> terms = new ArrayList<>(k.populations.subList(0, 4));
        terms.add(k.populations.get(seed % 2 == 0 ? 0 : 4));
        for (int i = 0; i < LATTICE.size(); i++) {
            Collections.shuffle(terms, random);
            Expr sum =
                    random.nextBoolean() ? terms.getFirst() : terms.getFirst().negated();
            for (Expr term : terms.subList(1, 3 + random.nextInt(3))) {
                sum = switch (random.nextInt(3)) {
                    case 0 -> sum.plus(term);
                    case 1 -> sum.minus(term);
                    default -> term.minus(sum);
                };
            }
            k.store(new Sink.PopulationOut(i), random.nextInt(4) == 0 ? sum.times(sum.plus(terms.getLast())) : sum);
        }
        Verification.compare(pass(), k.kernel(), pass().apply(k.kernel()));
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
