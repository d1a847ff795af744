package dev.tessera.model.collision;

import dev.tessera.expr.Expr;
import dev.tessera.expr.ExprGraph;

/// Casson's law of a fluid with a yield stress, below a highest viscosity:
/// `(sqrt(yieldStress / shearRate) + sqrt(plastic))²`.
///
/// With x the root of the shear rate, `x² (h + viscosity) = S` is the quadratic equation
/// `(h + plastic) x² + 2 sqrt(yieldStress plastic) x + yieldStress - S = 0`, whose solution is exact.
///
/// Source: Casson, in Mill (ed.), Rheology of Disperse Systems, 84 (1959).
///
/// @param yieldStress divided by the density
/// @param plastic viscosity at high shear rates
/// @param maximum viscosity, which the fluid has below the yield stress too
public record Casson(double yieldStress, double plastic, double maximum) implements ViscosityLaw {
    public Casson {
        if (!(yieldStress > 0 && yieldStress < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException(
                    "the yield stress of the law casson must be positive; without one write a constant viscosity");
        }
        if (!(plastic > 0 && maximum > plastic && maximum < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException(
                    "the law casson needs a maximum above the plastic-viscosity, but their ratio is %s"
                            .formatted(maximum / plastic));
        }
    }

    @Override
    public String key() {
        return "casson";
    }

    @Override
    public double viscosity(double shearRate) {
        double root = Math.sqrt(yieldStress / shearRate) + Math.sqrt(plastic);
        return Math.min(root * root, maximum);
    }

    @Override
    public double lowest() {
        return plastic;
    }

    @Override
    public double highest() {
        return maximum;
    }

    @Override
    public Casson in(double viscosityUnit, double rateUnit) {
        return new Casson(yieldStress / (viscosityUnit * rateUnit), plastic / viscosityUnit, maximum / viscosityUnit);
    }

    @Override
    public Expr viscosity(ExprGraph graph, Expr stress, Expr numerical) {
        double least = Math.sqrt(yieldStress) / (Math.sqrt(maximum) - Math.sqrt(plastic)); // root at the maximum
        Expr above = graph.maximum(stress.minus(Powers.number(graph, yieldStress)), graph.constant(0));
        Expr curvature = numerical.plus(Powers.number(graph, plastic));
        Expr middle = Powers.number(graph, Math.sqrt(yieldStress * plastic));
        Expr discriminant = Powers.number(graph, yieldStress * plastic).plus(curvature.times(above));
        Expr root = above.over(middle.plus(graph.squareRoot(discriminant)));
        Expr bounded = graph.maximum(root, Powers.number(graph, least));
        return Powers.number(graph, Math.sqrt(yieldStress))
                .over(bounded)
                .plus(Powers.number(graph, Math.sqrt(plastic)))
                .squared();
    }

    @Override
    public String toString() {
        return "casson (yield-stress %s, plastic-viscosity %s, maximum %s)".formatted(yieldStress, plastic, maximum);
    }
}
