package dev.tessera.model.collision;

import dev.tessera.expr.Expr;
import dev.tessera.expr.ExprGraph;
import dev.tessera.expr.Rational;
import dev.tessera.model.Collision;
import dev.tessera.model.LocalRates;
import dev.tessera.model.VelocitySet;
import java.util.ArrayList;
import java.util.List;
import java.util.SequencedMap;

/// Relaxes the even parts of pairs of opposite directions at `omega`, which sets the viscosity, and the odd parts
/// at `omega_minus`, which keeps `magic = (1/omega - 1/2)(1/omega_minus - 1/2)`. With bounce-back, the position of
/// a wall then depends only on `magic`, not on the viscosity: with 3/16 a flat wall is exactly half-way for
/// Poiseuille flow, 1/4 is the most stable.
///
/// Source: Ginzburg, Verhaeghe, d'Humières, Commun. Comput. Phys. 3, 427 (2008); force: each part of Guo's
/// term with its own rate.
///
/// @param magic the constant product, positive
public record Trt(Rational magic) implements Collision {
    static final String MINUS = "omega_minus";

    public Trt {
        if (magic.signum() <= 0) {
            throw new IllegalArgumentException(
                    "the magic parameter of TRT is %s, but must be positive; 3/16 and 1/4 are usual".formatted(magic));
        }
    }

    /// With the magic parameter 3/16.
    public Trt() {
        this(Rational.of(3, 16));
    }

    @Override
    public String key() {
        return "trt";
    }

    @Override
    public SequencedMap<String, Double> rates(VelocitySet lattice, double viscosityLattice) {
        SequencedMap<String, Double> rates = ShearRate.named(lattice, viscosityLattice);
        rates.put(MINUS, ShearRate.partner(lattice, magic.toDouble(), viscosityLattice));
        return rates;
    }

    @Override
    public LocalRates localRates(Input input) {
        return LocalRates.of(input.rate().apply(ShearRate.NAME), input.rate().apply(MINUS));
    }

    /// The odd rate keeps the magic parameter: `omega_minus = 2 (2 - omega) / (2 + (4 magic - 1) omega)`.
    @Override
    public Input atShearRate(Input input, Expr shearRate) {
        Expr two = input.graph().constant(2);
        Rational excess = Rational.of(4).times(magic).minus(Rational.ONE);
        Expr minus = two.times(two.minus(shearRate))
                .over(two.plus(input.graph().constant(excess).times(shearRate)));
        return input.withRates(name -> name.equals(MINUS) ? minus : shearRate);
    }

    @Override
    public List<Expr> relax(Input input) {
        ExprGraph graph = input.graph();
        Expr plus = input.rate().apply(ShearRate.NAME);
        Expr minus = input.rate().apply(MINUS);
        var terms = new PairTerms(input, plus, minus);
        Expr half = graph.constant(1, 2);
        Expr keptEven = half.minus(half.times(plus));
        Expr keptOdd = half.minus(half.times(minus));
        List<Expr> relaxed = new ArrayList<>();
        relaxed.add(graph.constant(1)
                .minus(plus)
                .times(input.populations().getFirst())
                .plus(terms.even(0)));
        for (int i = 1; i < input.lattice().size(); i += 2) {
            Expr forward = input.populations().get(i);
            Expr backward = input.populations().get(i + 1);
            Expr even = keptEven.times(forward.plus(backward)).plus(terms.even(i));
            Expr odd = keptOdd.times(forward.minus(backward)).plus(terms.odd(i));
            relaxed.add(even.plus(odd));
            relaxed.add(even.minus(odd));
        }
        return relaxed;
    }
}
