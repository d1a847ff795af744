package dev.tessera.model.lattice;

import dev.tessera.expr.Rational;
import dev.tessera.model.Velocity;
import dev.tessera.model.VelocitySet;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/// The lattices of Tessera. Directions are ordered rest, axes, edges, corners, in pairs of opposites whose first
/// has its first non-zero component positive.
///
/// All have a squared speed of sound of 1/3 and are isotropic to fourth order, except D3Q13, the twelve edges
/// alone: its fourth moment is anisotropic, so that normal and shear stress need a relaxation rate each (MRT).
/// D3Q13 joins only nodes whose sums of coordinates are both even or both odd: two flows that do not exchange
/// anything, unless an odd number of nodes lies between periodic sides.
///
/// Source of the weights: Qian, d'Humières, Lallemand, Europhys. Lett. 17, 479 (1992); D3Q27: He & Luo, Phys.
/// Rev. E 56, 6811 (1997); D3Q13: d'Humières, Bouzidi, Lallemand, Phys. Rev. E 63, 066702 (2001).
public final class Lattices {
    public static final VelocitySet D2Q9 =
            lattice("D2Q9", 2, Rational.of(4, 9), Rational.of(1, 9), Rational.of(1, 36), Rational.ZERO);
    public static final VelocitySet D3Q13 =
            lattice("D3Q13", 3, Rational.of(1, 2), Rational.ZERO, Rational.of(1, 24), Rational.ZERO);
    public static final VelocitySet D3Q15 =
            lattice("D3Q15", 3, Rational.of(2, 9), Rational.of(1, 9), Rational.ZERO, Rational.of(1, 72));
    public static final VelocitySet D3Q19 =
            lattice("D3Q19", 3, Rational.of(1, 3), Rational.of(1, 18), Rational.of(1, 36), Rational.ZERO);
    public static final VelocitySet D3Q27 =
            lattice("D3Q27", 3, Rational.of(8, 27), Rational.of(2, 27), Rational.of(1, 54), Rational.of(1, 216));

    private static final List<VelocitySet> ALL = List.of(D2Q9, D3Q13, D3Q15, D3Q19, D3Q27);

    private Lattices() {}

    /// All lattices, in the order of listings.
    public static List<VelocitySet> all() {
        return ALL;
    }

    /// @param key a lattice's name, such as `D3Q19`; upper or lower case
    /// @throws IllegalArgumentException if there is none of this name; the message lists the known ones
    public static VelocitySet byKey(String key) {
        for (VelocitySet lattice : ALL) {
            if (lattice.name().equalsIgnoreCase(key)) {
                return lattice;
            }
        }
        throw new IllegalArgumentException("unknown lattice %s; known are %s"
                .formatted(key, ALL.stream().map(VelocitySet::name).collect(Collectors.joining(", "))));
    }

    /// All velocities whose weight, given by the number of non-zero components, is not zero.
    private static VelocitySet lattice(
            String name, int dimensions, Rational rest, Rational axis, Rational edge, Rational corner) {
        List<Rational> weightOfClass = List.of(rest, axis, edge, corner);
        List<Velocity> velocities = new ArrayList<>(List.of(new Velocity(0, 0, 0)));
        List<Rational> weights = new ArrayList<>(List.of(rest));
        for (int nonZero = 1; nonZero <= dimensions; nonZero++) {
            Rational weight = weightOfClass.get(nonZero);
            if (weight.isZero()) {
                continue;
            }
            for (Velocity half : halves(dimensions, nonZero)) {
                velocities.add(half);
                velocities.add(half.opposite());
                weights.add(weight);
                weights.add(weight);
            }
        }
        return new VelocitySet(name, dimensions, velocities, weights, Rational.of(1, 3));
    }

    /// One velocity of each pair, its first non-zero component positive: x before y before z, plus before
    /// minus.
    private static List<Velocity> halves(int dimensions, int nonZero) {
        int[] components = {1, 0, -1};
        List<Velocity> found = new ArrayList<>();
        for (int mask : masksByAxis(dimensions, nonZero)) {
            for (int x : components) {
                for (int y : components) {
                    for (int z : components) {
                        int own = (x != 0 ? 1 : 0) | (y != 0 ? 2 : 0) | (z != 0 ? 4 : 0);
                        int first = x != 0 ? x : y != 0 ? y : z;
                        if (own == mask && first > 0) {
                            found.add(new Velocity(x, y, z));
                        }
                    }
                }
            }
        }
        return found;
    }

    /// Sets of axes of a given size: x, y, z; xy, xz, yz; xyz.
    private static List<Integer> masksByAxis(int dimensions, int size) {
        List<Integer> masks = new ArrayList<>();
        for (int mask : new int[] {1, 2, 4, 3, 5, 6, 7}) {
            if (Integer.bitCount(mask) == size && mask < 1 << dimensions) {
                masks.add(mask);
            }
        }
        return masks;
    }
}
