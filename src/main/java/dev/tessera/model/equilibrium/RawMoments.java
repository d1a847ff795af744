package dev.tessera.model.equilibrium;

import dev.tessera.expr.Expr;
import dev.tessera.expr.ExprGraph;
import dev.tessera.model.Moments;
import dev.tessera.model.VelocitySet;
import dev.tessera.model.lattice.Reflections;
import java.util.ArrayList;
import java.util.List;

/// Density and momentum as sums of populations, over shared butterflies.
public final class RawMoments {
    private RawMoments() {}

    /// The sum of the populations.
    public static Expr density(ExprGraph graph, VelocitySet lattice, List<Expr> populations) {
        var reflections = new Reflections(lattice);
        return graph.sum(reflections.orbits().stream()
                .map(orbit -> reflections.part(graph, populations, orbit, 0))
                .toList());
    }

    /// The density, and the momentum over the density.
    /// @param force as for [#momentum]
    public static Moments withDensity(ExprGraph graph, VelocitySet lattice, List<Expr> populations, List<Expr> force) {
        Expr density = density(graph, lattice, populations);
        Expr inverse = graph.divide(graph.constant(1), density);
        List<Expr> velocity = momentum(graph, lattice, populations, force).stream()
                .map(component -> graph.multiply(component, inverse))
                .toList();
        return new Moments(density, velocity);
    }

    /// The sum of velocities times populations, plus half of the force, if any: density times velocity in Guo's
    /// forcing (Guo, Zheng, Shi, Phys. Rev. E 65, 046308, 2002). One component per dimension.
    /// @param force one component per dimension, or empty
    public static List<Expr> momentum(ExprGraph graph, VelocitySet lattice, List<Expr> populations, List<Expr> force) {
        var reflections = new Reflections(lattice);
        List<Expr> momentum = new ArrayList<>();
        for (int axis = 0; axis < lattice.dimensions(); axis++) {
            int parity = 1 << axis;
            Expr sum = graph.sum(reflections.orbitsWith(parity).stream()
                    .map(orbit -> reflections.part(graph, populations, orbit, parity))
                    .toList());
            momentum.add(force.isEmpty() ? sum : graph.add(sum, graph.multiply(graph.constant(1, 2), force.get(axis))));
        }
        return momentum;
    }
}
