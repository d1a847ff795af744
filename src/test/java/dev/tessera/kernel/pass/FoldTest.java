package dev.tessera.kernel.pass;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tessera.expr.Expr;
import dev.tessera.kernel.Kernel;
import dev.tessera.kernel.Kernel.Sink;
import dev.tessera.kernel.KernelCost;
import org.junit.jupiter.api.Test;

final class FoldTest extends PassKit {
    @Override
    Pass pass() {
        return new Fold();
    }

    @Test
    void consecutive_constants_are_multiplied() {
        Written k = new Written();
        Expr value = k.graph.constant(1, 3).times(k.graph.constant(3, 2).times(k.populations.get(1)));
        k.store(new Sink.PopulationOut(0), value);
        Kernel folded = new Fold().apply(k.kernel());
        assertThat(folded.storedValues().getFirst()).hasToString("1/2*f_pzz");
    }

    @Test
    void a_product_and_its_negative_share_a_node() {
        Written k = new Written();
        Expr f = k.populations.get(1);
        Expr g = k.populations.get(2);
        k.store(new Sink.PopulationOut(0), g.plus(k.graph.constant(3).times(f)));
        k.store(new Sink.PopulationOut(1), g.plus(k.graph.constant(-3).times(f)));
        assertThat(KernelCost.of(new Fold().apply(k.kernel())).operations().muls())
                .isEqualTo(1);
    }

    @Test
    void unused_values_are_removed() {
        Written k = new Written();
        k.load("omega", new Kernel.Source.Parameter("omega"));
        k.let("unused", k.populations.get(3).plus(k.populations.get(4)));
        k.store(new Sink.PopulationOut(0), k.populations.get(1));
        assertThat(new Fold().apply(k.kernel()).statements()).hasSize(2);
    }
}
