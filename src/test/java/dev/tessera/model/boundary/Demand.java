package dev.tessera.model.boundary;

import dev.tessera.expr.Expr;
import dev.tessera.expr.ExprGraph;
import dev.tessera.model.VelocitySet;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// The boundary condition at a node, for tests.
///
/// @param planes over which links are cut: the first is that of the rule under test, others are resting walls that
///        adjoin it at an edge or a corner
/// @param velocity of the boundary, one component per axis
/// @param stress the deviatoric viscous stress at the node, shape `[axis][axis]`
record Demand(
        ExprGraph graph,
        VelocitySet lattice,
        List<Plane> planes,
        Expr density,
        List<Expr> velocity,
        List<List<Expr>> stress) {
    /// A plane with its normal along an axis.
    /// @param inward +1 where the inward normal points along +axis, else -1
    record Plane(int axis, int inward) {
        /// Whether a direction is incoming over the plane.
        boolean crossedBy(VelocitySet lattice, int direction) {
            return lattice.velocity(direction).along(axis) == inward;
        }

        static List<Plane> all(VelocitySet lattice) {
            List<Plane> planes = new ArrayList<>();
            for (int axis = 0; axis < lattice.dimensions(); axis++) {
                planes.add(new Plane(axis, 1));
                planes.add(new Plane(axis, -1));
            }
            return planes;
        }
    }

    Demand {
        planes = List.copyOf(planes);
        velocity = List.copyOf(velocity);
        stress = List.copyOf(stress);
    }

    /// Without viscous stress.
    static Demand of(
            ExprGraph graph, VelocitySet lattice, List<Plane> planes, Expr density, List<? extends Expr> velocity) {
        Expr[] zeros = new Expr[lattice.dimensions()];
        Arrays.fill(zeros, graph.constant(0));
        List<List<Expr>> stress = new ArrayList<>();
        velocity.forEach(u -> stress.add(List.of(zeros)));
        return new Demand(graph, lattice, planes, density, List.copyOf(velocity), stress);
    }

    Plane plane() {
        return planes.getFirst();
    }

    /// Whether a direction is incoming over the rule's own plane.
    boolean comesOverPlane(int direction) {
        return plane().crossedBy(lattice, direction);
    }

    /// Whether a direction is incoming over the rule's plane or an adjoining wall.
    boolean comesOverAny(int direction) {
        return planes.stream().anyMatch(plane -> plane.crossedBy(lattice, direction));
    }

    /// The direction of a field such as `kind-pzm`.
    int direction(String field) {
        for (int i = 1; i < lattice.size(); i++) {
            if (field.endsWith("-" + lattice.velocity(i).letters())) {
                return i;
            }
        }
        throw new IllegalArgumentException(field + " names no direction of " + lattice.name());
    }

    /// The axis that ends a field's name, such as `velocity-y`.
    int axis(String field) {
        return "xyz".indexOf(field.charAt(field.length() - 1));
    }

    /// `c_i·u`
    Expr along(int direction) {
        return dot(direction, velocity);
    }

    private Expr dot(int direction, List<Expr> vector) {
        Expr sum = graph.constant(0);
        for (int a = 0; a < vector.size(); a++) {
            sum = sum.plus(graph.constant(lattice.velocity(direction).along(a)).times(vector.get(a)));
        }
        return sum;
    }

    /// The velocity into the fluid.
    Expr inwardVelocity() {
        return graph.constant(plane().inward()).times(velocity.get(plane().axis()));
    }

    Expr zero() {
        return graph.constant(0);
    }
}
