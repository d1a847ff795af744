package dev.tessera.model;

import dev.tessera.expr.Rational;
import java.util.List;

/// A lattice: velocities with weights. Direction 0 rests; directions 2k-1 and 2k (k = 1 …) are opposite, the
/// odd one first, so that patterns can treat them as pairs. The square of the lattice speed of sound is 1/3
/// for all of them.
///
/// @param name such as `D3Q19`
/// @param dimensions 2 or 3
public record VelocitySet(String name, int dimensions, List<Velocity> velocities, List<Rational> weights) {
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

    public int opposite(int direction) {
        return direction == 0 ? 0 : direction % 2 == 1 ? direction + 1 : direction - 1;
    }

    /// Square of the speed of sound in lattice units, 1/3.
    public Rational speedOfSoundSquared() {
        return Rational.of(1, 3);
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
