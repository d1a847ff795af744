package dev.tessera.solver;

import dev.tessera.expr.Expr;
import dev.tessera.expr.Interval;
import dev.tessera.expr.Ranges;
import dev.tessera.geometry.NodeMap;

/// The places (metres) at which a run evaluates expressions, at any time from 0 s on. It does not depend on the end
/// of the run, so that a run that is continued has the bits of a longer one.
record RunExtent(Interval x, Interval y, Interval z) {
    /// Any place.
    static final RunExtent UNKNOWN = new RunExtent(Interval.ALL, Interval.ALL, Interval.ALL);

    private static final Interval TIMES = new Interval(0, Double.POSITIVE_INFINITY);
    private static final int MARGIN_NODES = 2; // links end outside the box

    static RunExtent of(NodeMap nodes) {
        return new RunExtent(along(nodes, 0), along(nodes, 1), along(nodes, 2));
    }

    private static Interval along(NodeMap nodes, int axis) {
        double first = nodes.originM()[axis];
        double dx = nodes.spacingM();
        return new Interval(first - MARGIN_NODES * dx, first + (nodes.box().nodes(axis) - 1 + MARGIN_NODES) * dx);
    }

    /// The range of an expression of `x`, `y`, `z` and `t`.
    Interval of(Expr expression) {
        return Ranges.of(expression, this::ofSymbol);
    }

    Interval ofSymbol(String name) {
        return switch (name) {
            case "x" -> x;
            case "y" -> y;
            case "z" -> z;
            case "t" -> TIMES;
            default -> Interval.ALL;
        };
    }
}
