package dev.tessera.kernel.pass;

import dev.tessera.expr.Expr;
import dev.tessera.expr.ExprGraph;
import dev.tessera.expr.Form;
import dev.tessera.expr.Iteration;
import dev.tessera.expr.Reachable;
import dev.tessera.kernel.Kernel;
import dev.tessera.kernel.Kernel.Sink;
import dev.tessera.kernel.Kernel.Source;
import dev.tessera.kernel.Kernel.Statement;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/// The equations of a kernel: every stored value as one expression over loaded symbols, with the names of some of
/// its nodes.
///
/// @param kernel the original kernel
/// @param names of nodes, by the expression
/// @param stores in their order
record Equations(Kernel kernel, Map<Expr, String> names, List<Statement.Store> stores) {
    static Equations of(Kernel kernel) {
        Rewrite expand = new Rewrite(kernel.graph(), node -> node);
        Map<Expr, String> names = new LinkedHashMap<>();
        List<Statement.Store> stores = new ArrayList<>();
        for (Statement statement : kernel.statements()) {
            switch (statement) {
                case Statement.Load l -> {}
                case Statement.Let(Expr symbol, Expr value) -> {
                    Expr expanded = expand.apply(value);
                    expand.replace(symbol, expanded);
                    names.putIfAbsent(expanded, nameOf(symbol));
                }
                case Statement.Iterate iterate -> inExpressions(iterate, expand);
                case Statement.Store(Sink sink, Expr value) ->
                    stores.add(new Statement.Store(sink, expand.apply(value)));
            }
        }
        return new Equations(kernel, names, stores);
    }

    /// Makes the states after an iteration expressions again.
    private static void inExpressions(Statement.Iterate iterate, Rewrite expand) {
        ExprGraph graph = iterate.continues().graph();
        List<Expr> initial = iterate.initial().stream().map(expand::apply).toList();
        for (Statement.Let let : iterate.body()) {
            expand.replace(let.symbol(), expand.apply(let.value()));
        }
        var step = new Iteration.Step(
                expand.apply(iterate.continues()),
                iterate.next().stream().map(expand::apply).toList());
        String name = "iteration_" + nameOf(iterate.states().getFirst());
        List<Expr> states = graph.iterate(name, iterate.limit(), iterate.states(), initial, step);
        for (int k = 0; k < states.size(); k++) {
            expand.replace(iterate.states().get(k), states.get(k));
        }
    }

    /// The same with all stored values rewritten; names are kept.
    Equations map(UnaryOperator<Expr> rewrite) {
        List<Statement.Store> changed = stores.stream()
                .map(store -> new Statement.Store(store.sink(), rewrite.apply(store.value())))
                .toList();
        Map<Expr, String> kept = new LinkedHashMap<>();
        names.forEach((node, name) -> kept.putIfAbsent(rewrite.apply(node), name));
        return new Equations(kernel, kept, changed);
    }

    List<Expr> roots() {
        return stores.stream().map(Statement.Store::value).toList();
    }

    /// The number of uses of each node: as operand of a needed node, or stored.
    Map<Expr, Integer> uses() {
        Map<Expr, Integer> uses = new IdentityHashMap<>();
        for (Expr node : Reachable.from(roots())) {
            node.form().operands().forEach(operand -> uses.merge(operand, 1, Integer::sum));
        }
        roots().forEach(root -> uses.merge(root, 1, Integer::sum));
        return uses;
    }

    /// Whether each needed node depends on parameters and constants only.
    Map<Expr, Boolean> uniform() {
        List<String> parameters = new ArrayList<>();
        for (Statement statement : kernel.statements()) {
            if (statement instanceof Statement.Load(Expr symbol, Source.Parameter p)) {
                parameters.add(nameOf(symbol));
            }
        }
        Map<Expr, Boolean> uniform = new IdentityHashMap<>();
        for (Expr node : Reachable.from(roots())) {
            uniform.put(
                    node,
                    node.form() instanceof Form.Symbol(String name)
                            ? parameters.contains(name)
                            : node.form().operands().stream().allMatch(uniform::get));
        }
        return uniform;
    }

    /// Back to a kernel: the needed loads, a `Let` for every needed named node (its value in terms of the other
    /// names), and the stores.
    Kernel toKernel() {
        List<Expr> needed = Reachable.from(roots());
        List<Statement> statements = new ArrayList<>();
        for (Statement statement : kernel.statements()) {
            if (statement instanceof Statement.Load(Expr symbol, Source source) && needed.contains(symbol)) {
                statements.add(statement);
            }
        }
        Rewrite collapse = new Rewrite(kernel.graph(), node -> node);
        for (Expr node : needed) {
            String name = names.get(node);
            if (name != null && !node.form().operands().isEmpty()) {
                Expr symbol = kernel.graph().symbol(name);
                statements.add(new Statement.Let(symbol, collapse.apply(node)));
                collapse.replace(node, symbol);
            }
        }
        for (Statement.Store store : stores) {
            statements.add(new Statement.Store(store.sink(), collapse.apply(store.value())));
        }
        return kernel.with(statements);
    }

    static String nameOf(Expr symbol) {
        return ((Form.Symbol) symbol.form()).name();
    }
}
