package dev.tessera.model.equilibrium;

import dev.tessera.expr.Expr;
import dev.tessera.expr.ExprGraph;
import dev.tessera.expr.Form;
import dev.tessera.expr.Form.ElementaryFunction;
import dev.tessera.expr.PortableFunctions;
import dev.tessera.expr.Rational;
import dev.tessera.expr.Reachable;
import dev.tessera.model.Equilibrium;
import dev.tessera.model.Moments;
import dev.tessera.model.Velocity;
import dev.tessera.model.VelocitySet;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// An equilibrium whose populations are one expression for every direction of every lattice, in lattice units. Its
/// symbols are the weight `w` and the velocity `c_x`, `c_y`, `c_z` of the direction, the density `rho` and the velocity
/// `u_x`, `u_y`, `u_z` of the flow, and the products `cu` = c·u and `uu` = u·u. Equal texts are equal equilibria.
public final class ExpressedEquilibrium implements Equilibrium {
    public static final String KEY = "expression";

    /// All symbols, in the order of messages.
    public static final List<String> SYMBOLS =
            List.of("w", "rho", "u_x", "u_y", "u_z", "c_x", "c_y", "c_z", "cu", "uu");

    private static final int LARGEST_EXPANDED_POWER = 8;

    private final String text;
    private final Expr expression;
    private final Inertia inertia;

    /// What multiplies the velocity in the momentum.
    public enum Inertia {
        /// As of a weakly compressible fluid.
        DENSITY,
        /// As of the incompressible model of He & Luo (1997).
        REFERENCE_DENSITY;

        public String key() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }

    /// @param text of the expression, complete
    /// @param expression of [#SYMBOLS]
    /// @throws IllegalArgumentException if it has another symbol, or a function that kernels do not have
    public ExpressedEquilibrium(String text, Expr expression, Inertia inertia) {
        this.text = text;
        this.expression = expression;
        this.inertia = inertia;
        for (Expr node : Reachable.from(List.of(expression))) {
            if (node.form() instanceof Form.Symbol(String name) && !SYMBOLS.contains(name)) {
                throw new IllegalArgumentException("an equilibrium is an expression of %s, and of no %s"
                        .formatted(String.join(", ", SYMBOLS), name));
            }
            if (node.form() instanceof Form.Call(ElementaryFunction function, var _)
                    && !PortableFunctions.has(function)) {
                throw new IllegalArgumentException(
                        "an equilibrium is computed by devices, which have no %s; use sin, cos, exp, log, pow, sqrt, tanh, abs, min, max, floor and if"
                                .formatted(function.name().toLowerCase(Locale.ROOT)));
            }
        }
    }

    public String text() {
        return text;
    }

    public Expr expression() {
        return expression;
    }

    public Inertia inertia() {
        return inertia;
    }

    @Override
    public String key() {
        return KEY;
    }

    @Override
    public String settings() {
        return "%s %s, momentum of %s".formatted(KEY, text, inertia.key());
    }

    @Override
    public List<Expr> populations(ExprGraph graph, VelocitySet lattice, Moments moments) {
        Expr squares = graph.sum(moments.velocity().stream().map(Expr::squared).toList());
        List<Expr> populations = new ArrayList<>();
        for (int i = 0; i < lattice.size(); i++) {
            Velocity c = lattice.velocity(i);
            Rational weight = lattice.weight(i);
            Expr along = SecondOrder.along(graph, c, moments.velocity());
            populations.add(copy(graph, name -> switch (name) {
                case "w" -> graph.constant(weight);
                case "rho" -> moments.density();
                case "cu" -> along;
                case "uu" -> squares;
                default -> {
                    int axis = "xyz".indexOf(name.charAt(2));
                    boolean exists = axis < lattice.dimensions();
                    yield name.startsWith("c")
                            ? graph.constant(exists ? c.along(axis) : 0)
                            : exists ? moments.velocity().get(axis) : graph.constant(0);
                }
            }));
        }
        return populations;
    }

    /// The expression with values for its symbols. Powers whose exponents become small whole numbers are products.
    private Expr copy(ExprGraph graph, Function<String, Expr> symbols) {
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

    @Override
    public Moments moments(ExprGraph graph, VelocitySet lattice, List<Expr> populations, List<Expr> force) {
        return switch (inertia) {
            case DENSITY -> RawMoments.withDensity(graph, lattice, populations, force);
            case REFERENCE_DENSITY ->
                new Moments(
                        RawMoments.density(graph, lattice, populations),
                        RawMoments.momentum(graph, lattice, populations, force));
        };
    }

    @Override
    public Expr inertia(ExprGraph graph, Expr density) {
        return inertia == Inertia.DENSITY ? density : graph.constant(1);
    }

    @Override
    public boolean isSecondOrder() {
        return false;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof ExpressedEquilibrium same && same.settings().equals(settings());
    }

    @Override
    public int hashCode() {
        return settings().hashCode();
    }

    @Override
    public String toString() {
        return settings();
    }
}
