package dev.tessera.solver;

import dev.tessera.expr.Expr;
import dev.tessera.expr.Form;
import dev.tessera.expr.Interval;
import dev.tessera.expr.Rational;
import dev.tessera.expr.Reachable;
import dev.tessera.kernel.ValuesInTime.OfFlow;
import dev.tessera.model.Components;
import dev.tessera.model.mixture.FreeEnergy;
import dev.tessera.units.LatticeUnits;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;

/// The symbols by which the expression of a body force reads the flow at its node: the velocity `u_x`, `u_y`, `u_z`
/// (m/s), the density `rho` (kg/m3), and the order parameter `phi` of a free-energy mixture.
public final class FlowSymbols {
    public static final String DENSITY = "rho";
    public static final String ORDER_PARAMETER = "phi";
    private static final List<String> VELOCITY = List.of("u_x", "u_y", "u_z");

    /// All of them, in the order of messages.
    public static final List<String> NAMES =
            List.of(VELOCITY.get(0), VELOCITY.get(1), VELOCITY.get(2), DENSITY, ORDER_PARAMETER);

    private static final double LARGEST_DENSITY = 1e3; // over the reference; a stable flow stays far below
    private static final double LARGEST_ORDER_PARAMETER = 10;

    private FlowSymbols() {}

    static boolean isOfFlow(Expr expression) {
        return !in(expression).isEmpty();
    }

    static boolean isOfFlow(Value value) {
        return value instanceof Value.Varying varying && isOfFlow(varying.expression());
    }

    /// Those of an expression.
    static List<String> in(Expr expression) {
        List<String> names = Reachable.from(List.of(expression)).stream()
                .map(Expr::form)
                .filter(Form.Symbol.class::isInstance)
                .map(form -> ((Form.Symbol) form).name())
                .toList();
        return NAMES.stream().filter(names::contains).toList();
    }

    /// What kernels put in the place of the symbols of an expression.
    static SequencedMap<String, OfFlow> sources(Expr expression, LatticeUnits units) {
        SequencedMap<String, OfFlow> sources = new LinkedHashMap<>();
        for (String name : in(expression)) {
            sources.put(
                    name,
                    switch (name) {
                        case DENSITY -> new OfFlow("density", units.densityKgPerM3());
                        case ORDER_PARAMETER -> new OfFlow(FreeEnergy.ORDER_PARAMETER, 1);
                        default ->
                            new OfFlow(Components.of("velocity", VELOCITY.indexOf(name)), units.velocityUnitMPerS());
                    });
        }
        return sources;
    }

    /// The range of a symbol in a flow that is stable: populations do not move further than a node in a step.
    static Interval range(String name, LatticeUnits units) {
        return switch (name) {
            case DENSITY -> new Interval(0, LARGEST_DENSITY * units.densityKgPerM3());
            case ORDER_PARAMETER -> new Interval(-LARGEST_ORDER_PARAMETER, LARGEST_ORDER_PARAMETER);
            default -> new Interval(-units.velocityUnitMPerS(), units.velocityUnitMPerS());
        };
    }

    /// The value in a fluid at rest: velocity and order parameter 0, and the reference density.
    static Value atRest(Value value, double densityKgPerM3) {
        if (!(value instanceof Value.Varying varying) || !isOfFlow(value)) {
            return value;
        }
        var graph = varying.expression().graph();
        Expr atRest = graph.copyOf(
                varying.expression(),
                name -> !NAMES.contains(name)
                        ? graph.symbol(name)
                        : graph.constant(Rational.exactly(name.equals(DENSITY) ? densityKgPerM3 : 0)));
        return new Value.Varying(atRest, varying.toSi(), varying.text());
    }
}
