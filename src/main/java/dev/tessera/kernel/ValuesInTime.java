package dev.tessera.kernel;

import dev.tessera.expr.Expr;
import dev.tessera.expr.ExprGraph;
import dev.tessera.expr.Form;
import dev.tessera.expr.Rational;
import dev.tessera.kernel.Kernel.Source;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.function.BiFunction;

/// How the prescribed values of a class of nodes change in time, or with the flow: a value is a sum of terms,
/// `Σ profile · series · function` (docs/decisions/0037). Values without entry are plain fields or parameters.
///
/// @param terms by the name of the value, as rules and forces use it
public record ValuesInTime(SequencedMap<String, List<Term>> terms) {
    /// No value changes.
    public static final ValuesInTime NONE = new ValuesInTime(new LinkedHashMap<>());

    public ValuesInTime {
        SequencedMap<String, List<Term>> copy = new LinkedHashMap<>();
        terms.forEach((name, sum) -> {
            if (sum.isEmpty()) {
                throw new IllegalArgumentException("%s has no terms".formatted(name));
            }
            copy.put(name, List.copyOf(sum));
        });
        terms = Collections.unmodifiableSequencedMap(copy);
    }

    /// A product. @param profile name of a field; empty: one, @param series its name; empty: one,
    /// @param function of fields and series; empty: one
    public record Term(Optional<String> profile, Optional<String> series, Optional<Function> function) {
        public Term {
            if (profile.isEmpty() && series.isEmpty() && function.isEmpty()) {
                throw new IllegalArgumentException("a term has a profile, a series, or a function");
            }
        }

        /// A field that does not change.
        public static Term fixed(String profile) {
            return new Term(Optional.of(profile), Optional.empty(), Optional.empty());
        }

        /// The same value at all nodes.
        public static Term uniform(String series) {
            return new Term(Optional.empty(), Optional.of(series), Optional.empty());
        }

        public static Term of(String profile, String series) {
            return new Term(Optional.of(profile), Optional.of(series), Optional.empty());
        }

        /// The same function everywhere and always: of the flow, or a number.
        public static Term of(Function function) {
            return new Term(Optional.empty(), Optional.empty(), Optional.of(function));
        }

        private boolean isOfFlow() {
            return function.isPresent() && !function.get().flow.isEmpty();
        }

        /// Nodes whose profile is zero may have no arguments of the function, which is then not finite.
        private Expr value(Node node) {
            List<Expr> factors = new ArrayList<>();
            profile.ifPresent(field -> factors.add(node.load.apply(field, new Source.FieldIn(field))));
            series.ifPresent(name -> factors.add(node.load.apply(name, new Source.Series(name))));
            if (function.isEmpty()) {
                return factors.stream().reduce(Expr::times).orElseThrow();
            }
            factors.add(function.get().at(node));
            Expr product = factors.stream().reduce(Expr::times).orElseThrow();
            if (profile.isEmpty()) {
                return product;
            }
            ExprGraph graph = product.graph();
            Expr zero = graph.constant(0);
            return graph.select(graph.compare(Form.Comparison.EQUAL, factors.getFirst(), zero), zero, product);
        }
    }

    /// A quantity of the flow at the node itself, in a function.
    ///
    /// @param quantity as kernels observe it: `velocity-x`, `density`
    /// @param unit by which its number in lattice units is multiplied
    public record OfFlow(String quantity, double unit) {}

    /// A node while its kernel is made.
    ///
    /// @param load the symbol of a source, with a name for it
    /// @param flow the value of a quantity of the flow by its name
    public record Node(
            ExprGraph graph, BiFunction<String, Source, Expr> load, java.util.function.Function<String, Expr> flow) {
        /// A node whose flow is not known yet.
        public static Node withoutFlow(ExprGraph graph, BiFunction<String, Source, Expr> load) {
            return new Node(graph, load, quantity -> {
                throw new IllegalStateException("%s is not known here".formatted(quantity));
            });
        }
    }

    /// A function of fields, series and the flow.
    ///
    /// @param expression of a graph of its own
    /// @param symbols the fields ([Source.FieldIn]) and series ([Source.Series]) by the symbols of the
    ///        expression
    /// @param flow quantities of the flow by the symbols of the expression
    public record Function(Expr expression, SequencedMap<String, Source> symbols, SequencedMap<String, OfFlow> flow) {
        /// @throws IllegalArgumentException if a symbol is no field and no series
        public Function {
            symbols = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(symbols));
            flow = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(flow));
            symbols.values().forEach(ValuesInTime::nameOf);
        }

        /// A function that does not depend on the flow.
        public Function(Expr expression, SequencedMap<String, Source> symbols) {
            this(expression, symbols, new LinkedHashMap<>());
        }

        /// This function times a number.
        public Function times(double factor) {
            return new Function(
                    expression.graph().constant(Rational.exactly(factor)).times(expression), symbols, flow);
        }

        private Expr at(Node node) {
            SequencedMap<String, Expr> byName = new LinkedHashMap<>();
            symbols.forEach((symbol, source) -> byName.put(symbol, node.load.apply(nameOf(source), source)));
            flow.forEach((symbol, of) -> {
                Expr unit = node.graph.constant(Rational.exactly(of.unit));
                byName.put(symbol, unit.times(node.flow.apply(of.quantity)));
            });
            return node.graph.copyOf(expression, name -> Objects.requireNonNull(byName.get(name), name));
        }
    }

    private static String nameOf(Source source) {
        if (source instanceof Source.FieldIn(String name)) {
            return name;
        }
        if (source instanceof Source.Series(String name)) {
            return name;
        }
        throw new IllegalArgumentException("a function in time is of fields and series, not of %s".formatted(source));
    }

    /// A value that changes as the sum of its terms; empty for a plain field or parameter.
    public Optional<Expr> value(String name, Node node) {
        return terms.getOrDefault(name, List.of()).stream()
                .map(term -> term.value(node))
                .reduce(Expr::plus);
    }

    /// Whether a value depends on the flow at its node.
    public boolean isOfFlow() {
        return terms.values().stream().flatMap(List::stream).anyMatch(Term::isOfFlow);
    }

    /// These values and others, with other names.
    public ValuesInTime and(ValuesInTime other) {
        SequencedMap<String, List<Term>> both = new LinkedHashMap<>(terms);
        both.putAll(other.terms);
        return new ValuesInTime(both);
    }
}
