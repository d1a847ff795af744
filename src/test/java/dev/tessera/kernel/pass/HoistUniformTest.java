package dev.tessera.kernel.pass;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tessera.expr.Expr;
import dev.tessera.kernel.Kernel;
import dev.tessera.kernel.Kernel.Sink;
import dev.tessera.kernel.Kernel.Source;
import dev.tessera.kernel.KernelCost;
import org.junit.jupiter.api.Test;

final class HoistUniformTest extends PassKit {
    @Override
    Pass pass() {
        return new HoistUniform();
    }

    @Test
    void values_of_parameters_only_are_computed_once() {
        Written k = new Written();
        Expr omega = k.load("omega", new Source.Parameter("omega"));
        Expr half = k.graph.constant(1).minus(k.graph.constant(1, 2).times(omega));
        k.store(new Sink.PopulationOut(0), half.times(k.populations.get(1)));
        Kernel hoisted = new HoistUniform().apply(new Lower().apply(k.kernel()));
        assertThat(hoisted.uniformStatements()).hasSize(3);
        assertThat(KernelCost.of(hoisted).operations().flops()).isEqualTo(1);
    }
}
