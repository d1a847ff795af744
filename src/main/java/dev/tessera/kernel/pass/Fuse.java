package dev.tessera.kernel.pass;

import dev.tessera.expr.Expr;
import dev.tessera.expr.ExprGraph;
import dev.tessera.expr.Form;
import dev.tessera.expr.Reachable;
import dev.tessera.kernel.Kernel;
import java.util.List;
import java.util.Map;

/// Turns a product that is used once, in a sum or difference, into a fused multiply-add. Of two products, the right
/// one is fused: `a b + c d` becomes `fma(c, d, a b)`. Differences are fused if the sign costs nothing: on a
/// constant or on a uniform value. Uniform products are not fused, since they are computed once.
public record Fuse() implements Pass {
    @Override
    public String key() {
        return "fuse";
    }

    @Override
    public boolean keepsBits() {
        return false;
    }

    @Override
    public Kernel apply(Kernel kernel) {
        Equations equations = Equations.of(kernel);
        return equations.map(new Fusion(kernel.graph(), equations)::apply).toKernel();
    }

    private static final class Fusion {
        private final ExprGraph graph;
        private final Map<Expr, Integer> uses;
        private final Map<Expr, Boolean> uniform;
        private final Rewrite rewrite;

        Fusion(ExprGraph graph, Equations equations) {
            this.graph = graph;
            this.uses = equations.uses();
            this.uniform = equations.uniform();
            this.rewrite = new Rewrite(graph, node -> node);
        }

        Expr apply(Expr root) {
            for (Expr node : Reachable.from(List.of(root))) {
                if (!rewrite.contains(node)) {
                    rewrite.replace(node, fuse(node));
                }
            }
            return rewrite.resultFor(root);
        }

        private Expr fuse(Expr node) {
            Expr plain = rewrite.withNewOperands(node);
            if (isUniform(node)) {
                return plain;
            }
            return switch (node.form()) {
                case Form.Add(Expr left, Expr right) ->
                    isFusible(right)
                            ? product(right, false, rewrite.resultFor(left))
                            : isFusible(left) ? product(left, false, rewrite.resultFor(right)) : plain;
                case Form.Subtract(Expr left, Expr right) ->
                    isFusible(right) && hasFreeSign(right)
                            ? product(right, true, rewrite.resultFor(left))
                            : isFusible(left) && isFree(right)
                                    ? product(left, false, graph.negate(rewrite.resultFor(right)))
                                    : plain;
                case Form.Constant c -> plain;
                case Form.Symbol s -> plain;
                case Form.Multiply m -> plain;
                case Form.Divide d -> plain;
                case Form.Negate n -> plain;
                case Form.SquareRoot s -> plain;
                case Form.Absolute a -> plain;
                case Form.FusedMultiplyAdd f -> plain;
                case Form.Minimum m -> plain;
                case Form.Maximum m -> plain;
                case Form.Compare c -> plain;
                case Form.Select s -> plain;
                case Form.Digits d -> plain;
                case Form.Iterate i -> plain;
                case Form.After a -> plain;
                case Form.Call c -> plain;
            };
        }

        private Expr product(Expr multiply, boolean negative, Expr addend) {
            Form.Multiply form = (Form.Multiply) multiply.form();
            Expr left = rewrite.resultFor(form.left());
            Expr right = rewrite.resultFor(form.right());
            if (!negative) {
                return graph.fma(left, right, addend);
            }
            return isFree(form.left())
                    ? graph.fma(graph.negate(left), right, addend)
                    : graph.fma(left, graph.negate(right), addend);
        }

        private boolean isFusible(Expr node) {
            return node.form() instanceof Form.Multiply && uses.getOrDefault(node, 0) == 1 && !isUniform(node);
        }

        private boolean hasFreeSign(Expr multiply) {
            Form.Multiply form = (Form.Multiply) multiply.form();
            return isFree(form.left()) || isFree(form.right());
        }

        private boolean isFree(Expr node) {
            return node.form() instanceof Form.Constant || isUniform(node);
        }

        private boolean isUniform(Expr node) {
            return uniform.getOrDefault(node, false);
        }
    }
}
