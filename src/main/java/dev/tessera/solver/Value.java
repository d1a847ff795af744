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

    /// An expression over the symbols `x`, `y`, `z` (metres) and `t` (seconds); constants of the case are
    /// already replaced by their numbers. Its result times `toSi` is the value in SI.
    /// @param text as the case wrote it; empty where it was made in Java
    record Varying(Expr expression, double toSi, String text) implements Value {}

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

        public Expr number(double value) {
            return graph.constant(Rational.exactly(value));
        }

        public Expr sin(Expr angle) {
            return graph.call(Form.ElementaryFunction.SIN, List.of(angle));
        }

        public Expr max(Expr one, Expr other) {
            return graph.maximum(one, other);
        }
    }
}
