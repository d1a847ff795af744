package dev.tessera.model.collision;

import dev.tessera.expr.Expr;
import java.util.ArrayList;
import java.util.List;

/// Reciprocals of several numbers by one division and three multiplications for each number: a division takes a GPU
/// as long as ten multiplications or more, and its steps depend on each other.
///
/// Source: Montgomery, Math. Comput. 48, 243 (1987), 10.3.1; here with products in a binary tree.
final class Reciprocals {
    private Reciprocals() {}

    /// @param group the largest number of values that share a division; their product has to be a normal number
    static List<Expr> of(List<Expr> values, int group) {
        List<Expr> reciprocals = new ArrayList<>();
        for (int first = 0; first < values.size(); first += group) {
            List<Expr> some = values.subList(first, Math.min(values.size(), first + group));
            Expr one = some.getFirst().graph().constant(1);
            add(some, one.over(product(some)), reciprocals);
        }
        return reciprocals;
    }

    /// @param reciprocal of the product of the values
    private static void add(List<Expr> values, Expr reciprocal, List<Expr> to) {
        if (values.size() == 1) {
            to.add(reciprocal);
            return;
        }
        List<Expr> left = values.subList(0, values.size() / 2);
        List<Expr> right = values.subList(values.size() / 2, values.size());
        add(left, reciprocal.times(product(right)), to);
        add(right, reciprocal.times(product(left)), to);
    }

    private static Expr product(List<Expr> values) {
        int half = values.size() / 2;
        return half == 0
                ? values.getFirst()
                : product(values.subList(0, half)).times(product(values.subList(half, values.size())));
    }
}
