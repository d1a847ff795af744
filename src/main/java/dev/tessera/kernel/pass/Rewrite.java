package dev.tessera.kernel.pass;

import dev.tessera.expr.Expr;
import dev.tessera.expr.ExprGraph;
import dev.tessera.expr.Reachable;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.UnaryOperator;

/// Rewrites expressions of one graph from the leaves up, every shared node once.
final class Rewrite {
    private final ExprGraph graph;
    private final UnaryOperator<Expr> change;
    private final Map<Expr, Expr> done = new IdentityHashMap<>();

    /// @param change transforms a node whose operands have been rewritten
    Rewrite(ExprGraph graph, UnaryOperator<Expr> change) {
        this.graph = graph;
        this.change = change;
    }

    /// Replaces `node` by `other`, which is not rewritten, from now on.
    void replace(Expr node, Expr other) {
        done.put(node, other);
    }

    Expr apply(Expr root) {
        if (!done.containsKey(root)) {
            for (Expr node : Reachable.from(List.of(root), done::containsKey)) {
                done.put(node, change.apply(withNewOperands(node)));
            }
        }
        return Objects.requireNonNull(done.get(root));
    }

    boolean contains(Expr node) {
        return done.containsKey(node);
    }

    /// The result for an operand that has been rewritten before.
    Expr resultFor(Expr node) {
        return Objects.requireNonNull(done.get(node), "not rewritten yet");
    }

    Expr withNewOperands(Expr node) {
        List<Expr> before = node.form().operands();
        List<Expr> after = new ArrayList<>(before.size());
        boolean changed = false;
        for (Expr operand : before) {
            Expr now = done.get(operand);
            after.add(now);
            changed |= now != operand;
        }
        return changed ? graph.rebuild(node.form(), after) : node;
    }
}
