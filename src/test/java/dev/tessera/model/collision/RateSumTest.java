package dev.tessera.model.collision;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tessera.expr.ExprGraph;
import dev.tessera.expr.Rational;
import org.junit.jupiter.api.Test;

final class RateSumTest {
    private final RateSum sum = RateSum.of(Rational.of(1, 4)).plus("omega", Rational.of(-1, 8));

    @Test
    void parts_that_cancel_are_removed() {
        assertThat(sum.minus(sum).isZero()).isTrue();
        assertThat(sum.plus("omega", Rational.of(1, 8))).isEqualTo(RateSum.of(Rational.of(1, 4)));
        assertThat(RateSum.of(Rational.ZERO)).isEqualTo(RateSum.ZERO);
    }

    @Test
    void its_expression_multiplies_rates_by_their_names() {
        var graph = new ExprGraph();
        assertThat(sum.expression(graph, graph::symbol))
                .isSameAs(graph.constant(1, 4).plus(graph.constant(-1, 8).times(graph.symbol("omega"))));
    }
}
