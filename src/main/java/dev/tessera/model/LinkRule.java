package dev.tessera.model;

import dev.tessera.expr.Expr;
import dev.tessera.model.BoundaryRule.FieldSpec;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.function.Function;

/// The closure of one cut link, as equations: which population comes back over it. A node combines the rules of its
/// links one by one (`model.boundary.LinkNode`), so that walls and openings of any kind may meet at a node.
///
/// A cut link has a stored population, which belongs to the node alone: what [#outgoing] gives after the collision
/// of one step is `link.stored()` in the next, where [#incoming] completes it. Half-way bounce-back is the identity
/// in both. A rule that needs populations of one step before and after its collision computes the whole incoming
/// population in [#outgoing]; one that needs the second node behind the link reads its outgoing population in
/// `link.fromBehind()`.
///
/// Rules read coefficients that the host computes per link (from distances, normals, imposed values) and fields of
/// the node, which the rules of its links share by name.
public interface LinkRule {
    String key();

    /// The guaranteed order of accuracy, see [BoundaryRule#order].
    int order();

    /// Whether the rule is half-way bounce-back where all its coefficients are zero. One such rule per class of
    /// nodes applies to all links and needs no selection.
    boolean isNeutral();

    /// The values of one link, in a fixed order; none is remembered.
    List<FieldSpec> coefficients();

    /// The values of the node; equal names in two rules mean the same value.
    default List<FieldSpec> fields(VelocitySet lattice) {
        return List.of();
    }

    /// The completed incoming population, before collision.
    Expr incoming(Link link);

    /// The population that the link stores after collision.
    default Expr outgoing(Link link, Collided node) {
        return node.sent(link);
    }

    /// New values of the remembered fields of [#fields].
    /// @param node input of the collision
    default SequencedMap<String, Expr> remember(BoundaryRule.Input input, Collision.Input node) {
        return new LinkedHashMap<>();
    }

    /// A cut link of a node.
    ///
    /// @param direction of the incoming population: from the boundary into the fluid
    /// @param raw incoming populations of the node; those of its cut links are the stored ones
    /// @param coefficient a value of [#coefficients] by its name
    record Link(BoundaryRule.Input input, int direction, List<Expr> raw, Function<String, Expr> coefficient) {
        /// The population that the link stored in the step before.
        public Expr stored() {
            return raw.get(direction);
        }

        /// The population that arrives in the outgoing direction: from the node behind, where that link is open.
        public Expr fromBehind() {
            return raw.get(lattice().opposite(direction));
        }

        public VelocitySet lattice() {
            return input.model().lattice();
        }

        public Velocity velocity() {
            return lattice().velocity(direction);
        }
    }

    /// A node after its collision.
    ///
    /// @param before input of the collision: completed populations, moments, force, rates
    /// @param after populations after the collision, shape `[q]`
    record Collided(Collision.Input before, List<Expr> after) {
        /// The population that travels toward the boundary.
        public Expr sent(Link link) {
            return after.get(link.lattice().opposite(link.direction()));
        }

        /// The population that travels into the fluid in the link's incoming direction.
        public Expr sentBack(Link link) {
            return after.get(link.direction());
        }
    }
}
