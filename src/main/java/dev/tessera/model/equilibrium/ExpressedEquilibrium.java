package dev.tessera.model.equilibrium;

import dev.tessera.expr.Expr;
import dev.tessera.expr.ExprGraph;
import dev.tessera.expr.Rational;
import dev.tessera.model.Equilibrium;
import dev.tessera.model.Formula;
import dev.tessera.model.Moments;
import dev.tessera.model.Velocity;
import dev.tessera.model.VelocitySet;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// An equilibrium whose populations are one expression for every direction of every lattice, in lattice units. Its
/// symbols are the weight `w` and the velocity `c_x`, `c_y`, `c_z` of the direction, the density `rho` and the velocity
/// `u_x`, `u_y`, `u_z` of the flow, and the products `cu` = c·u and `uu` = u·u. Equal texts are equal equilibria.
public final class ExpressedEquilibrium implements Equilibrium {
    public static final String KEY = "expression";

    /// All symbols, in the order of messages.
    public static final List<String> SYMBOLS =
            List.of("w", "rho", "u_x", "u_y", "u_z", "c_x", "c_y", "c_z", "cu", "uu");

    private final Formula formula;
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
        this(new Formula(text, expression), inertia);
    }

    /// @param formula of [#SYMBOLS]
    /// @throws IllegalArgumentException if it has another symbol, or a function that kernels do not have
    public ExpressedEquilibrium(Formula formula, Inertia inertia) {
        Formula.require("an equilibrium", formula.expression(), SYMBOLS);
        this.formula = formula;
        this.inertia = inertia;
    }

    public Formula formula() {
        return formula;
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
        return "%s %s, momentum of %s".formatted(KEY, formula.text(), inertia.key());
    }

    @Override
    public List<Expr> populations(ExprGraph graph, VelocitySet lattice, Moments moments) {
        Expr squares = graph.sum(moments.velocity().stream().map(Expr::squared).toList());
        List<Expr> populations = new ArrayList<>();
        for (int i = 0; i < lattice.size(); i++) {
            Velocity c = lattice.velocity(i);
            Rational weight = lattice.weight(i);
            Expr along = SecondOrder.along(graph, c, moments.velocity());
            populations.add(formula.in(graph, name -> switch (name) {
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
