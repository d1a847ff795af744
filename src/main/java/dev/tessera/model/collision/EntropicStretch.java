package dev.tessera.model.collision;

import dev.tessera.expr.Expr;
import dev.tessera.expr.ExprGraph;
import dev.tessera.expr.Form.Comparison;
import dev.tessera.expr.Form.ElementaryFunction;
import dev.tessera.expr.Iteration;
import dev.tessera.expr.Rational;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

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
/// * below 0.1 the root of the same power sums up to `k = 9`, `sum of a_k (alpha^k - 1 - k) = 0`, which follows from
///   the logarithms' series and needs no logarithm: three steps of Newton's method from 2, with an error below 2e-8;
/// * else the limit of Newton's method with logarithms. H is convex with its minimum at alpha = 1, so that all
///   steps after the first that lands above the root go down to it. A step to populations that are not positive is
///   replaced by half of the way to the first zero of a population; if there is no root before it, alpha
///   approaches this zero.
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
    static final Rational LARGEST_OF_SUMS = Rational.of(1, 10);
    static final Rational LARGEST_OF_ROOT = Rational.of(1, 20);
    private static final int HIGHEST_OF_SERIES = 4;
    private static final int HIGHEST_OF_SUMS = 9;
    private static final int STEPS_OF_SUMS = 3;
    static final int MOST_STEPS = 30;

    /// Far below `d²` for the smallest deviation of the series and below a product of two populations, far above the
    /// smallest FP32 number.
    private static final Rational TINY =
            Rational.of(1, 1_000_000_000_000_000L).times(Rational.of(1, 1_000_000_000_000_000L));

    private static final Rational STEP = Rational.of(1, 1_000_000);

    private final ExprGraph graph;
    private final List<Expr> populations;
    private final List<Expr> toEquilibrium;
    private final Expr beta;
    private final List<Expr> ratios = new ArrayList<>();
    private final Expr deviation;
    private final Expr isDefined;

    /// @param populations shape `[q]`
    /// @param toEquilibrium equilibrium minus populations, without mass and momentum
    /// @param beta half the rate of the case's viscosity
    EntropicStretch(ExprGraph graph, List<Expr> populations, List<Expr> toEquilibrium, Expr beta) {
        this.beta = beta;
        this.graph = graph;
        this.populations = populations;
        this.toEquilibrium = toEquilibrium;
        Expr least = divide();
        Expr most = graph.absolute(ratios.getFirst());
        for (Expr ratio : ratios.subList(1, ratios.size())) {
            most = graph.maximum(most, graph.absolute(ratio));
        }
        this.deviation = most;
        Expr limited = graph.select(below(deviation, SMALLEST.inverse()), least, graph.constant(0));
        this.isDefined = graph.compare(Comparison.LESS, graph.constant(TINY), limited);
    }

    /// Finds the ratios by one division for two populations. Where a population is 0, those of both are no numbers.
    /// @return above [#TINY] if all populations are positive and large enough
    private Expr divide() {
        Expr least = graph.constant(1);
        for (int i = 0; i + 1 < populations.size(); i += 2) {
            Expr one = populations.get(i);
            Expr other = populations.get(i + 1);
            Expr product = one.times(other);
            Expr inverse = graph.constant(1).over(product);
            ratios.add(toEquilibrium.get(i).times(inverse.times(other)));
            ratios.add(toEquilibrium.get(i + 1).times(inverse.times(one)));
            least = graph.minimum(least, graph.minimum(product, one));
        }
        if (populations.size() % 2 == 1) {
            ratios.add(toEquilibrium.getLast().over(populations.getLast()));
            least = graph.minimum(least, populations.getLast());
        }
        return least;
    }

    Expr alpha() {
        return alpha(root(from(LARGEST_OF_SUMS)));
    }

    /// The same; Newton's method runs wherever entropy is defined and populations differ from their equilibrium.
    Expr alphaSearchedEverywhere() {
        return alpha(root(from(SMALLEST)));
    }

    /// The number of an [Elbm.Way].
    Expr way() {
        Expr sums = graph.select(below(deviation, LARGEST_OF_SUMS), index(Elbm.Way.SUMS), index(Elbm.Way.NEWTON));
        Expr large = graph.select(below(deviation, LARGEST_OF_SERIES), index(Elbm.Way.SERIES), sums);
        Expr defined = graph.select(isDefined, large, index(Elbm.Way.ONE));
        return graph.select(below(deviation, SMALLEST), index(Elbm.Way.TWO), defined);
    }

    private Expr index(Elbm.Way way) {
        return graph.constant(way.number());
    }

    private Expr alpha(Expr root) {
        Expr two = graph.constant(2);
        List<Expr> series = powerSums(HIGHEST_OF_SERIES);
        Expr sums = graph.select(below(deviation, LARGEST_OF_SUMS), rootOfSums(), root);
        Expr large = graph.select(below(deviation, LARGEST_OF_SERIES), series(series), sums);
        Expr defined = graph.select(isDefined, large, graph.constant(1));
        return graph.select(below(deviation, SMALLEST), two, defined);
    }

    /// 1 where entropy is defined, from a deviation on; else 0.
    private Expr from(Rational least) {
        Expr above = graph.select(below(deviation, least), graph.constant(0), graph.constant(1));
        return graph.select(isDefined, above, graph.constant(0));
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

    /// `b_2 … b_highest`.
    private List<Expr> powerSums(int highest) {
        List<List<Expr>> powers = new ArrayList<>(); // [k][i]: n_i^k / f_i^(k - 1), from k = 2 on
        List<Expr> last = toEquilibrium;
        for (int k = 1; k <= highest; k++) {
            List<Expr> next = new ArrayList<>();
            for (int i = 0; i < ratios.size(); i++) {
                next.add(last.get(i).times(ratios.get(i)));
            }
            powers.add(next);
            last = next;
        }
        Expr inverse = graph.constant(2).over(graph.sum(powers.getFirst()).plus(graph.constant(TINY)));
        List<Expr> sums = new ArrayList<>();
        for (int k = 2; k <= highest; k++) {
            Rational factor = Rational.of(k % 2 == 0 ? -1 : 1, (long) k * (k + 1));
            sums.add(graph.constant(factor).times(graph.sum(powers.get(k - 1))).times(inverse));
        }
        return sums;
    }

    Expr series() {
        return series(powerSums(HIGHEST_OF_SERIES));
    }

    private Expr series(List<Expr> sums) {
        Expr b2 = sums.get(0);
        Expr b3 = sums.get(1);
        Expr b4 = sums.get(2);
        // 2 - b2 (1 - 4 b2 + 17 b2² - 28 b3) - 4 b3 - 11 b4
        Expr inner = graph.constant(1)
                .minus(b2.times(graph.constant(4).minus(graph.constant(17).times(b2))))
                .minus(graph.constant(28).times(b3));
        return graph.constant(2)
                .minus(b2.times(inner))
                .minus(graph.constant(4).times(b3))
                .minus(graph.constant(11).times(b4));
    }

    /// The root of `alpha - 2 + sum of b_k (alpha^k - 1 - k)`, at most the largest alpha; computed by nodes that
    /// need it only.
    private Expr rootOfSums() {
        Expr isBetween = graph.select(below(deviation, LARGEST_OF_SUMS), from(LARGEST_OF_SERIES), graph.constant(0));
        return computedWhere(isBetween, () -> {
            List<Expr> sums = powerSums(HIGHEST_OF_SUMS);
            Expr alpha = graph.constant(2);
            for (int step = 0; step < STEPS_OF_SUMS; step++) {
                alpha = alpha.minus(difference(sums, alpha).over(slope(sums, alpha)));
            }
            return graph.minimum(largest(), alpha);
        });
    }

    /// By Horner's method.
    private Expr difference(List<Expr> sums, Expr alpha) {
        Expr constant = graph.constant(-2);
        Expr powers = graph.constant(0);
        for (int k = HIGHEST_OF_SUMS; k >= 2; k--) {
            Expr sum = sums.get(k - 2);
            constant = constant.minus(graph.constant(k + 1).times(sum));
            powers = powers.times(alpha).plus(sum);
        }
        return powers.times(alpha).plus(graph.constant(1)).times(alpha).plus(constant);
    }

    private Expr slope(List<Expr> sums, Expr alpha) {
        Expr powers = graph.constant(0);
        for (int k = HIGHEST_OF_SUMS; k >= 2; k--) {
            powers = powers.times(alpha).plus(graph.constant(k).times(sums.get(k - 2)));
        }
        return powers.times(alpha).plus(graph.constant(1));
    }

    /// A value that nodes compute where a flag is 1, and 0 elsewhere: other nodes do not take its time.
    private Expr computedWhere(Expr flag, Supplier<Expr> value) {
        Expr zero = graph.constant(0);
        return graph.iterate(
                        1,
                        List.of(zero, flag),
                        states -> new Iteration.Step(
                                graph.compare(Comparison.LESS, zero, states.get(1)), List.of(value.get(), zero)))
                .getFirst();
    }

    /// Newton's method.
    /// @param isSearched 1 where it runs, 0 where it ends at once
    private Expr root(Expr isSearched) {
        Expr zero = graph.constant(0);
        Expr one = graph.constant(1);
        Expr largest = largest();
        return graph.iterate(MOST_STEPS, List.of(one, zero, isSearched), states -> step(states, largest))
                .getFirst();
    }

    /// The smallest alpha at which a population vanishes.
    private Expr end() {
        Expr lowest = ratios.getFirst();
        for (Expr ratio : ratios.subList(1, ratios.size())) {
            lowest = graph.minimum(lowest, ratio);
        }
        return graph.constant(1).over(graph.maximum(lowest.negated(), graph.constant(1, 1000)));
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
    private Iteration.Step step(List<Expr> states, Expr largest) {
        Expr end = end();
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
