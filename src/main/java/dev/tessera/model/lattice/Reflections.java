package dev.tessera.model.lattice;

import dev.tessera.expr.Expr;
import dev.tessera.expr.ExprGraph;
import dev.tessera.model.Velocity;
import dev.tessera.model.VelocitySet;
import java.util.ArrayList;
import java.util.List;

/// Splits a node's populations into parts that are even or odd under the reflection of each axis, by butterflies:
/// first pairs of opposite directions, then axis by axis. Polynomials of the velocity are short sums of these parts,
/// and the graph shares the butterflies between density, momentum, stress and higher moments.
///
/// Sets of axes are bit masks (1 = x, 2 = y, 4 = z). An *orbit* contains the velocities that reflections map onto
/// each other, named by the axes along which they move: 0 is the rest velocity, 3 the four velocities (±1, ±1, 0).
/// The part of an orbit with *parity* p (a subset of the orbit's axes) is
/// `sum over its c of (product over axes a in p of c_a) f_c`.
public final class Reflections {
    private final VelocitySet lattice;
    private final List<Integer> orbits;
    private final int[] directionOfCode;

    public Reflections(VelocitySet lattice) {
        this.lattice = lattice;
        this.orbits = new ArrayList<>();
        this.directionOfCode = new int[27];
        for (int i = 0; i < lattice.size(); i++) {
            directionOfCode[lattice.velocity(i).code()] = i;
            int orbit = orbitOf(lattice.velocity(i));
            if (!orbits.contains(orbit)) {
                orbits.add(orbit);
            }
        }
    }

    /// The lattice's orbits in the order of its directions, the rest (0) first.
    public List<Integer> orbits() {
        return List.copyOf(orbits);
    }

    /// The orbits that have parts of this parity: those that move along all of its axes.
    public List<Integer> orbitsWith(int parity) {
        return orbits.stream().filter(orbit -> (orbit & parity) == parity).toList();
    }

    /// All parities that occur, the even one (0) first: 0, x, y, z, xy, xz, yz, xyz as far as the lattice
    /// has them.
    public List<Integer> parities() {
        List<Integer> found = new ArrayList<>();
        for (int parity : new int[] {0, 1, 2, 4, 3, 5, 6, 7}) {
            if (!orbitsWith(parity).isEmpty()) {
                found.add(parity);
            }
        }
        return found;
    }

    /// A direction of the orbit: the one with no negative component.
    public int representative(int orbit) {
        return directionOfCode[new Velocity(orbit & 1, orbit >> 1 & 1, orbit >> 2 & 1).code()];
    }

    public static int orbitOf(Velocity velocity) {
        return (velocity.x() != 0 ? 1 : 0) | (velocity.y() != 0 ? 2 : 0) | (velocity.z() != 0 ? 4 : 0);
    }

    /// The product of the components along the axes of a parity: -1, 0 or 1.
    public static int sign(Velocity velocity, int parity) {
        int product = 1;
        for (int axis = 0; axis < 3; axis++) {
            if ((parity >> axis & 1) != 0) {
                product *= velocity.along(axis);
            }
        }
        return product;
    }

    /// The part of an orbit of the given parity.
    public Expr part(ExprGraph graph, List<Expr> populations, int orbit, int parity) {
        if (orbit == 0) {
            return populations.getFirst();
        }
        int first = Integer.lowestOneBit(orbit);
        return part(
                graph, populations, orbit & ~first, parity, new int[] {(first & 1), first >> 1 & 1, first >> 2 & 1});
    }

    private Expr part(ExprGraph graph, List<Expr> populations, int openAxes, int parity, int[] components) {
        if (openAxes == 0) {
            int i = directionOfCode[new Velocity(components[0], components[1], components[2]).code()];
            Expr forward = populations.get(i);
            Expr backward = populations.get(lattice.opposite(i));
            return Integer.bitCount(parity) % 2 == 0 ? graph.add(forward, backward) : graph.subtract(forward, backward);
        }
        int axis = Integer.lowestOneBit(openAxes);
        Expr plus = part(graph, populations, openAxes & ~axis, parity, with(components, axis, 1));
        Expr minus = part(graph, populations, openAxes & ~axis, parity, with(components, axis, -1));
        return (parity & axis) != 0 ? graph.subtract(plus, minus) : graph.add(plus, minus);
    }

    /// The inverse butterflies: one value per direction,
    /// `value_c = sum over parities p of (product of c_a, a in p) part_p`. (With parts from [#part] this gives every
    /// population times the size of its orbit.)
    public List<Expr> expand(ExprGraph graph, Parts parts) {
        List<Expr> values = new ArrayList<>();
        for (int i = 0; i < lattice.size(); i++) {
            Velocity c = lattice.velocity(i);
            int orbit = orbitOf(c);
            if (orbit == 0) {
                values.add(parts.part(0, 0));
                continue;
            }
            boolean first = i % 2 == 1;
            Velocity forward = first ? c : c.opposite();
            int leading = Integer.lowestOneBit(orbit);
            Expr even = expand(graph, parts, orbit, orbit & ~leading, 0, leading, forward, 0);
            Expr odd = expand(graph, parts, orbit, orbit & ~leading, 0, leading, forward, 1);
            values.add(first ? graph.add(even, odd) : graph.subtract(even, odd));
        }
        return values;
    }

    /// Sums over the parities within `openAxes`, those outside being fixed as `chosen`; the leading axis (whose
    /// component is +1) is in the parity if that makes its size even (`odd` = 0) or odd.
    private Expr expand(
            ExprGraph graph, Parts parts, int orbit, int openAxes, int chosen, int leading, Velocity c, int odd) {
        if (openAxes == 0) {
            boolean withLeading = Integer.bitCount(chosen) % 2 != odd;
            return parts.part(orbit, withLeading ? chosen | leading : chosen);
        }
        int axis = Integer.highestOneBit(openAxes);
        Expr without = expand(graph, parts, orbit, openAxes & ~axis, chosen, leading, c, odd);
        Expr with = expand(graph, parts, orbit, openAxes & ~axis, chosen | axis, leading, c, odd);
        return sign(c, axis) > 0 ? graph.add(without, with) : graph.subtract(without, with);
    }

    private static int[] with(int[] components, int axisBit, int value) {
        int[] changed = components.clone();
        changed[Integer.numberOfTrailingZeros(axisBit)] = value;
        return changed;
    }

    /// Supplies the part of an orbit with a parity.
    @FunctionalInterface
    public interface Parts {
        Expr part(int orbit, int parity);
    }
}
