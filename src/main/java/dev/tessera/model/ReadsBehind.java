package dev.tessera.model;

import dev.tessera.expr.Expr;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A rule at an opening in an axis plane that needs values of the nodes behind it, at 1 to [#depth] spacings along the
/// inward normal. Before the collision each of them passes one value per direction to the next one, starting with the
/// farthest; the node at the opening reads those of the nearest (docs/decisions/0046).
public interface ReadsBehind {
    String key();

    /// The word of its scheme in a case.
    default String scheme() {
        String key = key();
        return key.contains("-") ? key.substring(0, key.indexOf('-')) : key;
    }

    /// Of the plane's normal: 0, 1, 2.
    int axis();

    /// +1 where the inward normal points along +axis, else -1.
    int inward();

    /// The number of nodes behind the opening whose values are needed, at least 1.
    int depth();

    /// Whether nodes pass a value for a direction.
    boolean needs(Velocity direction);

    /// The value that a node behind the opening passes on for a direction.
    /// @param node its completed populations
    /// @param farther what the next farther node passed; null at the farthest
    Expr pass(Passing node, int direction, @Nullable Expr farther);

    /// A node behind an opening.
    /// @param distance from the node at the opening, in spacings: 1 … [#depth]
    /// @param populations completed, shape `[q]`
    record Passing(BoundaryRule.Input input, int distance, List<Expr> populations) {
        public Passing {
            populations = List.copyOf(populations);
        }
    }

    /// What the next node along the inward normal passed for a direction.
    default Expr passed(BoundaryRule.Input input, int direction) {
        VelocitySet lattice = input.model().lattice();
        Expr deviation = input.neighbours().value(field(lattice, direction), normal(lattice));
        return deviation.plus(input.graph().constant(lattice.weight(direction)));
    }

    /// The direction of the inward normal.
    /// @throws IllegalArgumentException if the lattice has none
    default int normal(VelocitySet lattice) {
        for (int i = 1; i < lattice.size(); i++) {
            if (lattice.velocity(i).equals(step())) {
                return i;
            }
        }
        throw new IllegalArgumentException(
                "lattice %s has no direction along axis %d".formatted(lattice.name(), axis()));
    }

    /// The inward normal.
    default Velocity step() {
        return new Velocity(axis() == 0 ? inward() : 0, axis() == 1 ? inward() : 0, axis() == 2 ? inward() : 0);
    }

    /// The stored field of a direction: what a node passes, less the direction's weight, so that precisions that
    /// compute deviations from rest lose nothing. Openings in all orientations use the same fields.
    default String field(VelocitySet lattice, int direction) {
        int number = 0;
        for (int i = 0; i < direction; i++) {
            number += needs(lattice.velocity(i)) ? 1 : 0;
        }
        return "behind-" + number;
    }
}
