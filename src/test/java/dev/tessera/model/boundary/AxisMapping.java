package dev.tessera.model.boundary;

import dev.tessera.expr.Expr;
import dev.tessera.model.VelocitySet;
import dev.tessera.model.boundary.Demand.Plane;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// A rotation or reflection of the axes, for tests: axis a becomes axis `to[a]`, its direction times `sign[a]`.
public record AxisMapping(int[] to, int[] sign) {
    /// Rotations and reflections that generate all mappings of the axes onto themselves.
    public static List<AxisMapping> generators(int dimensions) {
        List<AxisMapping> turns = new ArrayList<>();
        for (int a = 1; a < dimensions; a++) {
            int[] to = identity(dimensions);
            to[a - 1] = a;
            to[a] = a - 1;
            int[] ones = new int[dimensions];
            Arrays.fill(ones, 1);
            turns.add(new AxisMapping(to, ones));
        }
        int[] mirrored = new int[dimensions];
        Arrays.fill(mirrored, 1);
        mirrored[0] = -1;
        turns.add(new AxisMapping(identity(dimensions), mirrored));
        return turns;
    }

    private static int[] identity(int dimensions) {
        int[] to = new int[dimensions];
        Arrays.setAll(to, a -> a);
        return to;
    }

    Plane plane(Plane plane) {
        return new Plane(to[plane.axis()], sign[plane.axis()] * plane.inward());
    }

    public List<Expr> vector(List<Expr> vector) {
        Expr[] turned = new Expr[vector.size()];
        for (int a = 0; a < turned.length; a++) {
            turned[to[a]] = sign[a] > 0 ? vector.get(a) : vector.get(a).negated();
        }
        return List.of(turned);
    }

    public List<Expr> populations(VelocitySet lattice, List<Expr> populations) {
        Expr[] turned = new Expr[populations.size()];
        for (int i = 0; i < turned.length; i++) {
            turned[direction(lattice, i)] = populations.get(i);
        }
        return List.of(turned);
    }

    private int direction(VelocitySet lattice, int i) {
        for (int k = 0; k < lattice.size(); k++) {
            boolean same = true;
            for (int a = 0; a < lattice.dimensions(); a++) {
                same &= lattice.velocity(k).along(to[a])
                        == sign[a] * lattice.velocity(i).along(a);
            }
            if (same) {
                return k;
            }
        }
        throw new AssertionError("lattice %s is not symmetric".formatted(lattice.name()));
    }

    Demand demand(Demand demand) {
        int d = to.length;
        Expr[][] stress = new Expr[d][d];
        for (int a = 0; a < d; a++) {
            for (int b = 0; b < d; b++) {
                Expr own = demand.stress().get(a).get(b);
                stress[to[a]][to[b]] = sign[a] * sign[b] > 0 ? own : own.negated();
            }
        }
        return new Demand(
                demand.graph(),
                demand.lattice(),
                demand.planes().stream().map(this::plane).toList(),
                demand.density(),
                vector(demand.velocity()),
                Arrays.stream(stress).map(List::of).toList());
    }

    @Override
    public String toString() {
        return "axes to %s, signs %s".formatted(Arrays.toString(to), Arrays.toString(sign));
    }
}
