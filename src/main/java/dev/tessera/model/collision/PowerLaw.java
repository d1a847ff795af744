package dev.tessera.model.collision;

import dev.tessera.expr.Expr;
import dev.tessera.expr.ExprGraph;

/// The power law of Ostwald and de Waele between two bounds: `consistency shearRate^(exponent - 1)`.
///
/// Without bounds, `g (h + K g^(n-1)) = S` is solved by Newton's method, which approaches the root from one side:
/// the left side is concave for n < 1 and convex for n > 1, and the start `min(S/h, (S/K)^(1/n))` is at most twice
/// the root away. Shear rates stay in the range in which no bound acts; beyond it, the bound itself is the solution,
/// since the left side grows with g.
///
/// @param consistency K, viscosity times shear rate to the power 1 - n
/// @param exponent n; below 1 the fluid is shear-thinning
/// @param minimum viscosity
/// @param maximum viscosity
public record PowerLaw(double consistency, double exponent, double minimum, double maximum)
        implements ViscosityLaw, NewtonLaw {
    private static final double LOWEST_EXPONENT = 0.1;
    private static final double HIGHEST_EXPONENT = 2.5;
    private static final double FARTHEST = 1e30; // in FP32 numbers end at 3e38

    public PowerLaw {
        if (!(consistency > 0 && minimum > 0 && maximum < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException(
                    "consistency %s, minimum %s and maximum %s of a power law must be positive"
                            .formatted(consistency, minimum, maximum));
        }
        if (!(minimum < maximum)) {
            throw new IllegalArgumentException(
                    "the power law has a minimum that is not below its maximum: the ratio of maximum to minimum is %s"
                            .formatted(maximum / minimum));
        }
        if (exponent == 1) {
            throw new IllegalArgumentException(
                    "a power law with n = 1 has a constant viscosity; write the viscosity alone");
        }
        if (!(exponent >= LOWEST_EXPONENT && exponent <= HIGHEST_EXPONENT)) {
            throw new IllegalArgumentException("the exponent n of a power law is %s, but must be between %s and %s"
                    .formatted(exponent, LOWEST_EXPONENT, HIGHEST_EXPONENT));
        }
    }

    @Override
    public String key() {
        return "power";
    }

    @Override
    public double viscosity(double shearRate) {
        return Math.clamp(consistency * StrictMath.pow(shearRate, exponent - 1), minimum, maximum);
    }

    @Override
    public double lowest() {
        return minimum;
    }

    @Override
    public double highest() {
        return maximum;
    }

    @Override
    public PowerLaw in(double viscosityUnit, double rateUnit) {
        return new PowerLaw(
                consistency * StrictMath.pow(rateUnit, exponent - 1) / viscosityUnit,
                exponent,
                minimum / viscosityUnit,
                maximum / viscosityUnit);
    }

    /// The shear rate with a viscosity, far from the ends of the range of numbers.
    private double shearRateOf(double viscosity) {
        return Math.clamp(StrictMath.pow(consistency / viscosity, 1 / (1 - exponent)), 1 / FARTHEST, FARTHEST);
    }

    private double first() {
        return Math.min(shearRateOf(minimum), shearRateOf(maximum));
    }

    private double last() {
        return Math.max(shearRateOf(minimum), shearRateOf(maximum));
    }

    @Override
    public double[] range() {
        return Powers.spread(first(), last(), 25);
    }

    @Override
    public Expr start(ExprGraph graph, Expr stress, Expr numerical) {
        Expr alone = Powers.of(graph, stress.times(Powers.number(graph, 1 / consistency)), 1 / exponent);
        return Powers.between(graph, first(), graph.minimum(stress.over(numerical), alone), last());
    }

    @Override
    public Expr next(ExprGraph graph, Expr shearRate, Expr stress, Expr numerical) {
        Expr viscosity = unbounded(graph, shearRate);
        Expr excess = shearRate.times(numerical.plus(viscosity)).minus(stress);
        Expr slope = numerical.plus(Powers.number(graph, exponent).times(viscosity));
        return Powers.between(graph, first(), shearRate.minus(excess.over(slope)), last());
    }

    @Override
    public Expr at(ExprGraph graph, Expr shearRate) {
        return Powers.between(graph, minimum, unbounded(graph, shearRate), maximum);
    }

    private Expr unbounded(ExprGraph graph, Expr shearRate) {
        return Powers.number(graph, consistency).times(Powers.of(graph, shearRate, exponent - 1));
    }

    @Override
    public Expr viscosity(ExprGraph graph, Expr stress, Expr numerical) {
        return solved(graph, stress, numerical);
    }

    @Override
    public String toString() {
        return "power (consistency %s, n %s, minimum %s, maximum %s)"
                .formatted(consistency, exponent, minimum, maximum);
    }
}
