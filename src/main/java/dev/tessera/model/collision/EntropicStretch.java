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
/// * below 0.1 the root of power sums about the equilibrium: with `z_i = n_i / f_eq,i` and `S_k = sum of n_i
///   z_i^(k-1)`, entropy is balanced where `sum over k of (-1)^k / (k (k-1)) S_k ((alpha - 1)^k - (-1)^k) = 0`, from
///   the logarithms' series. Populations before and after are on both sides of the equilibrium, so that at
///   alpha = 2 the even terms vanish, and k up to 7 leaves an error below 2e-8. A cubic polynomial of
///   `alpha - 2` remains;
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
/// populations are a sum of conserved quantities, so that up to a constant `H(f + alpha n) = sum of (f_eq,i + w n_i)
/// ln(1 + w z_i) - w n_i`, `w = alpha - 1`. Its value at alpha = 0 is the first step of the iteration.
///
/// Source: Ansumali & Karlin, Phys. Rev. E 65, 056312 (2002); Chikatamarla, Ansumali, Karlin, Phys. Rev. Lett. 97,
/// 010201 (2006) for the idea of the series; Brownlee, Gorban, Levesley, Physica A 387, 385 (2008) for limiters that
/// damp where a node is far from equilibrium.
final class EntropicStretch {
    private static final Rational SMALLEST = Rational.of(1, 1_000_000);
    private static final Rational LARGEST_OF_SERIES = Rational.of(1, 10);
    private static final Rational LARGEST_OF_ROOT = Rational.of(1, 20);
    private static final int HIGHEST_SUM = 7;
    private static final int STEPS_OF_SERIES = 5;
    private static final int MOST_STEPS = 30;

    /// Far below `d²` for the smallest deviation of the series, far above the smallest FP32 number.
    private static final Rational TINY =
            Rational.of(1, 1_000_000_000_000_000L).times(Rational.of(1, 1_000_000_000_000_000L));

    private static final Rational STEP = Rational.of(1, 1_000_000);

    private final ExprGraph graph;
    private final EntropicEquilibrium equilibrium;
    private final EntropicEquilibrium.Basis basis;
    private final List<Expr> populations;
    private final Expr beta;
    private final List<Expr> sums = new ArrayList<>(); // S_2 … S_7
    private final Expr deviation;
    private final Expr isDefined;

    /// @param basis of the equilibrium
    /// @param populations shape `[q]`, of the same density and velocity
    /// @param beta half the rate of the case's viscosity
    EntropicStretch(
            EntropicEquilibrium equilibrium, EntropicEquilibrium.Basis basis, List<Expr> populations, Expr beta) {
        this.graph = beta.graph();
        this.equilibrium = equilibrium;
        this.basis = basis;
        this.populations = populations;
        this.beta = beta;
        for (int k = 2; k <= HIGHEST_SUM; k++) {
            sums.add(graph.constant(0));
        }
        Expr least = graph.constant(0);
        Expr most = graph.constant(0);
        for (List<Integer> directions : equilibrium.planes()) {
            var here = basis.scaledAfter(sums.getFirst());
            List<Expr> rest = equilibrium.populations(here);
            List<Expr> reciprocals = equilibrium.negativeReciprocals(here, rest);
            for (int i : directions) {
                Expr fromEquilibrium = populations.get(i).minus(rest.get(i));
                Expr z = fromEquilibrium.times(reciprocals.get(i));
                least = graph.minimum(least, z);
                most = graph.maximum(most, z);
                addPowers(fromEquilibrium.negated(), z);
            }
        }
        // n/f = z / (1 - z)
        Expr one = graph.constant(1);
        List<Expr> inverses = Reciprocals.of(List.of(one.minus(most), one.minus(least)), 2);
        this.deviation = graph.maximum(
                most.times(inverses.get(0)), least.times(inverses.get(1)).negated());
        Expr positive = basis.positive().stream().reduce(graph::minimum).orElseThrow();
        Expr limited = graph.select(below(most, Rational.ONE.minus(SMALLEST)), positive, graph.constant(0));
        this.isDefined = graph.compare(Comparison.LESS, graph.constant(TINY), limited);
    }

    private void addPowers(Expr n, Expr z) {
        Expr square = z.squared();
        Expr power = n.times(z);
        for (int k = 0; k < sums.size(); k += 2) {
            sums.set(k, sums.get(k).plus(power));
            sums.set(k + 1, sums.get(k + 1).plus(power.times(z)));
            power = power.times(square);
        }
    }

    Expr alpha() {
        return alpha(root(from(LARGEST_OF_SERIES)));
    }

    /// The same; Newton's method runs wherever entropy is defined and populations differ from their equilibrium.
    Expr alphaSearchedEverywhere() {
        return alpha(root(from(SMALLEST)));
    }

    /// The number of an [Elbm.Way].
    Expr way() {
        Expr some = graph.select(below(deviation, LARGEST_OF_SERIES), index(Elbm.Way.SERIES), index(Elbm.Way.NEWTON));
        Expr any = graph.select(below(deviation, SMALLEST), index(Elbm.Way.TWO), some);
        return graph.select(isDefined, any, index(Elbm.Way.ONE));
    }

    private Expr index(Elbm.Way way) {
        return graph.constant(way.number());
    }

    private Expr alpha(Expr root) {
        Expr some = graph.select(below(deviation, LARGEST_OF_SERIES), graph.minimum(largest(), rootOfSeries()), root);
        Expr any = graph.select(below(deviation, SMALLEST), graph.constant(2), some);
        return graph.select(isDefined, any, graph.constant(1));
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

    /// The root of `c_0 + c_1 x + c_2 x² + c_3 x³`, `x = alpha - 2`, by `x = -(c_0 + c_2 x² + c_3 x³) / c_1`: x is some
    /// 0.04 at most, and each step divides the error by 25 or more.
    private Expr rootOfSeries() {
        Expr reciprocal = graph.constant(1).over(coefficient(1, HIGHEST_SUM).plus(graph.constant(TINY)));
        Expr first = coefficient(0, HIGHEST_SUM).times(reciprocal);
        Expr second = coefficient(2, HIGHEST_SUM - 1).times(reciprocal);
        Expr third = coefficient(3, HIGHEST_SUM - 2).times(reciprocal);
        Expr x = first.negated();
        for (int step = 0; step < STEPS_OF_SERIES; step++) {
            x = x.squared().times(third.times(x).plus(second)).plus(first).negated();
        }
        return graph.constant(2).plus(x);
    }

    /// The sum of `(-1)^k / (k (k-1)) S_k` times the coefficient of `x^power` in `(1 + x)^k - (-1)^k`.
    private Expr coefficient(int power, int highest) {
        List<Expr> terms = new ArrayList<>();
        for (int k = 2; k <= highest; k++) {
            long binomial = 1;
            for (int j = 0; j < power; j++) {
                binomial = binomial * (k - j) / (j + 1);
            }
            int sign = k % 2 == 0 ? 1 : -1;
            Rational factor = Rational.of(sign * (power == 0 ? 1 - sign : binomial), (long) k * (k - 1));
            terms.add(graph.constant(factor).times(sums.get(k - 2)));
        }
        return graph.sum(terms);
    }

    /// Newton's method.
    /// @param isSearched 1 where it runs, 0 where it ends at once
    private Expr root(Expr isSearched) {
        Expr zero = graph.constant(0);
        Expr largest = largest();
        return graph.iterate(MOST_STEPS, List.of(zero, zero, isSearched), states -> step(states, largest))
                .getFirst();
    }

    /// The smallest alpha at which a population vanishes.
    /// @param lowest the smallest z
    private Expr end(Expr lowest) {
        Expr one = graph.constant(1);
        return one.plus(one.over(graph.maximum(lowest.negated(), graph.constant(1, 1000))));
    }

    /// `ln(1 + x)` with the rounding error of the sum taken out. No pass changes operations within an iteration.
    private Expr logarithmAboveOne(Expr x) {
        Expr one = graph.constant(1);
        Expr sum = one.plus(x);
        Expr error = x.minus(sum.minus(one));
        return graph.call(ElementaryFunction.LOG, List.of(sum)).plus(error.over(sum));
    }

    /// States: alpha; the entropy at alpha = 0; 0 at the end, 1 before that entropy is known, 2 before a step to a
    /// point above the root, 3 after it. The equilibrium is computed in every step, and one direction after the
    /// other: few nodes need a step, but all have the registers that it needs.
    private Iteration.Step step(List<Expr> states, Expr largest) {
        Expr alpha = states.get(0);
        Expr entropyAtStart = states.get(1);
        Expr stage = states.get(2);
        Expr w = alpha.minus(graph.constant(1));
        var inStep = basis.after(alpha);
        Expr slope = graph.constant(0);
        Expr sum = graph.constant(0);
        Expr lowest = graph.constant(0);
        for (int i = 0; i < populations.size(); i++) {
            Expr rest = equilibrium.populations(inStep.scaledAfter(slope)).get(i);
            Expr n = rest.minus(populations.get(i));
            Expr z = n.over(rest);
            lowest = graph.minimum(lowest, z);
            Expr logarithm = logarithmAboveOne(w.times(z));
            sum = sum.plus(rest.times(logarithm).minus(w.times(n)));
            slope = slope.plus(n.times(logarithm));
        }
        Expr entropy = sum.plus(w.times(slope));
        Expr end = end(lowest);
        Expr newton = alpha.minus(entropy.minus(entropyAtStart).over(slope));
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
                        graph.select(isFirst, entropy, entropyAtStart),
                        graph.select(isFirst, graph.constant(2), next)));
    }
}
