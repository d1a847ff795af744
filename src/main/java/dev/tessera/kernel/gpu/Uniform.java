package dev.tessera.kernel.gpu;

import dev.tessera.expr.Arithmetic;
import dev.tessera.expr.Expr;
import dev.tessera.expr.Form;
import dev.tessera.expr.Reachable;
import dev.tessera.kernel.Kernel;
import dev.tessera.kernel.Kernel.Sink;
import dev.tessera.kernel.Kernel.Source;
import dev.tessera.kernel.Kernel.Statement;
import dev.tessera.kernel.NodeEvaluator;
import dev.tessera.kernel.Precision;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.Set;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/// The uniform values of a kernel that its nodes use. They are computed on the host, in the kernel's arithmetic,
/// and passed to the device by value.
public final class Uniform {
    private final List<String> names;
    private final Kernel stored; // stores each value under its name
    private @Nullable NodeEvaluator evaluator; // made for the first values: many kernels are never launched

    private Uniform(List<String> names, Kernel stored) {
        this.names = names;
        this.stored = stored;
    }

    public static Uniform of(Kernel kernel) {
        Map<String, Expr> symbols = new LinkedHashMap<>();
        Map<String, Expr> comparisons = new LinkedHashMap<>();
        for (Statement statement : kernel.uniformStatements()) {
            switch (statement) {
                case Statement.Load(Expr symbol, Source source) -> symbols.put(nameOf(symbol), symbol);
                case Statement.Let(Expr symbol, Expr value) -> {
                    if (value.form() instanceof Form.Compare) {
                        comparisons.put(nameOf(symbol), value);
                    } else {
                        symbols.put(nameOf(symbol), symbol);
                    }
                }
                case Statement.Iterate iterate -> iterate.states().forEach(state -> symbols.put(nameOf(state), state));
                case Statement.Store s -> {}
            }
        }
        Set<String> used = new LinkedHashSet<>();
        use(
                kernel.nodeStatements().stream()
                        .flatMap(statement -> statement.values().stream())
                        .toList(),
                comparisons,
                used);
        List<Expr> passed = symbols.entrySet().stream()
                .filter(entry -> used.contains(entry.getKey()))
                .map(Map.Entry::getValue)
                .toList();
        List<Statement> statements = new ArrayList<>(kernel.uniformStatements());
        passed.forEach(symbol -> statements.add(new Statement.Store(new Sink.FieldOut(nameOf(symbol)), symbol)));
        return new Uniform(passed.stream().map(Uniform::nameOf).toList(), kernel.with(statements));
    }

    private static void use(List<Expr> values, Map<String, Expr> comparisons, Set<String> used) {
        for (Expr node : Reachable.from(values)) {
            if (node.form() instanceof Form.Symbol(String name) && used.add(name) && comparisons.containsKey(name)) {
                use(List.of(comparisons.get(name)), comparisons, used);
            }
        }
    }

    private static String nameOf(Expr symbol) {
        return ((Form.Symbol) symbol.form()).name();
    }

    /// In the order of the kernels' arguments.
    public List<String> names() {
        return names;
    }

    /// The values by name, in that order; in FP32 each is a float.
    public SequencedMap<String, Double> values(Precision precision, ToDoubleFunction<String> parameters) {
        SequencedMap<String, Double> values = new LinkedHashMap<>();
        if (evaluator == null) {
            evaluator = NodeEvaluator.of(stored);
        }
        switch (precision.computed()) {
            case FP64 ->
                evaluator
                        .<Double>run(Arithmetic.DOUBLE, source -> parameters.applyAsDouble(nameOf(source)))
                        .forEach((sink, value) -> values.put(nameOf(sink), value));
            case FP32 ->
                evaluator
                        .<Float>run(Arithmetic.FLOAT, source -> (float) parameters.applyAsDouble(nameOf(source)))
                        .forEach((sink, value) -> values.put(nameOf(sink), (double) value));
        }
        return values;
    }

    private static String nameOf(Source source) {
        return ((Source.Parameter) source).name();
    }

    private static String nameOf(Sink sink) {
        return ((Sink.FieldOut) sink).field();
    }
}
