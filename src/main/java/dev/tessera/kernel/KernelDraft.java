package dev.tessera.kernel;

import dev.tessera.expr.Expr;
import dev.tessera.expr.ExprGraph;
import dev.tessera.kernel.Kernel.Sink;
import dev.tessera.kernel.Kernel.Source;
import dev.tessera.kernel.Kernel.Statement;
import dev.tessera.model.Components;
import dev.tessera.model.FluidModel;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/// A kernel of a mixture while its statements are added, in their order. Each value is loaded once.
final class KernelDraft {
    static final List<String> AXES = List.of("x", "y", "z");

    private final ExprGraph graph = new ExprGraph();
    private final List<Statement> statements = new ArrayList<>();
    private final List<String> parameters = new ArrayList<>();
    private final Map<String, Expr> loaded = new LinkedHashMap<>();

    ExprGraph graph() {
        return graph;
    }

    /// The value of a kernel parameter.
    Expr parameter(String name) {
        if (!parameters.contains(name)) {
            parameters.add(name);
        }
        return load(name, new Source.Parameter(name));
    }

    Expr load(String name, Source source) {
        return loaded.computeIfAbsent(name, key -> {
            Expr symbol = graph.symbol(key.replace('-', '_'));
            statements.add(new Statement.Load(symbol, source));
            return symbol;
        });
    }

    Expr let(String name, Expr value) {
        Expr symbol = graph.symbol(name);
        statements.add(new Statement.Let(symbol, value));
        return symbol;
    }

    /// Names each component of a vector.
    List<Expr> named(String name, List<Expr> vector) {
        List<Expr> named = new ArrayList<>();
        for (int axis = 0; axis < vector.size(); axis++) {
            named.add(let(name + "_" + AXES.get(axis), vector.get(axis)));
        }
        return named;
    }

    /// A component of a body force, as an acceleration.
    /// @param vector its name
    /// @param inTime components that change in time or with the flow
    /// @param flow quantities of the flow by name
    Expr acceleration(
            String vector, int axis, FluidModel.BodyForce force, ValuesInTime inTime, Function<String, Expr> flow) {
        String name = Components.of(vector, axis);
        return inTime.value(name, new ValuesInTime.Node(graph, this::load, flow))
                .orElseGet(() -> switch (force) {
                    case NONE -> graph.constant(0);
                    case UNIFORM -> parameter(name);
                    case FIELD -> load(name, new Source.FieldIn(name));
                });
    }

    void store(String quantity, Expr value) {
        store(new Sink.FieldOut(quantity), value);
    }

    void store(Sink sink, Expr value) {
        statements.add(new Statement.Store(sink, value));
    }

    Kernel kernel(String name, List<KernelArray> arrays) {
        return new Kernel(name, arrays, graph, parameters, statements);
    }
}
