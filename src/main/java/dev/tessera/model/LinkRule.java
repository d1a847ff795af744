package dev.tessera.model;

import dev.tessera.expr.Expr;
import dev.tessera.model.BoundaryRule.FieldSpec;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.function.Function;

/// The closure of one cut link, as equations: which population comes back over it. A node combines the rules of its
/// links one by one (`model.boundary.LinkNode`), so that walls and openings of any kind may meet at a node.
///
/// A cut link belongs to its node alone: the node reads in the next step what it wrote for the outgoing direction.
/// Half-way bounce-back changes nothing before or after the collision. A rule that needs populations of one step
/// before and after its collision writes the completed population of the next step in [#send]; one that needs the
/// outgoing population of the second node behind the link reads it in [#complete] as `raw[link.outgoing()]`.
///
/// Rules read coefficients that the host computes per link (from distances, normals, imposed values) and fields of
/// the node, which the rules of its links share by name.
public interface LinkRule {
    String key();

    /// The guaranteed order of accuracy, see [BoundaryRule#order].
    int order();

    /// The order of isotropy that the equations need, see [BoundaryRule#leastIsotropy].
    default int leastIsotropy() {
        return 4;
    }

    /// Whether the rule is half-way bounce-back where all its coefficients are zero. One such rule per class of
    /// nodes applies to all links and needs no selection.
    boolean isNeutral();

    /// Whether the rule is for links of a direction; others stay half-way bounce-back.
    default boolean appliesTo(Velocity incoming) {
        return true;
    }

    /// What a wall adds to the mass of the node over a link.
    default Expr leak(Link link, List<Expr> raw) {
        return complete(link, raw).minus(raw.get(link.incoming()));
    }

    /// Whether the rule is that of a wall: what it adds to the node's mass is counted as a leak, not as inflow.
    default boolean isWall() {
        return false;
    }

    /// Whether the rule is that of an opening whose flow enters by [#send]: what it writes there is not what the node
    /// sends, so that a part of its mass is exchanged before [#complete].
    default boolean addsBySending() {
        return false;
    }

    /// What a link passes to a wall whose force the rule counts: `both`, or 0 where the link is open or not cut
    /// by such a wall.
    /// @param both the momentum of the outgoing and the incoming population along the link
    default Expr passed(Link link, Expr both) {
        return link.input().graph().constant(0);
    }

    /// The number of stages before the collision in which other nodes store values that the rule reads, see
    /// [BoundaryRule#stagesBefore].
    default int stagesBefore() {
        return 0;
    }

    /// The values of one link, in a fixed order; none is remembered.
    List<FieldSpec> coefficients();

    /// The values of the node; equal names in two rules mean the same value.
    default List<FieldSpec> fields(VelocitySet lattice) {
        return List.of();
    }

    /// The completed incoming population, before collision.
    /// @param raw incoming populations of the node, `[q]`; over cut links its own outgoing ones of the step
    ///        before
    Expr complete(Link link, List<Expr> raw);

    /// The population that the node writes for the outgoing direction, after collision.
    /// @param node input of the collision: completed populations, their moments, rates
    /// @param relaxed populations after the collision, `[q]`
    default Expr send(Link link, Collision.Input node, List<Expr> relaxed) {
        return relaxed.get(link.outgoing());
    }

    /// New values of the remembered fields of [#fields].
    /// @param node input of the collision
    default SequencedMap<String, Expr> remember(BoundaryRule.Input input, Collision.Input node) {
        return new LinkedHashMap<>();
    }

    /// A remembered value of each link that the rule completes.
    /// @param incoming a direction
    default Optional<FieldSpec> kept(Velocity incoming) {
        return Optional.empty();
    }

    /// The new value of [#kept].
    /// @param relaxed populations after the collision, `[q]`
    default Expr keep(Link link, List<Expr> relaxed) {
        throw new IllegalStateException("link rule %s keeps nothing of a link".formatted(key()));
    }

    /// A cut link of a node.
    ///
    /// @param incoming the direction from the boundary into the fluid
    /// @param coefficient a value of [#coefficients] by its name
    record Link(BoundaryRule.Input input, int incoming, Function<String, Expr> coefficient) {
        /// The direction from the fluid to the boundary.
        public int outgoing() {
            return lattice().opposite(incoming);
        }

        public VelocitySet lattice() {
            return input.model().lattice();
        }
    }
}
