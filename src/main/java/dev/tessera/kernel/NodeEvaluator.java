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
import org.jspecify.annotations.Nullable;

/// Evaluates a kernel's statements one by one, in any arithmetic: the reference for every target. Works on lowered and
/// other kernels. Immutable and thread-safe.
public final class NodeEvaluator {
    private final List<Step> steps;

    /// @param symbol the defined symbol; empty for a store
    /// @param sink of a store, else null
    /// @param source of a load, else null
    /// @param value of a let or a store, else null
    private record Step(
            String symbol,
            @Nullable Sink sink,
            @Nullable Source source,
            @Nullable Evaluator value) {}

    private NodeEvaluator(List<Step> steps) {
        this.steps = steps;
    }

    public static NodeEvaluator of(Kernel kernel) {
        Map<String, Expr> comparisons = new LinkedHashMap<>();
        List<Step> steps = new ArrayList<>();
        for (Statement statement : kernel.statements()) {
            switch (statement) {
                case Statement.Load(Expr symbol, Source source) ->
                    steps.add(new Step(name(symbol), null, source, null));
                case Statement.Let(Expr symbol, Expr value) -> {
                    if (value.form() instanceof Form.Compare) {
                        comparisons.put(name(symbol), value);
                    } else {
                        steps.add(new Step(name(symbol), null, null, evaluator(value, comparisons)));
                    }
                }
                case Statement.Store(Sink sink, Expr value) ->
                    steps.add(new Step("", sink, null, evaluator(value, comparisons)));
            }
        }
        return new NodeEvaluator(steps);
    }

    /// The stored values by sink, in the order of the stores.
    /// @param sources gives the value of each source
    /// @throws ArithmeticException if a value does not exist in this arithmetic (exact division by zero)
    public <T> SequencedMap<Sink, T> run(Arithmetic<T> arithmetic, Function<Source, T> sources) {
        Map<String, T> values = new LinkedHashMap<>();
        SequencedMap<Sink, T> stored = new LinkedHashMap<>();
        for (Step step : steps) {
            if (step.source() != null) {
                values.put(step.symbol(), sources.apply(step.source()));
            } else if (step.value() != null) {
                T value = step.value().run(arithmetic, values::get).getFirst();
                if (value == null) {
                    throw new ArithmeticException("a value has no result in this arithmetic");
                }
                if (step.sink() != null) {
                    stored.put(step.sink(), value);
                } else {
                    values.put(step.symbol(), value);
                }
            }
        }
        return stored;
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
