package dev.tessera.kernel.pass;

import dev.tessera.expr.Expr;
import dev.tessera.expr.ExprGraph;
import dev.tessera.expr.Form;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// A sum of signed terms: the nested additions and subtractions below one node.
///
/// @param sum the node
/// @param terms in order, each with its sign
record SignedSum(Expr sum, List<Term> terms) {
    record Term(Expr value, boolean negative) {}

    static boolean isSum(Expr node) {
        return node.form() instanceof Form.Add || node.form() instanceof Form.Subtract;
    }

    /// @param uses a sum that is also used elsewhere stays one term
    static SignedSum of(Expr sum, Map<Expr, Integer> uses) {
        List<Term> terms = new ArrayList<>();
        List<Expr> operands = sum.form().operands();
        collect(operands.get(0), false, uses, terms);
        collect(operands.get(1), sum.form() instanceof Form.Subtract, uses, terms);
        return new SignedSum(sum, terms);
    }

    private static void collect(Expr node, boolean negative, Map<Expr, Integer> uses, List<Term> terms) {
        if (isSum(node) && uses.getOrDefault(node, 0) == 1) {
            List<Expr> operands = node.form().operands();
            collect(operands.get(0), negative, uses, terms);
            collect(operands.get(1), negative != node.form() instanceof Form.Subtract, uses, terms);
        } else {
            terms.add(new Term(node, negative));
        }
    }

    /// A key that is equal for sums of the same terms with any signs and order.
    List<Integer> family() {
        return terms.stream().map(term -> term.value().id()).sorted().toList();
    }

    boolean isOfDistinctTerms() {
        return family().stream().distinct().count() == terms.size();
    }

    boolean differsInSomeSignsFrom(SignedSum other) {
        long differing = terms.stream()
                .filter(term -> term.negative() != other.isNegative(term.value()))
                .count();
        return differing > 0 && differing < terms.size();
    }

    private boolean isNegative(Expr value) {
        return terms.stream().anyMatch(term -> term.value() == value && term.negative());
    }

    /// This sum as `even + odd` or `even - odd`; its partner gives the same two with the other sign.
    Expr evenAndOddWith(SignedSum partner, ExprGraph graph, Rewrite rewrite) {
        SignedSum first = sum.id() < partner.sum().id() ? this : partner;
        SignedSum second = first == this ? partner : this;
        Expr even = first.add(graph, rewrite, second, false);
        Expr odd = first.add(graph, rewrite, second, true);
        return first == this ? graph.add(even, odd) : graph.subtract(even, odd);
    }

    /// The sum of the terms whose sign differs (or not) in the other sum.
    private Expr add(ExprGraph graph, Rewrite rewrite, SignedSum other, boolean differing) {
        Expr total = graph.constant(0);
        for (Term term : terms) {
            if ((term.negative() != other.isNegative(term.value())) == differing) {
                Expr value = rewrite.resultFor(term.value());
                total = term.negative() ? graph.subtract(total, value) : graph.add(total, value);
            }
        }
        return total;
    }
}
