package dev.tessera.kernel.pass;

import dev.tessera.expr.Expr;
import dev.tessera.expr.ExprGraph;
import dev.tessera.expr.Form;
import dev.tessera.expr.Rational;
import dev.tessera.kernel.Kernel;

/// Multiplies consecutive constants exactly; moves signs out of products, so that `a b` and `-a b` share a node;
/// removes values that no stored value needs. Keeps the order of operands.
public record Fold() implements Pass {
    @Override
    public String key() {
        return "fold";
    }

    @Override
    public boolean keepsBits() {
        return false;
    }

    @Override
    public Kernel apply(Kernel kernel) {
        ExprGraph graph = kernel.graph();
        Rewrite rewrite = new Rewrite(graph, node -> fold(graph, node));
        return Equations.of(kernel).map(rewrite::apply).toKernel();
    }

    private static Expr fold(ExprGraph graph, Expr node) {
        if (node.form() instanceof Form.Multiply(Expr left, Expr right)
                && left.form() instanceof Form.Constant(Rational factor)) {
            if (right.form() instanceof Form.Multiply(Expr inner, Expr rest)
                    && inner.form() instanceof Form.Constant(Rational other)) {
                return fold(graph, graph.multiply(graph.constant(factor.times(other)), rest));
            }
            if (factor.signum() < 0) {
                return graph.negate(graph.multiply(graph.constant(factor.negated()), right));
            }
        }
        if (node.form() instanceof Form.Divide(Expr left, Expr right)) {
            if (left.form() instanceof Form.Negate(Expr operand)) {
                return graph.negate(graph.divide(operand, right));
            }
            if (right.form() instanceof Form.Negate(Expr operand)) {
                return graph.negate(graph.divide(left, operand));
            }
        }
        return node;
    }
}
