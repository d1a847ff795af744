package dev.tessera.kernel;

import dev.tessera.expr.Arithmetic;
import dev.tessera.expr.Evaluator;
import dev.tessera.expr.Expr;
import dev.tessera.expr.Form;
import dev.tessera.kernel.Kernel.Sink;
import dev.tessera.kernel.Kernel.Source;
import dev.tessera.kernel.Kernel.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// Evaluates a kernel's statements one by one, in any arithmetic: the reference for every target. Works on lowered
/// and other kernels. Immutable and thread-safe.
public final class NodeEvaluator {
    private final List<Step> steps;

    private sealed interface Step {
        record Load(String symbol, Source source) implements Step {}

        record Let(String symbol, Evaluator value) implements Step {}

        /// @param frozenOrNext the next value of each state, or the state itself where the comparison fails
        record Iterate(int limit, List<String> states, Evaluator initial, List<Step> body, Evaluator frozenOrNext)
                implements Step {}

        record Store(Sink sink, Evaluator value) implements Step {}
    }

    private NodeEvaluator(List<Step> steps) {
        this.steps = steps;
    }

    public static NodeEvaluator of(Kernel kernel) {
        return new NodeEvaluator(steps(kernel.statements(), new LinkedHashMap<>()));
    }

    /// @param comparisons by name; those of the statements are added
    private static List<Step> steps(List<? extends Statement> statements, Map<String, Expr> comparisons) {
        List<Step> steps = new ArrayList<>();
        for (Statement statement : statements) {
            switch (statement) {
                case Statement.Load(Expr symbol, Source source) -> steps.add(new Step.Load(name(symbol), source));
                case Statement.Let(Expr symbol, Expr value) -> {
                    if (value.form() instanceof Form.Compare) {
                        comparisons.put(name(symbol), value);
                    } else {
                        steps.add(new Step.Let(name(symbol), evaluator(value, comparisons)));
                    }
                }
                case Statement.Iterate iterate -> steps.add(iterating(iterate, comparisons));
                case Statement.Store(Sink sink, Expr value) ->
                    steps.add(new Step.Store(sink, evaluator(value, comparisons)));
            }
        }
        return steps;
    }

    private static Step iterating(Statement.Iterate iterate, Map<String, Expr> comparisons) {
        List<Expr> states = iterate.states();
        List<Expr> frozenOrNext = IntStream.range(0, states.size())
                .mapToObj(k -> iterate.continues()
                        .graph()
                        .select(iterate.continues(), iterate.next().get(k), states.get(k)))
                .toList();
        return new Step.Iterate(
                iterate.limit(),
                states.stream().map(NodeEvaluator::name).toList(),
                Evaluator.of(iterate.initial()),
                steps(iterate.body(), comparisons),
                Evaluator.of(frozenOrNext));
    }

    /// The stored values by sink, in the order of the stores.
    /// @param sources gives the value of each source
    /// @throws ArithmeticException if a value does not exist in this arithmetic (exact division by zero)
    public <T> SequencedMap<Sink, T> run(Arithmetic<T> arithmetic, Function<Source, T> sources) {
        SequencedMap<Sink, T> stored = new LinkedHashMap<>();
        run(steps, arithmetic, sources, new LinkedHashMap<>(), stored);
        return stored;
    }

    private static <T> void run(
            List<Step> steps,
            Arithmetic<T> arithmetic,
            Function<Source, T> sources,
            Map<String, T> values,
            Map<Sink, T> stored) {
        for (Step step : steps) {
            switch (step) {
                case Step.Load(String symbol, Source source) -> values.put(symbol, sources.apply(source));
                case Step.Let(String symbol, Evaluator value) ->
                    values.put(symbol, values(value, arithmetic, values).getFirst());
                case Step.Iterate iterate -> {
                    put(iterate.states(), values(iterate.initial(), arithmetic, values), values);
                    for (int k = 0; k < iterate.limit(); k++) {
                        run(iterate.body(), arithmetic, sources, values, stored);
                        put(iterate.states(), values(iterate.frozenOrNext(), arithmetic, values), values);
                    }
                }
                case Step.Store(Sink sink, Evaluator value) ->
                    stored.put(sink, values(value, arithmetic, values).getFirst());
            }
        }
    }

    private static <T> void put(List<String> names, List<T> given, Map<String, T> values) {
        for (int k = 0; k < names.size(); k++) {
            values.put(names.get(k), given.get(k));
        }
    }

    private static <T> List<T> values(Evaluator evaluator, Arithmetic<T> arithmetic, Map<String, T> values) {
        List<T> defined = new ArrayList<>();
        for (@Nullable T value : evaluator.run(arithmetic, values::get)) {
            if (value == null) {
                throw new ArithmeticException("a value has no result in this arithmetic");
            }
            defined.add(value);
        }
        return defined;
    }

    /// Evaluates a value, with named comparisons inserted into selections.
    private static Evaluator evaluator(Expr value, Map<String, Expr> comparisons) {
        Expr complete = value;
        if (value.form() instanceof Form.Select(Expr condition, Expr whenTrue, Expr whenFalse)
                && condition.form() instanceof Form.Symbol(String name)
                && comparisons.get(name) instanceof Expr comparison) {
            complete = value.graph().select(comparison, whenTrue, whenFalse);
        }
        return Evaluator.of(List.of(complete));
    }

    private static String name(Expr symbol) {
        return ((Form.Symbol) symbol.form()).name();
    }
}
