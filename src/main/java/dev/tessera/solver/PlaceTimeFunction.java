package dev.tessera.solver;

import dev.tessera.expr.Arithmetic;
import dev.tessera.expr.Evaluator;
import dev.tessera.expr.Expr;
import dev.tessera.expr.ExprGraph;
import dev.tessera.expr.Form;
import dev.tessera.expr.Interval;
import dev.tessera.expr.PortableFunctions;
import dev.tessera.expr.Rational;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// A function of place and time that is no sum of products, prepared for devices. Its largest parts in place alone
/// become fields, and its largest parts in time alone become series, both computed by the host in double precision;
/// the device computes the rest from them at every node and step. Equal functions have the same form.
final class PlaceTimeFunction {
    private final Expr expression; // of arguments, in a graph of its own
    private final List<Expr> places; // parts of the case's expression
    private final List<TimeSeries> series;
    private final Evaluator evaluator;
    private final Evaluator placeEvaluator;
    private final List<String> forms; // of the expression and its parts in place
    private final String whyOnHost;

    private PlaceTimeFunction(Cut cut, Expr expression, RunExtent extent, Function<String, Interval> flow) {
        this.expression = expression;
        this.places = List.copyOf(cut.places.keySet());
        this.series = List.copyOf(cut.series.keySet());
        this.evaluator = Evaluator.of(List.of(expression));
        this.placeEvaluator = Evaluator.of(places);
        this.forms = new ArrayList<>(List.of(ValueText.form(expression)));
        places.forEach(place -> forms.add(ValueText.form(place)));
        Map<String, Interval> ranges = new LinkedHashMap<>();
        cut.places.forEach((part, symbol) -> ranges.put(symbol, extent.of(part)));
        cut.times.forEach((part, symbol) -> ranges.put(symbol, extent.of(part)));
        this.whyOnHost = PortableFunctions.whyOnHost(expression, name -> ranges.getOrDefault(name, flow.apply(name)));
    }

    /// @param whole of the case, @param part that is not separated, @param text of the whole
    static PlaceTimeFunction of(Expr whole, Expr part, String text, Separation separation, RunExtent extent) {
        Cut cut = new Cut(whole, text, separation);
        Expr expression = cut.of(part);
        return new PlaceTimeFunction(cut, expression, extent, unknown -> Interval.ALL);
    }

    /// A whole expression of place, time and the flow at its node, whose symbols ([FlowSymbols]) it keeps.
    /// @param text of the expression, @param flow ranges of these symbols
    static PlaceTimeFunction ofFlow(Expr whole, String text, RunExtent extent, Function<String, Interval> flow) {
        Cut cut = new Cut(whole, text, new Separation(extent));
        return new PlaceTimeFunction(cut, cut.of(whole), extent, flow);
    }

    /// The function of its arguments, symbols `place-1` … and `time-1` …, and those of the flow.
    Expr expression() {
        return expression;
    }

    int placeCount() {
        return places.size();
    }

    /// The arguments in time.
    List<TimeSeries> series() {
        return series;
    }

    static String placeSymbol(int number) {
        return "place-" + (number + 1);
    }

    static String timeSymbol(int number) {
        return "time-" + (number + 1);
    }

    /// Why devices cannot evaluate it, as a sentence without its end; empty if they can.
    String whyOnHost() {
        return whyOnHost;
    }

    /// The arguments in place at one point.
    List<Double> placesAt(double[] pointM) {
        return placeEvaluator.run(Arithmetic.DOUBLE, name -> pointM["xyz".indexOf(name)]).stream()
                .map(Objects::requireNonNull)
                .toList();
    }

    /// The value on the host; maybe not finite.
    /// @param placeValues as from [#placesAt]
    double at(List<Double> placeValues, double timeS) {
        return Objects.requireNonNull(evaluator
                .run(Arithmetic.DOUBLE, name -> {
                    int number = Integer.parseInt(name.substring(name.indexOf('-') + 1)) - 1;
                    return name.startsWith("place")
                            ? placeValues.get(number)
                            : Double.valueOf(series.get(number).at(timeS));
                })
                .getFirst());
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof PlaceTimeFunction function
                && function.forms.equals(forms)
                && function.series.equals(series);
    }

    @Override
    public int hashCode() {
        return forms.hashCode();
    }

    /// Replaces parts of an expression by arguments.
    private static final class Cut {
        private final Expr whole;
        private final String text;
        private final Separation separation;
        private final ExprGraph graph = new ExprGraph();
        private final Map<Expr, Expr> done = new IdentityHashMap<>();
        private final Map<Expr, String> places = new LinkedHashMap<>(); // symbols
        private final Map<Expr, String> times = new LinkedHashMap<>(); // symbols
        private final Map<TimeSeries, String> series = new LinkedHashMap<>(); // symbols

        Cut(Expr whole, String text, Separation separation) {
            this.whole = whole;
            this.text = text;
            this.separation = separation;
        }

        Expr of(Expr part) {
            Expr known = done.get(part);
            if (known == null) {
                known = cut(part);
                done.put(part, known);
            }
            return known;
        }

        private Expr cut(Expr part) {
            if (FlowSymbols.isOfFlow(part)) {
                return part.form() instanceof Form.Symbol(String name) ? graph.symbol(name) : rebuilt(part);
            }
            boolean inPlace = Separation.hasPlace(part);
            boolean inTime = Separation.has(part, "t");
            if (inPlace && inTime) {
                return ofBoth(part);
            }
            if (part.form() instanceof Form.Compare) {
                Expr one = part.graph().constant(1);
                Expr chosen = part.graph().select(part, one, part.graph().constant(0));
                return graph.compare(Form.Comparison.LESS, graph.constant(0), of(chosen));
            }
            if (inPlace) {
                return graph.symbol(places.computeIfAbsent(part, p -> placeSymbol(places.size())));
            }
            return inTime ? time(part) : constant(part);
        }

        private Expr time(Expr part) {
            TimeSeries argument = TimeSeries.of(TimeExpression.argument(whole, part, text));
            String symbol = series.computeIfAbsent(argument, s -> timeSymbol(series.size()));
            times.put(part, symbol);
            return graph.symbol(symbol);
        }

        private Expr constant(Expr part) {
            double value = Evaluator.evaluate(part, name -> Double.NaN);
            return part.form() instanceof Form.Constant || !Double.isFinite(value)
                    ? graph.copyOf(part, graph::symbol)
                    : graph.constant(Rational.exactly(value));
        }

        private Expr ofBoth(Expr part) {
            if (part.form() instanceof Form.Compare) {
                return rebuilt(part);
            }
            List<Separation.Product> products = separation.of(part);
            if (products.size() == 1 && products.getFirst().rest() == part) {
                return rebuilt(part);
            }
            Expr sum = graph.constant(0);
            for (Separation.Product product : products) {
                Expr term = graph.constant(1);
                for (Expr factor : product.factors()) {
                    term = term.times(of(factor));
                }
                sum = sum.plus(term);
            }
            return sum;
        }

        private Expr rebuilt(Expr part) {
            return graph.rebuild(
                    part.form(), part.form().operands().stream().map(this::of).toList());
        }
    }
}
