package dev.tessera.model;

import dev.tessera.expr.Rational;
import java.util.Arrays;
import java.util.List;

/// A lattice: velocities with weights. Direction 0 rests; directions 2k-1 and 2k (k = 1 …) are opposite, the
/// odd one first, so that patterns can treat them as pairs.
///
/// @param name such as `D3Q19`
/// @param dimensions 2 or 3
/// @param speedOfSoundSquared c_s² in lattice units: the second moment of the weights is `c_s² delta_ab`
public record VelocitySet(
        String name, int dimensions, List<Velocity> velocities, List<Rational> weights, Rational speedOfSoundSquared) {
    /// Moments of this order and below are checked by [#isotropy].
    private static final int HIGHEST_ORDER = 6;

    public VelocitySet {
        velocities = List.copyOf(velocities);
        weights = List.copyOf(weights);
        if (velocities.size() != weights.size()) {
            throw new IllegalArgumentException(
                    "lattice %s has %d velocities but %d weights".formatted(name, velocities.size(), weights.size()));
        }
        Rational total = Rational.ZERO;
        for (Rational weight : weights) {
            total = total.plus(weight);
        }
        if (!total.isOne()) {
            throw new IllegalArgumentException("weights of lattice %s sum to %s, not 1".formatted(name, total));
        }
        if (!velocities.getFirst().equals(new Velocity(0, 0, 0))) {
            throw new IllegalArgumentException("direction 0 of lattice %s does not rest".formatted(name));
        }
        for (int i = 1; i < velocities.size(); i += 2) {
            if (!velocities.get(i).opposite().equals(velocities.get(i + 1))) {
                throw new IllegalArgumentException(
                        "directions %d and %d of lattice %s are not opposite".formatted(i, i + 1, name));
            }
        }
        if (!isIsotropic(velocities, weights, dimensions, 2, speedOfSoundSquared)) {
            throw new IllegalArgumentException("the second moment of lattice %s is not %s times the unit matrix"
                    .formatted(name, speedOfSoundSquared));
        }
    }

    /// The highest even order up to which the moments of the weights are those of the isotropic normal
    /// distribution of variance c_s²: 2, 4 (as the Navier–Stokes equations need with one rate for the whole
    /// stress), or more. Odd moments are zero by the pairs of opposite directions.
    public int isotropy() {
        int order = 2;
        while (order < HIGHEST_ORDER && isIsotropic(velocities, weights, dimensions, order + 2, speedOfSoundSquared)) {
            order += 2;
        }
        return order;
    }

    /// `sum of w_i c_ia c_ib …`, exact.
    /// @param axes 0, 1, 2, with repetition; none gives 1
    public Rational moment(int... axes) {
        return moment(velocities, weights, axes);
    }

    /// What a wall that moves at u adds to a bounced population, over `w_i c_i·u`: `2 / c_s²`.
    public double motionFactor() {
        return Rational.TWO.over(speedOfSoundSquared).toDouble();
    }

    private static Rational moment(List<Velocity> velocities, List<Rational> weights, int... axes) {
        Rational sum = Rational.ZERO;
        for (int i = 0; i < velocities.size(); i++) {
            long product = 1;
            for (int axis : axes) {
                product *= velocities.get(i).along(axis);
            }
            sum = product == 0 ? sum : sum.plus(weights.get(i).times(Rational.of(product)));
        }
        return sum;
    }

    /// Whether all moments of an even order equal `c_s^order` times the number of pairings of equal axes: the
    /// product of `(n - 1)!!` over the axes, n the times that each occurs.
    private static boolean isIsotropic(
            List<Velocity> velocities, List<Rational> weights, int dimensions, int order, Rational soundSquared) {
        Rational scale = Rational.ONE;
        for (int k = 0; k < order / 2; k++) {
            scale = scale.times(soundSquared);
        }
        for (int x = 0; x <= order; x++) {
            for (int y = 0; y <= order - x; y++) {
                int z = order - x - y;
                if (dimensions == 2 && z > 0) {
                    continue;
                }
                int[] axes = new int[order];
                Arrays.fill(axes, x, x + y, 1);
                Arrays.fill(axes, x + y, order, 2);
                Rational pairings = Rational.of(pairings(x) * pairings(y) * pairings(z));
                if (!moment(velocities, weights, axes).equals(scale.times(pairings))) {
                    return false;
                }
            }
        }
        return true;
    }

    /// Ways to pair n equal factors: `(n - 1)!!`, or 0 for an odd n.
    private static long pairings(int n) {
        long ways = n % 2 == 0 ? 1 : 0;
        for (int k = n - 1; k > 1; k -= 2) {
            ways *= k;
        }
        return ways;
    }

    /// The number of directions, q.
    public int size() {
        return velocities.size();
    }

    public Velocity velocity(int direction) {
        return velocities.get(direction);
    }

    public Rational weight(int direction) {
        return weights.get(direction);
    }

    /// The weights, rounded, shape `[q]`.
    public double[] roundedWeights() {
        return weights.stream().mapToDouble(Rational::toDouble).toArray();
    }

    public int opposite(int direction) {
        return direction == 0 ? 0 : direction % 2 == 1 ? direction + 1 : direction - 1;
    }

    /// The name of a direction's population in generated code: `f_pzm`.
    public String populationName(int direction) {
        return "f_" + velocity(direction).letters();
    }

    @Override
    public String toString() {
        return name;
    }
}
