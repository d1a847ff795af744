package dev.tessera.expr;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Rebuilds expressions with other expressions in place of symbols, also into another
/// graph; every shared node once.
public final class Substitution {
    private Substitution() {}

    /// @param target the graph of the results; symbols without a replacement become its symbols of the same name
    /// @param replacements the replacement of a symbol by its name, an expression of the
    ///        target; null to keep the symbol
    public static List<Expr> apply(ExprGraph target, List<Expr> roots, Function<String, @Nullable Expr> replacements) {
        List<Expr> order = Reachable.from(roots);
        List<Expr> rebuilt = new ArrayList<>(order.size());
        for (Expr node : order) {
            Form form = node.form();
            List<Expr> operands = form.operands().stream()
                    .map(operand -> rebuilt.get(Reachable.position(order, operand)))
                    .toList();
            Expr replacement = form instanceof Form.Symbol(String name) ? replacements.apply(name) : null;
            rebuilt.add(replacement != null ? replacement : target.rebuild(form, operands));
        }
        return roots.stream()
                .map(root -> rebuilt.get(Reachable.position(order, root)))
                .toList();
    }
}
