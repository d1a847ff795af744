package dev.tessera.model.collision;

import dev.tessera.expr.Expr;
import dev.tessera.expr.ExprGraph;

/// The law of Carreau and Yasuda for shear-thinning fluids:
/// `infinite + (zero - infinite) (1 + (relaxation shearRate)^width)^((exponent - 1) / width)`.
///
/// The stress is a concave function of the shear rate, so that Newton's method rises to the root from the start
/// `stress / (numerical + zero)`, at which the viscosity is too high.
///
/// Source: Carreau, Trans. Soc. Rheol. 16, 99 (1972); Yasuda, Armstrong, Cohen, Rheol. Acta 20, 163 (1981).
///
/// @param zero viscosity at rest
/// @param infinite viscosity at high shear rates, above 0 and below `zero`
/// @param relaxation a time: one divided by the shear rate from which the viscosity falls
/// @param exponent n, that of the power law between, in (0, 1)
/// @param width a, positive; 2 is Carreau's law
public record CarreauYasuda(double zero, double infinite, double relaxation, double exponent, double width)
        implements ViscosityLaw, NewtonLaw {
    private static final double DECADES_BELOW = 1e-4;
    private static final double DECADES_ABOVE = 1e8;

    public CarreauYasuda {
        if (!(infinite > 0 && zero > infinite && zero < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException(
                    "the law carreau-yasuda needs a viscosity at rest (zero-shear) above that at high shear rates (infinite-shear), but their ratio is %s"
                            .formatted(zero / infinite));
        }
        if (!(relaxation > 0 && relaxation < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException(
                    "the relaxation time %s of carreau-yasuda must be positive".formatted(relaxation));
        }
        if (!(exponent > 0 && exponent < 1)) {
            throw new IllegalArgumentException(
                    "the exponent n of carreau-yasuda is %s, but must be above 0 and below 1: the fluid is shear-thinning"
                            .formatted(exponent));
        }
        if (!(width > 0 && width <= 4)) {
            throw new IllegalArgumentException(
                    "the exponent a of carreau-yasuda is %s, but must be above 0 and at most 4; 2 is Carreau's law"
                            .formatted(width));
        }
    }

    @Override
    public String key() {
        return "carreau-yasuda";
    }

    @Override
    public double viscosity(double shearRate) {
        double rise = 1 + StrictMath.pow(relaxation * shearRate, width);
        return infinite + (zero - infinite) * StrictMath.pow(rise, (exponent - 1) / width);
    }

    @Override
    public double lowest() {
        return infinite;
    }

    @Override
    public double highest() {
        return zero;
    }

    @Override
    public CarreauYasuda in(double viscosityUnit, double rateUnit) {
        return new CarreauYasuda(
                zero / viscosityUnit, infinite / viscosityUnit, relaxation * rateUnit, exponent, width);
    }

    @Override
    public double[] range() {
        return Powers.spread(DECADES_BELOW / relaxation, DECADES_ABOVE / relaxation, 25);
    }

    @Override
    public Expr start(ExprGraph graph, Expr stress, Expr numerical) {
        return stress.over(numerical.plus(Powers.number(graph, zero)));
    }

    @Override
    public Expr next(ExprGraph graph, Expr shearRate, Expr stress, Expr numerical) {
        Expr risen = power(graph, shearRate);
        Expr rise = graph.constant(1).plus(risen);
        Expr varying = varying(graph, rise);
        Expr others = numerical.plus(Powers.number(graph, infinite));
        Expr excess = shearRate.times(others.plus(varying)).minus(stress);
        Expr steepness = Powers.number(graph, 1 - exponent).times(risen.over(rise));
        Expr slope = others.plus(varying.times(graph.constant(1).minus(steepness)));
        return shearRate.minus(excess.over(slope));
    }

    @Override
    public Expr at(ExprGraph graph, Expr shearRate) {
        Expr rise = graph.constant(1).plus(power(graph, shearRate));
        return Powers.number(graph, infinite).plus(varying(graph, rise));
    }

    private Expr power(ExprGraph graph, Expr shearRate) {
        return Powers.of(graph, Powers.number(graph, relaxation).times(shearRate), width);
    }

    private Expr varying(ExprGraph graph, Expr rise) {
        return Powers.number(graph, zero - infinite).times(Powers.of(graph, rise, (exponent - 1) / width));
    }

    @Override
    public Expr viscosity(ExprGraph graph, Expr stress, Expr numerical) {
        return solved(graph, stress, numerical);
    }

    @Override
    public String toString() {
        return "carreau-yasuda (zero-shear %s, infinite-shear %s, relaxation %s, n %s, a %s)"
                .formatted(zero, infinite, relaxation, exponent, width);
    }
}
