package dev.tessera.model;

import dev.tessera.expr.Expr;
import dev.tessera.expr.ExprGraph;
import dev.tessera.expr.Form;
import dev.tessera.expr.Form.ElementaryFunction;
import dev.tessera.expr.PortableFunctions;
import dev.tessera.expr.Rational;
import dev.tessera.expr.Reachable;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// A part of a model that a user writes as an expression of a few symbols: an equilibrium, a
/// pseudopotential. Equal texts are equal formulas.
public final class Formula {
    private static final int LARGEST_EXPANDED_POWER = 8;

    private final String text;
    private final Expr expression;

    /// @param text of the expression, complete
    public Formula(String text, Expr expression) {
        this.text = text;
        this.expression = expression;
    }

    public String text() {
        return text;
    }

    public Expr expression() {
        return expression;
    }

    /// Refuses what kernels cannot compute.
    /// @param what it is, such as `an equilibrium`
    /// @param symbols that it may have
    /// @throws IllegalArgumentException if it has another symbol, or a function that kernels do not have
    public static void require(String what, Expr expression, List<String> symbols) {
        for (Expr node : Reachable.from(List.of(expression))) {
            if (node.form() instanceof Form.Symbol(String name) && !symbols.contains(name)) {
                throw new IllegalArgumentException(
                        "%s is an expression of %s, and of no %s".formatted(what, String.join(", ", symbols), name));
            }
            if (node.form() instanceof Form.Call(ElementaryFunction function, var _)
                    && !PortableFunctions.has(function)) {
                throw new IllegalArgumentException(
                        "%s is computed by devices, which have no %s; use sin, cos, exp, log, pow, sqrt, tanh, abs, min, max, floor and if"
                                .formatted(what, function.name().toLowerCase(Locale.ROOT)));
            }
        }
    }

    /// The expression with values for its symbols. Powers whose exponents become small whole numbers are
    /// products.
    /// @param graph of the values
    public Expr in(ExprGraph graph, Function<String, Expr> symbols) {
        Map<Expr, Expr> done = new IdentityHashMap<>();
        for (Expr node : Reachable.from(List.of(expression))) {
            List<Expr> operands = node.form().operands().stream().map(done::get).toList();
            done.put(
                    node,
                    switch (node.form()) {
                        case Form.Symbol(String name) -> symbols.apply(name);
                        case Form.Call(ElementaryFunction function, var _)
                        when function == ElementaryFunction.POW ->
                            power(graph, operands.getFirst(), operands.getLast());
                        default -> graph.rebuild(node.form(), operands);
                    });
        }
        return done.getOrDefault(expression, expression);
    }

    private static Expr power(ExprGraph graph, Expr base, Expr exponent) {
        if (exponent.form() instanceof Form.Constant(Rational value)
                && value.denominator().equals(BigInteger.ONE)
                && value.numerator().abs().compareTo(BigInteger.valueOf(LARGEST_EXPANDED_POWER)) <= 0) {
            Expr product = graph.constant(1);
            for (int i = value.numerator().abs().intValueExact(); i > 0; i--) {
                product = product.times(base);
            }
            return value.compareTo(Rational.ZERO) < 0 ? graph.constant(1).over(product) : product;
        }
        return graph.call(ElementaryFunction.POW, List.of(base, exponent));
    }

    /// A complete text of any expression, one statement for each operation: `e2 = -1/rho; e3 = exp[e2]`.
    public static String statements(Expr expression) {
        ExprGraph names = new ExprGraph();
        Map<Expr, Expr> done = new IdentityHashMap<>();
        List<String> statements = new ArrayList<>();
        for (Expr node : Reachable.from(List.of(expression))) {
            List<Expr> operands = node.form().operands().stream().map(done::get).toList();
            Expr one = names.rebuild(node.form(), operands);
            String name = "e" + done.size();
            done.put(node, operands.isEmpty() ? one : names.symbol(name));
            if (!operands.isEmpty()) {
                statements.add(name + " = " + one);
            }
        }
        return statements.isEmpty() ? expression.toString() : String.join("; ", statements);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Formula same && same.text.equals(text);
    }

    @Override
    public int hashCode() {
        return text.hashCode();
    }

    @Override
    public String toString() {
        return text;
    }
}
