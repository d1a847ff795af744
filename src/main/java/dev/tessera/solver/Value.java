package dev.tessera.solver;

import dev.tessera.expr.Expr;
import dev.tessera.expr.ExprGraph;
import dev.tessera.expr.Form;
import dev.tessera.expr.Rational;
import java.util.List;
import java.util.function.Function;

/// A number of the case in SI units, which may vary with place and time.
public sealed interface Value {
    Value ZERO = new Constant(0);

    /// The same everywhere and always.
    record Constant(double si) implements Value {}

    /// An expression over the symbols `x`, `y`, `z` (metres) and `t` (seconds); that of a body force may contain
    /// [FlowSymbols], too. Constants of the case are already replaced by their numbers. Its result times `toSi` is
    /// the value in SI.
    /// @param text as the case wrote it; empty where it was made in Java
    record Varying(Expr expression, double toSi, String text) implements Value {}

    /// A value given at points in time, such as a measured heartbeat; the same everywhere.
    ///
    /// @param timesS seconds, ascending
    /// @param si one value per time
    /// @param periodS seconds after which the values repeat, longer than the time from the first to the last
    ///        point; 0: they do not, and the first and the last value hold before and after all points
    record Sampled(List<Double> timesS, List<Double> si, double periodS, Interpolation interpolation) implements Value {
        public Sampled {
            timesS = List.copyOf(timesS);
            si = List.copyOf(si);
            if (timesS.size() != si.size() || timesS.size() < 2) {
                throw new IllegalArgumentException(
                        "a series needs two points or more, each with a time and a value: %d times, %d values"
                                .formatted(timesS.size(), si.size()));
            }
            for (int point = 0; point < timesS.size(); point++) {
                if (!Double.isFinite(timesS.get(point)) || !Double.isFinite(si.get(point))) {
                    throw new IllegalArgumentException("point %d of a series, %s at %s s, is not finite"
                            .formatted(point + 1, si.get(point), timesS.get(point)));
                }
                if (point > 0 && !(timesS.get(point) > timesS.get(point - 1))) {
                    throw new IllegalArgumentException(
                            "point %d of a series, at %s s, is not after the one before, at %s s"
                                    .formatted(point + 1, timesS.get(point), timesS.get(point - 1)));
                }
            }
            double length = timesS.getLast() - timesS.getFirst();
            if (periodS != 0 && !(periodS > length)) {
                throw new IllegalArgumentException(
                        "a series of %s s does not fit into its period of %s s; the last point repeats the first, or is before it"
                                .formatted(length, periodS));
            }
        }
    }

    /// How values between points are found.
    enum Interpolation {
        /// Straight lines.
        LINEAR,
        /// Cubic polynomials with continuous slopes.
        CUBIC
    }

    static Value of(double si) {
        return new Constant(si);
    }

    /// A value in SI that varies with place and time: `Value.varying(at -> at.number(0.2).times(at.t()))`.
    static Value varying(Function<Somewhere, Expr> formula) {
        return new Varying(formula.apply(new Somewhere(new ExprGraph())), 1, "");
    }

    /// A place (metres) and a time (seconds), as symbols.
    record Somewhere(ExprGraph graph) {
        public Expr x() {
            return graph.symbol("x");
        }

        public Expr y() {
            return graph.symbol("y");
        }

        public Expr z() {
            return graph.symbol("z");
        }

        public Expr t() {
            return graph.symbol("t");
        }

        /// A component of the velocity at the node, m/s; for body forces only, as the next two.
        /// @param axis 0, 1, 2
        public Expr u(int axis) {
            return graph.symbol(FlowSymbols.NAMES.get(axis));
        }

        /// The density at the node, kg/m3.
        public Expr density() {
            return graph.symbol(FlowSymbols.DENSITY);
        }

        /// The order parameter of a free-energy mixture at the node.
        public Expr orderParameter() {
            return graph.symbol(FlowSymbols.ORDER_PARAMETER);
        }

        public Expr number(double value) {
            return graph.constant(Rational.exactly(value));
        }

        public Expr sin(Expr angle) {
            return graph.call(Form.ElementaryFunction.SIN, List.of(angle));
        }

        public Expr tanh(Expr argument) {
            return graph.call(Form.ElementaryFunction.TANH, List.of(argument));
        }

        public Expr max(Expr one, Expr other) {
            return graph.maximum(one, other);
        }
    }
}
