package dev.tessera.expr;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

final class OperationCountTest {
    private final ExprGraph graph = new ExprGraph();
    private final Expr x = graph.symbol("x");
    private final Expr omega = graph.symbol("omega");

    @Test
    void shared_nodes_are_counted_once() {
        Expr square = x.squared();
        var count = OperationCount.of(List.of(square.plus(omega), square.times(omega)));
        assertThat(count).hasToString("3 flop (1 adds, 2 muls, 0 fmas, 0 divs, 0 roots)");
    }

    @Test
    void an_fma_counts_two_and_a_division_one() {
        var count = OperationCount.of(List.of(graph.fma(x, x, omega).over(omega)));
        assertThat(count.fmas()).isEqualTo(1);
        assertThat(count.divs()).isEqualTo(1);
        assertThat(count.flops()).isEqualTo(3);
    }

    @Test
    void expressions_of_uniform_symbols_are_free() {
        Expr kept = graph.constant(1).minus(omega);
        var count = OperationCount.of(List.of(kept.times(x)), name -> name.equals("omega"));
        assertThat(count.flops()).isEqualTo(1);
    }

    @Test
    void signs_and_selections_are_free() {
        Expr chosen = graph.select(graph.compare(Form.Comparison.LESS, x, omega), x.negated(), omega);
        var count = OperationCount.of(List.of(chosen));
        assertThat(count.flops()).isZero();
        assertThat(count.others()).isEqualTo(3);
    }
}
