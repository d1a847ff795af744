package dev.tessera.model.collision;

import dev.tessera.expr.Expr;
import dev.tessera.expr.ExprGraph;
import dev.tessera.expr.Rational;
import dev.tessera.model.Collision;
import dev.tessera.model.Velocity;
import dev.tessera.model.VelocitySet;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;

/// Populations from their central moments, `k_abc = sum of (c_x - u_x)^a (c_y - u_y)^b (c_z - u_z)^c f`, exponents
/// 0, 1 and 2, on the lattices that are products of one-dimensional ones: D2Q9 and D3Q27. Axis by axis, moments
/// about u become moments about rest, and these become the populations of the axis's three velocities.
///
/// Source: Geier, Schönherr, Pasquali, Krafczyk, Comput. Math. Appl. 70, 507 (2015), appendix.
final class CentralExpansion {
    private CentralExpansion() {}

    /// Per axis an exponent, or a velocity of an axis that is done.
    private record Place(int x, int y, int z) {
        int along(int axis) {
            return axis == 0 ? x : axis == 1 ? y : z;
        }

        Place with(int axis, int value) {
            return new Place(axis == 0 ? value : x, axis == 1 ? value : y, axis == 2 ? value : z);
        }
    }

    /// Why a collision with central moments of all orders cannot be used on a lattice.
    static Optional<String> unsupported(Collision collision, VelocitySet lattice) {
        return lattice.size() == Math.pow(3, lattice.dimensions())
                ? Optional.empty()
                : Optional.of(
                        ("collision %s needs a lattice with all velocities of components -1, 0 and 1, but %s lacks"
                                        + " some. Use D3Q27, in 2D D2Q9, or another collision")
                                .formatted(collision.key(), lattice.name()));
    }

    /// Shape `[q]`.
    /// @param velocity about which the moments are
    /// @param central a moment by its exponents
    static List<Expr> populations(
            ExprGraph graph, VelocitySet lattice, List<Expr> velocity, Function<Monomial, Expr> central) {
        int d = lattice.dimensions();
        Map<Place, Expr> values = new LinkedHashMap<>();
        for (int x = 0; x <= 2; x++) {
            for (int y = 0; y <= 2; y++) {
                for (int z = 0; z <= (d == 3 ? 2 : 0); z++) {
                    values.put(new Place(x, y, z), central.apply(new Monomial(x, y, z)));
                }
            }
        }
        for (int axis = 0; axis < d; axis++) {
            values = alongAxis(axis, velocity.get(axis), values);
        }
        List<Expr> populations = new ArrayList<>();
        for (int i = 0; i < lattice.size(); i++) {
            Velocity c = lattice.velocity(i);
            long halves = 1;
            for (int axis = 0; axis < d; axis++) {
                halves *= c.along(axis) == 0 ? 1 : 2;
            }
            Expr value = Objects.requireNonNull(values.get(new Place(c.x(), c.y(), c.z())));
            populations.add(graph.constant(Rational.of(1, halves)).times(value));
        }
        return populations;
    }

    /// Replaces exponents of an axis by velocities; values of velocities 1 and -1 are twice the populations.
    private static Map<Place, Expr> alongAxis(int axis, Expr u, Map<Place, Expr> values) {
        Map<Place, Expr> replaced = new LinkedHashMap<>();
        values.forEach((place, zeroth) -> {
            if (place.along(axis) != 0) {
                return;
            }
            Expr first = Objects.requireNonNull(values.get(place.with(axis, 1)));
            Expr second = Objects.requireNonNull(values.get(place.with(axis, 2)));
            Expr mean = first.plus(u.times(zeroth));
            Expr square = second.plus(u.times(first.plus(mean)));
            replaced.put(place, zeroth.minus(square));
            replaced.put(place.with(axis, 1), square.plus(mean));
            replaced.put(place.with(axis, -1), square.minus(mean));
        });
        return replaced;
    }
}
