package dev.tessera.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tessera.expr.Evaluator;
import dev.tessera.expr.Expr;
import dev.tessera.expr.ExprGraph;
import dev.tessera.kernel.Kernel.Source;
import dev.tessera.kernel.ValuesInTime.Function;
import dev.tessera.kernel.ValuesInTime.OfFlow;
import dev.tessera.kernel.ValuesInTime.Term;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import org.junit.jupiter.api.Test;

/// Terms of values that change in time.
final class TermsInTimeTest {
    /// `1 / (p - t)` of a field and a series.
    private static Function pole() {
        ExprGraph graph = new ExprGraph();
        SequencedMap<String, Source> symbols = new LinkedHashMap<>();
        symbols.put("p", new Source.FieldIn("place"));
        symbols.put("t", new Source.Series("time"));
        Expr difference = graph.symbol("p").minus(graph.symbol("t"));
        return new Function(graph.constant(1).over(difference), symbols);
    }

    private static double value(Term term, Map<String, Double> loaded) {
        SequencedMap<String, List<Term>> terms = new LinkedHashMap<>();
        terms.put("value", List.of(term));
        ExprGraph graph = new ExprGraph();
        Expr value = new ValuesInTime(terms)
                .value("value", ValuesInTime.Node.withoutFlow(graph, (name, source) -> graph.symbol(name)))
                .orElseThrow();
        return Evaluator.evaluate(value, loaded::get);
    }

    @Test
    void a_term_is_the_product_of_profile_series_and_function() {
        Term term = new Term(Optional.of("profile"), Optional.of("series"), Optional.of(pole().times(0.5)));
        assertThat(value(term, Map.of("profile", 3.0, "series", 8.0, "place", 6.0, "time", 2.0)))
                .isEqualTo(3.0 * 8 * 0.5 / 4);
    }

    @Test
    void nodes_whose_profile_is_zero_take_zero_whatever_the_function_gives() {
        Term term = new Term(Optional.of("profile"), Optional.empty(), Optional.of(pole()));
        Map<String, Double> atPole = Map.of("profile", 0.0, "place", 2.0, "time", 2.0);
        assertThat(value(term, atPole)).isZero();
        Term everywhere = new Term(Optional.empty(), Optional.empty(), Optional.of(pole()));
        assertThat(value(everywhere, atPole)).isInfinite();
    }

    /// A number is a function of nothing; a quantity of the flow is multiplied by its unit.
    @Test
    void a_function_may_be_a_number_or_of_the_flow() {
        ExprGraph formula = new ExprGraph();
        Term number = Term.of(new Function(formula.constant(3), new LinkedHashMap<>()));
        assertThat(value(number, Map.of())).isEqualTo(3);
        SequencedMap<String, OfFlow> flow = new LinkedHashMap<>();
        flow.put("u_x", new OfFlow("velocity-x", 20));
        Term square = Term.of(new Function(formula.symbol("u_x").squared(), new LinkedHashMap<>(), flow).times(0.5));
        SequencedMap<String, List<Term>> terms = new LinkedHashMap<>();
        terms.put("value", List.of(square));
        ExprGraph graph = new ExprGraph();
        var node = new ValuesInTime.Node(graph, (name, source) -> graph.symbol(name), graph::symbol);
        var inTime = new ValuesInTime(terms);
        assertThat(inTime.isOfFlow()).isTrue();
        Expr value = inTime.value("value", node).orElseThrow();
        assertThat(Evaluator.evaluate(value, Map.of("velocity-x", 0.3)::get)).isEqualTo(18);
        var withoutFlow = ValuesInTime.Node.withoutFlow(graph, (name, source) -> graph.symbol(name));
        assertThatThrownBy(() -> inTime.value("value", withoutFlow)).hasMessageContaining("velocity-x is not known");
    }

    @Test
    void a_function_has_fields_and_series_only() {
        Expr one = new ExprGraph().constant(1);
        SequencedMap<String, Source> symbols = new LinkedHashMap<>();
        symbols.put("f", new Source.Parameter("omega"));
        assertThatThrownBy(() -> new Function(one, symbols))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("omega");
    }
}
