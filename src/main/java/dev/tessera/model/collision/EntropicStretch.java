package dev.tessera.model.collision;

import dev.tessera.expr.Expr;
import dev.tessera.expr.ExprGraph;
import dev.tessera.expr.Form.Comparison;
import dev.tessera.expr.Form.ElementaryFunction;
import dev.tessera.expr.Iteration;
import dev.tessera.expr.Rational;
import java.util.ArrayList;
import java.util.List;

/// The factor alpha by which the way to equilibrium is stretched until the entropy is that of the start: the root
/// above 1 of `H(f + alpha n) = H(f)`, `n = f_eq - f`, `H(f) = sum of f_i ln(f_i / w_i)`. Near equilibrium it is 2.
///
/// With the largest deviation `d = max |n_i / f_i|`, alpha is
/// * 2 for d below 1e-6;
/// * 1, the way to equilibrium alone, where a population is not positive or smaller than its equilibrium by a factor
///   of 1e6: entropy is not defined there, or its rounding errors are too large. A moving wall can make such
///   populations; with 2, a cavity diverges on D3Q19 at a grid Reynolds number of 50 already;
/// * below 0.01 the series `2 - b2 + 4 b2² - 4 b3 - 17 b2³ + 28 b2 b3 - 11 b4`, `b_k = a_k / a_1`,
///   `a_k = (-1)^(k+1) / (k (k+1)) sum of n_i^(k+1) / f_i^k`, with an error below 1e-8;
/// * else the limit of Newton's method. H is convex with its minimum at alpha = 1, so that all steps after the
///   first that lands above the root go down to it. A step to populations that are not positive is replaced by half
///   of the way to the first zero of a population; if there is no root before it, alpha approaches this zero.
///
/// Above a deviation of 0.05, alpha is at most 2 and at most the larger of `2 - 16 (d - 0.05)²` and 1.9/beta: entropy
/// does not fall with any alpha between 1 and the root. The root is as often above 2 as below, and leaves a
/// disturbance that changes sign in every step as it is. Between bounce-back walls such disturbances grow at low
/// viscosity until populations vanish.
///
/// Entropy is computed without its large terms: n has no mass and momentum, and the logarithms of equilibrium
/// populations are a sum of conserved quantities, so that `H(f + alpha n) - H(f) = sum of (f_i + alpha n_i)
/// ln(1 + alpha n_i / f_i) - alpha n_i - alpha sum of n_i ln(1 + n_i / f_i)`. The last sum is the first step of the
/// iteration.
///
/// Source: Ansumali & Karlin, Phys. Rev. E 65, 056312 (2002); Chikatamarla, Ansumali, Karlin, Phys. Rev. Lett. 97,
/// 010201 (2006) for the idea of the series; Brownlee, Gorban, Levesley, Physica A 387, 385 (2008) for limiters that
/// damp where a node is far from equilibrium.
final class EntropicStretch {
    static final Rational SMALLEST = Rational.of(1, 1_000_000);
    static final Rational LARGEST_OF_SERIES = Rational.of(1, 100);
    static final Rational LARGEST_OF_ROOT = Rational.of(1, 20);
    static final int MOST_STEPS = 30;

    /// Far below `d²` for the smallest deviation of the series, far above the smallest FP32 number.
    private static final Rational TINY =
            Rational.of(1, 1_000_000_000_000_000L).times(Rational.of(1, 1_000_000_000_000_000L));

    private static final Rational STEP = Rational.of(1, 1_000_000);

    private final ExprGraph graph;
    private final List<Expr> populations;
    private final List<Expr> toEquilibrium;
    private final Expr beta;
    private final List<Expr> ratios = new ArrayList<>();
    private final Expr lowest;
    private final Expr deviation;

    /// @param populations shape `[q]`
    /// @param toEquilibrium equilibrium minus populations, without mass and momentum
    /// @param beta half the rate of the case's viscosity
    EntropicStretch(ExprGraph graph, List<Expr> populations, List<Expr> toEquilibrium, Expr beta) {
        this.beta = beta;
        this.graph = graph;
        this.populations = populations;
        this.toEquilibrium = toEquilibrium;
        for (int i = 0; i < populations.size(); i++) {
            ratios.add(toEquilibrium.get(i).over(populations.get(i)));
        }
        Expr least = ratios.getFirst();
        Expr most = ratios.getFirst();
        for (Expr ratio : ratios.subList(1, ratios.size())) {
            least = graph.minimum(least, ratio);
            most = graph.maximum(most, ratio);
        }
        this.lowest = least;
        this.deviation = graph.maximum(most, least.negated());
    }

    Expr alpha() {
        return alpha(root(graph.select(below(deviation, LARGEST_OF_SERIES), graph.constant(0), graph.constant(1))));
    }

    /// The same; Newton's method runs wherever entropy is defined and populations differ from their equilibrium.
    Expr alphaSearchedEverywhere() {
        return alpha(root(graph.select(below(deviation, SMALLEST), graph.constant(0), graph.constant(1))));
    }

    /// The index of an [Elbm.Way].
    Expr way() {
        Expr large = graph.select(below(deviation, LARGEST_OF_SERIES), index(Elbm.Way.SERIES), index(Elbm.Way.NEWTON));
        Expr defined = graph.select(isDefined(), large, index(Elbm.Way.ONE));
        return graph.select(below(deviation, SMALLEST), index(Elbm.Way.TWO), defined);
    }

    private Expr index(Elbm.Way way) {
        return graph.constant(way.ordinal());
    }

    private Expr alpha(Expr root) {
        Expr two = graph.constant(2);
        Expr large = graph.select(below(deviation, LARGEST_OF_SERIES), series(), root);
        Expr defined = graph.select(isDefined(), large, graph.constant(1));
        return graph.select(below(deviation, SMALLEST), two, defined);
    }

    /// Above a deviation of 1/20 `2 - 16 (d - 1/20)²`, at least 1.9/beta, at most 2; below it larger than any root.
    private Expr largest() {
        Expr excess = deviation.minus(graph.constant(LARGEST_OF_ROOT));
        Expr lowered = graph.constant(2).minus(graph.constant(16).times(excess.squared()));
        Expr limited = graph.minimum(
                graph.constant(2), graph.maximum(graph.constant(19, 10).over(beta), lowered));
        return graph.select(below(deviation, LARGEST_OF_ROOT), graph.constant(1000), limited);
    }

    private Expr below(Expr value, Rational limit) {
        return graph.compare(Comparison.LESS, value, graph.constant(limit));
    }

    /// All populations are positive: their ratios are above -1; and `d` is below 1e6.
    private Expr isDefined() {
        Expr limited = graph.select(below(deviation, SMALLEST.inverse()), lowest, graph.constant(-1));
        return graph.compare(Comparison.LESS, graph.constant(-1), limited);
    }

    Expr series() {
        List<List<Expr>> powers = new ArrayList<>();
        for (int i = 0; i < ratios.size(); i++) {
            Expr power = toEquilibrium.get(i);
            List<Expr> ofOne = new ArrayList<>();
            for (int k = 1; k <= 4; k++) {
                power = power.times(ratios.get(i));
                ofOne.add(power);
            }
            powers.add(ofOne);
        }
        Expr square = graph.sum(powers.stream().map(List::getFirst).toList());
        Expr inverse = graph.constant(2).over(square.plus(graph.constant(TINY)));
        Expr b2 = coefficient(powers, 2).times(inverse);
        Expr b3 = coefficient(powers, 3).times(inverse);
        Expr b4 = coefficient(powers, 4).times(inverse);
        // 2 - b2 (1 - 4 b2 + 17 b2² - 28 b3) - 4 b3 - 11 b4
        Expr inner = graph.constant(1)
                .minus(b2.times(graph.constant(4).minus(graph.constant(17).times(b2))))
                .minus(graph.constant(28).times(b3));
        return graph.constant(2)
                .minus(b2.times(inner))
                .minus(graph.constant(4).times(b3))
                .minus(graph.constant(11).times(b4));
    }

    private Expr coefficient(List<List<Expr>> powers, int k) {
        Rational factor = Rational.of(k % 2 == 0 ? -1 : 1, (long) k * (k + 1));
        return graph.constant(factor)
                .times(graph.sum(powers.stream().map(ofOne -> ofOne.get(k - 1)).toList()));
    }

    /// Newton's method.
    /// @param isSearched 0 where it ends at once, 1 where it runs if entropy is defined
    private Expr root(Expr isSearched) {
        Expr zero = graph.constant(0);
        Expr one = graph.constant(1);
        Expr first = graph.select(isDefined(), isSearched, zero);
        // The smallest alpha at which a population vanishes.
        Expr end = one.over(graph.maximum(lowest.negated(), graph.constant(1, 1000)));
        Expr largest = largest();
        return graph.iterate(MOST_STEPS, List.of(one, zero, first), states -> step(states, end, largest))
                .getFirst();
    }

    /// `ln(1 + x)` with the rounding error of the sum taken out. No pass changes operations within an iteration.
    private Expr logarithmAboveOne(Expr x) {
        Expr one = graph.constant(1);
        Expr sum = one.plus(x);
        Expr error = x.minus(sum.minus(one));
        return graph.call(ElementaryFunction.LOG, List.of(sum)).plus(error.over(sum));
    }

    /// States: alpha; the sum of `n_i ln(1 + n_i / f_i)`; 0 at the end, 1 before that sum is known, 2 before a step
    /// to a point above the root, 3 after it.
    private Iteration.Step step(List<Expr> states, Expr end, Expr largest) {
        Expr alpha = states.get(0);
        Expr slopeAtStart = states.get(1);
        Expr stage = states.get(2);
        List<Expr> entropies = new ArrayList<>();
        List<Expr> slopes = new ArrayList<>();
        for (int i = 0; i < ratios.size(); i++) {
            Expr logarithm = logarithmAboveOne(alpha.times(ratios.get(i)));
            Expr linear = alpha.times(toEquilibrium.get(i));
            entropies.add(populations.get(i).times(logarithm).minus(linear));
            slopes.add(toEquilibrium.get(i).times(logarithm));
        }
        Expr sum = graph.sum(slopes);
        Expr slope = sum.minus(slopeAtStart);
        Expr difference = graph.sum(entropies).plus(alpha.times(slope));
        Expr newton = alpha.minus(difference.over(slope));
        Expr isInside = graph.compare(Comparison.LESS, newton, end);
        Expr half = graph.constant(1, 2);
        Expr free = graph.select(isInside, newton, half.times(alpha.plus(end)));
        Expr moved = graph.maximum(graph.constant(1), graph.minimum(largest, free));
        Expr isSmall = graph.compare(Comparison.LESS, alpha.minus(graph.constant(STEP)), newton);
        Expr isAbove = graph.compare(Comparison.LESS, graph.constant(2), stage);
        Expr after =
                graph.select(isAbove, graph.select(isSmall, graph.constant(0), graph.constant(3)), graph.constant(3));
        // also at the largest alpha, with the root above it
        Expr isHeld = graph.compare(Comparison.EQUAL, alpha, moved);
        Expr next = graph.select(isHeld, graph.constant(0), graph.select(isInside, after, graph.constant(2)));
        Expr isFirst = graph.compare(Comparison.EQUAL, stage, graph.constant(1));
        Expr start = graph.minimum(
                graph.minimum(graph.constant(2), largest),
                half.times(graph.constant(1).plus(end)));
        return new Iteration.Step(
                graph.compare(Comparison.LESS, graph.constant(0), stage),
                List.of(
                        graph.select(isFirst, start, moved),
                        graph.select(isFirst, sum, slopeAtStart),
                        graph.select(isFirst, graph.constant(2), next)));
    }
}
