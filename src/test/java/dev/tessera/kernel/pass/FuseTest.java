package dev.tessera.kernel.pass;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tessera.expr.Expr;
import dev.tessera.kernel.Kernel.Sink;
import dev.tessera.kernel.Kernel.Source;
import dev.tessera.kernel.KernelCost;
import org.junit.jupiter.api.Test;

final class FuseTest extends PassKit {
    @Override
    Pass pass() {
        return new Fuse();
    }

    @Test
    void only_products_that_are_used_once_are_fused() {
        Written k = new Written();
        Expr a = k.populations.get(1);
        Expr b = k.populations.get(2);
        Expr twice = a.times(b);
        k.store(new Sink.PopulationOut(0), k.populations.get(3).plus(a.times(a)));
        k.store(new Sink.PopulationOut(1), k.populations.get(4).plus(twice));
        k.store(new Sink.PopulationOut(2), k.populations.get(5).minus(twice));
        var operations = KernelCost.of(new Fuse().apply(k.kernel())).operations();
        assertThat(operations.fmas()).isEqualTo(1);
        assertThat(operations.muls()).isEqualTo(1);
        assertThat(operations.adds()).isEqualTo(2);
    }

    @Test
    void a_difference_is_fused_if_the_sign_is_free() {
        Written k = new Written();
        Expr omega = k.load("omega", new Source.Parameter("omega"));
        Expr a = k.populations.get(1);
        Expr b = k.populations.get(2);
        k.store(new Sink.PopulationOut(0), b.minus(omega.times(a)));
        k.store(new Sink.PopulationOut(1), b.minus(k.graph.constant(2, 7).times(a)));
        k.store(new Sink.PopulationOut(2), b.minus(a.times(a)));
        var operations = KernelCost.of(new HoistUniform().apply(new Lower().apply(new Fuse().apply(k.kernel()))))
                .operations();
        assertThat(operations.fmas()).isEqualTo(2);
        assertThat(operations.others()).isZero();
    }
}
