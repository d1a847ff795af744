package dev.tessera.expr;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The values of a step of an iteration that do not depend on its states: the step is given them as inputs, so that
/// they are computed once, before the iteration.
final class CapturedValues {
    private final ExprGraph graph;
    private final String name;
    private final Map<Expr, Expr> symbols = new LinkedHashMap<>(); // by value
    private final Map<Expr, Boolean> changes = new IdentityHashMap<>();
    private final Iteration.Step step;

    CapturedValues(ExprGraph graph, String name, List<Expr> states, Iteration.Step step) {
        this.graph = graph;
        this.name = name;
        List<Expr> roots = new ArrayList<>(step.next());
        roots.add(step.continues());
        for (Expr node : Reachable.from(roots)) {
            boolean isInside = states.contains(node)
                    || node.form() instanceof Form.Compare
                    || node.form().operands().stream().anyMatch(this::isInside);
            changes.put(node, isInside);
            if (node.form() instanceof Form.Iterate && isInside) {
                throw new IllegalArgumentException(
                        "%s iterates within %s; iterations cannot be nested".formatted(node, name));
            }
        }
        for (Expr node : Reachable.from(roots)) {
            if (isInside(node)) {
                node.form().operands().forEach(this::capture);
            }
        }
        step.next().forEach(this::capture);
        this.step = new Iteration.Step(
                graph.substitute(step.continues(), symbols),
                step.next().stream()
                        .map(next -> graph.substitute(next, symbols))
                        .toList());
    }

    private boolean isInside(Expr node) {
        return changes.getOrDefault(node, false);
    }

    private void capture(Expr value) {
        if (!isInside(value) && !(value.form() instanceof Form.Constant)) {
            symbols.computeIfAbsent(value, v -> graph.symbol(name + "_input_" + symbols.size()));
        }
    }

    /// The values, in the order of [#symbols].
    List<Expr> values() {
        return List.copyOf(symbols.keySet());
    }

    List<Expr> symbols() {
        return List.copyOf(symbols.values());
    }

    /// The step in terms of states, inputs and constants.
    Iteration.Step step() {
        return step;
    }
}
