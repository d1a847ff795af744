package dev.tessera.model.boundary;

import dev.tessera.expr.Expr;
import dev.tessera.expr.ExprGraph;
import dev.tessera.expr.Rational;
import dev.tessera.model.BoundaryRule;
import dev.tessera.model.Collision;
import dev.tessera.model.Components;
import dev.tessera.model.Given;
import dev.tessera.model.Moments;
import dev.tessera.model.Velocity;
import dev.tessera.model.VelocitySet;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.stream.IntStream;

/// A velocity at an edge or a corner in which planes of wet nodes meet. All populations of the node are those of a
/// state: the given velocity, the given stress (of the differences of velocity between nodes on the planes), and the
/// mean density of nodes on the planes beside it. Nothing that arrives at the node counts.
///
/// Needs [PlaneBesideEdge] at these nodes, which store their density before the collision.
///
/// Source: Latt, Chopard, Malaspinas, Deville, Michler, Phys. Rev. E 77, 056703 (2008), by finite differences.
///
/// @param toPlanes directions of the lattice, from the node to those whose density is averaged; at least one
public record RegularizedEdge(List<Velocity> toPlanes) implements BoundaryRule {
    /// The stored field of nodes on planes: their density, less 1.
    public static final String DENSITY = "plane-density";

    /// The field of the stress out of equilibrium over the density, `held-stress-xx` …: `-2 c_s² S / omega` with the
    /// rate of strain S and the relaxation rate omega.
    public static final String STRESS = "held-stress";

    public RegularizedEdge {
        toPlanes = List.copyOf(toPlanes);
        if (toPlanes.isEmpty()) {
            throw new IllegalArgumentException("an edge needs a node on a plane whose density it has");
        }
    }

    @Override
    public String key() {
        return "regularized-edge";
    }

    /// Of differences to the next node.
    @Override
    public int order() {
        return 1;
    }

    @Override
    public List<FieldSpec> fields(VelocitySet lattice) {
        List<FieldSpec> fields = new ArrayList<>();
        for (int a = 0; a < lattice.dimensions(); a++) {
            fields.add(new FieldSpec(Components.of("velocity", a), new Given.Velocity(a)));
        }
        for (int a = 0; a < lattice.dimensions(); a++) {
            for (int b = a; b < lattice.dimensions(); b++) {
                fields.add(new FieldSpec(Components.of(STRESS, a, b), new Given.Stress(a, b)));
            }
        }
        return fields;
    }

    @Override
    public int stagesBefore() {
        return 1;
    }

    @Override
    public List<Expr> complete(Input input, List<Expr> raw) {
        ExprGraph g = input.graph();
        VelocitySet lattice = input.model().lattice();
        Expr sum = g.constant(0);
        for (Velocity to : toPlanes) {
            sum = sum.plus(input.neighbours().value(DENSITY, direction(lattice, to)));
        }
        Expr density = g.constant(Rational.ONE.over(Rational.of(toPlanes.size())))
                .times(sum)
                .plus(g.constant(1));
        int d = lattice.dimensions();
        Expr[][] stress = new Expr[d][d];
        for (int a = 0; a < d; a++) {
            for (int b = a; b < d; b++) {
                stress[a][b] = density.times(input.field().apply(Components.of(STRESS, a, b)));
            }
        }
        List<Expr> velocity =
                IntStream.range(0, d).mapToObj(a -> WetPlane.velocity(input, a)).toList();
        return StatePopulations.stressed(input, new Moments(density, velocity), stress);
    }

    @Override
    public SequencedMap<String, Expr> remember(Input input, Collision.Input node, List<Expr> relaxed) {
        return new LinkedHashMap<>();
    }

    /// The value of a [#STRESS] field.
    /// @param omega relaxation rate of the stress, per step, in (0, 2)
    /// @param strain that component of the rate of strain, per step
    public static double stress(VelocitySet lattice, double omega, double strain) {
        return -2 * lattice.speedOfSoundSquared().toDouble() / omega * strain;
    }

    /// Whether a lattice has all directions to the planes.
    public boolean fits(VelocitySet lattice) {
        return toPlanes.stream()
                .allMatch(to -> IntStream.range(1, lattice.size())
                        .anyMatch(i -> lattice.velocity(i).equals(to)));
    }

    private static int direction(VelocitySet lattice, Velocity to) {
        return IntStream.range(1, lattice.size())
                .filter(i -> lattice.velocity(i).equals(to))
                .findFirst()
                .orElseThrow(() ->
                        new IllegalArgumentException("lattice %s has no direction %s".formatted(lattice.name(), to)));
    }
}
