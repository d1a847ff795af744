package dev.tessera.kernel.pass;

import dev.tessera.expr.Expr;
import dev.tessera.expr.ExprGraph;
import dev.tessera.expr.Form;
import dev.tessera.expr.Reachable;
import dev.tessera.kernel.Kernel;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Splits sums that differ only in signs, as those of opposite directions do, into an even and an odd part: `a + b - c`
/// and `a - b + c` become `a + o` and `a - o` with `o = b - c`. Models written direction by direction then cost nearly
/// as little as those written in pairs.
public record FactorPairs() implements Pass {
    @Override
    public String key() {
        return "factor-pairs";
    }

    @Override
    public boolean keepsBits() {
        return false;
    }

    @Override
    public Kernel apply(Kernel kernel) {
        Equations canonical = withOneSign(Equations.of(kernel));
        return split(canonical).toKernel();
    }

    /// Of `a - b` and `b - a` keeps the first, and moves signs out of `-a - b`: exact, so that equal terms become one
    /// node.
    @SuppressWarnings("ArgumentSelectionDefectChecker") // the twin is the difference the other way round
    private static Equations withOneSign(Equations equations) {
        ExprGraph graph = equations.kernel().graph();
        Map<Form, Expr> seen = new LinkedHashMap<>();
        Rewrite rewrite = new Rewrite(graph, node -> {
            if (node.form() instanceof Form.Subtract(Expr left, Expr right)) {
                if (left.form() instanceof Form.Negate(Expr operand)) {
                    return graph.negate(graph.add(operand, right));
                }
                Expr twin = seen.get(new Form.Subtract(right, left));
                if (twin != null) {
                    return graph.negate(twin);
                }
                seen.put(node.form(), node);
            }
            return node;
        });
        return equations.map(rewrite::apply);
    }

    private static Equations split(Equations equations) {
        ExprGraph graph = equations.kernel().graph();
        Map<Expr, Integer> uses = equations.uses();
        Map<List<Integer>, List<SignedSum>> families = new LinkedHashMap<>();
        for (SignedSum sum : sums(equations, uses)) {
            families.computeIfAbsent(sum.family(), f -> new ArrayList<>()).add(sum);
        }
        Map<Expr, SignedSum> partners = new IdentityHashMap<>();
        for (List<SignedSum> family : families.values()) {
            pairUp(family, partners);
        }
        Rewrite rewrite = new Rewrite(graph, node -> node);
        return equations.map(root -> {
            for (Expr node : Reachable.from(List.of(root))) {
                if (!rewrite.contains(node)) {
                    SignedSum partner = partners.get(node);
                    rewrite.replace(
                            node,
                            partner == null
                                    ? rewrite.withNewOperands(node)
                                    : SignedSum.of(node, uses).evenAndOddWith(partner, graph, rewrite));
                }
            }
            return rewrite.resultFor(root);
        });
    }

    /// The largest sums: those that are not only part of another sum.
    private static List<SignedSum> sums(Equations equations, Map<Expr, Integer> uses) {
        List<Expr> needed = Reachable.from(equations.roots());
        Map<Expr, Boolean> inner = new IdentityHashMap<>();
        for (Expr node : needed) {
            if (SignedSum.isSum(node)) {
                for (Expr operand : node.form().operands()) {
                    if (SignedSum.isSum(operand) && uses.getOrDefault(operand, 0) == 1) {
                        inner.put(operand, true);
                    }
                }
            }
        }
        return needed.stream()
                .filter(node -> SignedSum.isSum(node) && !inner.containsKey(node))
                .map(node -> SignedSum.of(node, uses))
                .filter(sum -> sum.terms().size() >= 3 && sum.isOfDistinctTerms())
                .toList();
    }

    private static void pairUp(List<SignedSum> family, Map<Expr, SignedSum> partners) {
        for (int a = 0; a < family.size(); a++) {
            for (int b = a + 1; b < family.size(); b++) {
                SignedSum first = family.get(a);
                SignedSum second = family.get(b);
                if (!partners.containsKey(first.sum())
                        && !partners.containsKey(second.sum())
                        && first.differsInSomeSignsFrom(second)) {
                    partners.put(first.sum(), second);
                    partners.put(second.sum(), first);
                }
            }
        }
    }
}
