package dev.tessera.kernel;

import dev.tessera.expr.CallExpansion;
import dev.tessera.expr.Expr;
import dev.tessera.expr.ExprGraph;
import dev.tessera.expr.Form;
import dev.tessera.expr.Iteration;
import dev.tessera.expr.Reachable;
import dev.tessera.kernel.Kernel.Statement;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Replaces the calls of elementary functions in a kernel by their expressions in one format, one operation per
/// `Let`, or by calls of the device's functions, and its iterations by statements. A value that several of
/// them need is computed once. No pass may follow that changes bits: the functions are accurate in this order
/// of operations only.
final class ExpandOperations {
    private final ExprGraph graph;
    private CallExpansion functions;
    private final Map<Expr, Expr> named = new IdentityHashMap<>(); // symbols by value
    private final Map<List<Object>, List<Expr>> iterated = new LinkedHashMap<>(); // states by iteration and operands
    private final Set<String> taken = new LinkedHashSet<>();
    private List<Statement> statements = new ArrayList<>();

    private ExpandOperations(Kernel kernel, CallExpansion functions) {
        this.graph = kernel.graph();
        this.functions = functions;
        for (Statement statement : kernel.statements()) {
            statement.symbols().forEach(symbol -> taken.add(nameOf(symbol)));
        }
    }

    static boolean areNeededBy(Kernel kernel, CallExpansion functions) {
        return kernel.statements().stream().anyMatch(statement -> isConcerned(statement, functions));
    }

    /// @param uniform for statements that are computed once, on the host
    /// @param functions for statements that every node runs
    /// @throws IllegalArgumentException for a function that exists on the host only
    static List<Statement> of(Kernel kernel, CallExpansion uniform, CallExpansion functions) {
        var expansion = new ExpandOperations(kernel, uniform);
        kernel.uniformStatements().forEach(expansion::add);
        expansion.functions = functions;
        kernel.nodeStatements().forEach(expansion::add);
        return expansion.statements;
    }

    /// A statement that iterates may keep its calls: it has its final form.
    private static boolean isConcerned(Statement statement, CallExpansion functions) {
        boolean isFinal = statement instanceof Statement.Iterate;
        return Reachable.from(statement.values()).stream()
                .anyMatch(node -> node.form() instanceof Form.Iterate
                        || node.form() instanceof Form.Call call && !(isFinal && functions.keeps(call.function())));
    }

    private void add(Statement statement) {
        if (!isConcerned(statement, functions)) {
            statements.add(statement);
            return;
        }
        switch (statement) {
            case Statement.Load load -> statements.add(load);
            case Statement.Let(Expr symbol, Expr value) -> let(symbol, functions.expand(value));
            case Statement.Iterate iterate ->
                throw new IllegalArgumentException(
                        "a statement that iterates over %s calls functions; iterate in an expression instead"
                                .formatted(iterate.states()));
            case Statement.Store(Kernel.Sink sink, Expr value) -> {
                Expr expanded = functions.expand(value);
                name(expanded, "value");
                statements.add(new Statement.Store(sink, operand(expanded)));
            }
        }
    }

    private void let(Expr symbol, Expr value) {
        if (value.form() instanceof Form.Iterate) {
            name(value, nameOf(symbol));
            statements.add(new Statement.Let(symbol, operand(value)));
            return;
        }
        for (Expr operand : value.form().operands()) {
            name(operand, nameOf(symbol));
        }
        statements.add(new Statement.Let(symbol, withNames(value)));
        named.putIfAbsent(value, symbol);
    }

    /// Gives a value and all that it depends on a `Let` each.
    private void name(Expr value, String prefix) {
        for (Expr node : Reachable.from(List.of(value))) {
            if (node.form() instanceof Form.Iterate iterate) {
                named.putIfAbsent(node, iterate(iterate, prefix));
            } else if (!node.form().operands().isEmpty() && !named.containsKey(node)) {
                Expr symbol = fresh(prefix);
                statements.add(new Statement.Let(symbol, withNames(node)));
                named.put(node, symbol);
            }
        }
    }

    /// The symbol of a state after an iteration; one statement computes all states.
    private Expr iterate(Form.Iterate form, String prefix) {
        List<Object> key = List.of(form.iteration(), form.operands());
        return iterated.computeIfAbsent(key, k -> statement(form, prefix)).get(form.state());
    }

    private List<Expr> statement(Form.Iterate form, String prefix) {
        Iteration iteration = form.iteration();
        int count = iteration.states().size();
        List<Expr> operands = form.operands().stream().map(this::operand).toList();
        List<Expr> states = iteration.states().stream()
                .map(state -> fresh(prefix + "_state"))
                .toList();
        Map<Expr, Expr> meaning = new LinkedHashMap<>();
        for (int k = 0; k < count; k++) {
            meaning.put(iteration.states().get(k), states.get(k));
        }
        for (int k = 0; k < iteration.inputs().size(); k++) {
            meaning.put(iteration.inputs().get(k), operands.get(count + k));
        }
        Expr continues = inBody(iteration.step().continues(), meaning);
        List<Expr> next = iteration.step().next().stream()
                .map(value -> inBody(value, meaning))
                .toList();
        List<Statement> outside = statements;
        Map<Expr, Expr> namedOutside = new IdentityHashMap<>(named);
        statements = new ArrayList<>();
        continues.form().operands().forEach(operand -> name(operand, prefix));
        next.forEach(value -> name(value, prefix));
        List<Statement.Let> body =
                statements.stream().map(Statement.Let.class::cast).toList();
        statements = outside;
        statements.add(new Statement.Iterate(
                iteration.limit(),
                states,
                operands.subList(0, count),
                body,
                withNames(continues),
                next.stream().map(this::operand).toList()));
        named.clear(); // names of the body end with it
        named.putAll(namedOutside);
        return states;
    }

    private Expr inBody(Expr value, Map<Expr, Expr> meaning) {
        return functions.expand(graph.substitute(value, meaning));
    }

    private Expr withNames(Expr node) {
        List<Expr> operands = node.form().operands();
        return operands.isEmpty()
                ? node
                : graph.rebuild(
                        node.form(), operands.stream().map(this::operand).toList());
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

    private static String nameOf(Expr symbol) {
        return ((Form.Symbol) symbol.form()).name();
    }
}
