package dev.tessera.kernel;

import dev.tessera.expr.Expr;
import dev.tessera.expr.ExprGraph;
import dev.tessera.expr.Form;
import dev.tessera.expr.PortableFunctions;
import dev.tessera.expr.Reachable;
import dev.tessera.kernel.Kernel.Sink;
import dev.tessera.kernel.Kernel.Statement;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Replaces the calls of elementary functions in a kernel by their expressions in one format, one operation per
/// `Let`. A value that several calls need is computed once. No pass may follow that changes bits: the functions are
/// accurate in this order of operations only.
final class ExpandCalls {
    private final ExprGraph graph;
    private final PortableFunctions functions;
    private final Map<Expr, Expr> named = new IdentityHashMap<>(); // symbols by value
    private final Set<String> taken = new LinkedHashSet<>();
    private final List<Statement> statements = new ArrayList<>();

    private ExpandCalls(Kernel kernel, PortableFunctions functions) {
        this.graph = kernel.graph();
        this.functions = functions;
        for (Statement statement : kernel.statements()) {
            switch (statement) {
                case Statement.Load(Expr symbol, Kernel.Source source) -> taken.add(nameOf(symbol));
                case Statement.Let(Expr symbol, Expr value) -> taken.add(nameOf(symbol));
                case Statement.Store s -> {}
            }
        }
    }

    static boolean isNeededBy(Kernel kernel) {
        return kernel.statements().stream().anyMatch(statement -> switch (statement) {
            case Statement.Load l -> false;
            case Statement.Let(Expr symbol, Expr value) -> calls(value);
            case Statement.Store(Sink sink, Expr value) -> calls(value);
        });
    }

    /// @throws IllegalArgumentException for a function that exists on the host only
    static List<Statement> of(Kernel kernel, PortableFunctions functions) {
        var expansion = new ExpandCalls(kernel, functions);
        kernel.statements().forEach(expansion::add);
        return expansion.statements;
    }

    private void add(Statement statement) {
        switch (statement) {
            case Statement.Load load -> statements.add(load);
            case Statement.Let let when !calls(let.value()) -> statements.add(let);
            case Statement.Let(Expr symbol, Expr value) -> let(symbol, functions.expand(value));
            case Statement.Store store when !calls(store.value()) -> statements.add(store);
            case Statement.Store(Sink sink, Expr value) -> {
                Expr expanded = functions.expand(value);
                name(expanded, "value");
                statements.add(new Statement.Store(sink, operand(expanded)));
            }
        }
    }

    private void let(Expr symbol, Expr value) {
        for (Expr operand : value.form().operands()) {
            name(operand, nameOf(symbol));
        }
        statements.add(new Statement.Let(symbol, withNames(value)));
        named.putIfAbsent(value, symbol);
    }

    /// Gives a value and all that it depends on a `Let` each.
    private void name(Expr value, String prefix) {
        for (Expr node : Reachable.from(List.of(value))) {
            if (!node.form().operands().isEmpty() && !named.containsKey(node)) {
                Expr symbol = fresh(prefix);
                statements.add(new Statement.Let(symbol, withNames(node)));
                named.put(node, symbol);
            }
        }
    }

    private Expr withNames(Expr node) {
        List<Expr> operands = node.form().operands();
        return operands.isEmpty()
                ? node
                : graph.rebuild(node.form(), operands.stream().map(this::operand).toList());
    }

    private Expr operand(Expr node) {
        return named.getOrDefault(node, node);
    }

    private Expr fresh(String prefix) {
        int number = 1;
        while (!taken.add(prefix + "_" + number)) {
            number++;
        }
        return graph.symbol(prefix + "_" + number);
    }

    private static boolean calls(Expr value) {
        return Reachable.from(List.of(value)).stream().anyMatch(node -> node.form() instanceof Form.Call);
    }

    private static String nameOf(Expr symbol) {
        return ((Form.Symbol) symbol.form()).name();
    }
}
