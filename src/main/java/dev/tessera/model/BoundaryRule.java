package dev.tessera.model;

import dev.tessera.expr.Expr;
import dev.tessera.expr.ExprGraph;
import dev.tessera.expr.Rational;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.function.Function;

/// Completes the populations of a node whose links are cut, as equations that are fused between streaming and
/// collision.
///
/// The raw incoming population of a cut link is the one that the node sent into it one step before (bounce-back); a
/// rule replaces it by that of the boundary condition. Per-node data (target velocity, link kinds …) are fields.
public interface BoundaryRule {
    String key();

    /// The guaranteed order of accuracy on an axis plane: the error of the velocity in a steady flow falls
    /// at least as fast as the spacing to this power. 0: the rule contradicts a developed flow, whose mass
    /// and pressure change for ever.
    int order();

    /// The order of isotropy that the rule's equations need, see [VelocitySet#isotropy].
    default int leastIsotropy() {
        return 4;
    }

    /// The per-node values that the rule reads, in a fixed order; `remembered` ones are also rewritten every
    /// step.
    List<FieldSpec> fields(VelocitySet lattice);

    /// Those of [#fields] that the host writes once, and that are zero except at nodes where the link of an
    /// (incoming) direction is cut, with that direction.
    default SequencedMap<String, CutLinkField> cutLinkFields(VelocitySet lattice) {
        return Collections.emptyNavigableMap();
    }

    /// A field that is zero except where the link of a direction is cut.
    /// @param direction incoming
    /// @param isPart whether its values are those of [Given.PartOfLink]
    record CutLinkField(int direction, boolean isPart) {}

    /// Completed populations for the collision, shape `[q]`.
    /// @param raw incoming populations: streamed along open links, the node's own outgoing one along cut links
    List<Expr> complete(Input input, List<Expr> raw);

    /// The populations that the node writes after its collision, shape `[q]`; most rules do not change them.
    ///
    /// A node reads from a cut link, one step later, what it wrote for the outgoing direction. So a rule that
    /// needs only populations of its own node, before and after collision, writes the completed population of
    /// the next step there, and stores nothing else.
    /// @param node input of the collision: completed populations, their moments (as imposed), rates
    /// @param relaxed populations after the collision
    default List<Expr> send(Input input, Collision.Input node, List<Expr> relaxed) {
        return relaxed;
    }

    /// The part of the mass added by [#complete] that belongs to walls, not to openings: the sum over
    /// directions.
    /// @param raw as for [#complete]
    default Expr throughWalls(Input input, List<Expr> raw) {
        return input.graph().constant(0);
    }

    /// Whether openings of the node add mass by [#send].
    default boolean addsBySending() {
        return false;
    }

    /// The mass that openings add by [#send]: the sum over directions.
    /// @param node as for [#send]
    /// @param relaxed as for [#send]
    default Expr addedBySending(Input input, Collision.Input node, List<Expr> relaxed) {
        return input.graph().constant(0);
    }

    /// The part of an incoming population that belongs to the fluid: less than 1 where a side in which the flow is
    /// mirrored passes through the node.
    default Rational share(Velocity incoming) {
        return Rational.ONE;
    }

    /// The momentum that the node passes in a step to walls at their distances, one component per dimension:
    /// over each of their links the population that left and the one that came in, without their values at rest
    /// (pressure is gauge).
    /// @param node as for [#send]
    /// @param relaxed as for [#send]
    default List<Expr> onWalls(Input input, Collision.Input node, List<Expr> relaxed) {
        return Collections.nCopies(node.lattice().dimensions(), input.graph().constant(0));
    }

    /// New values of the remembered fields; most rules have none.
    /// @param node input of the collision: completed populations, their moments (as imposed), rates
    /// @param relaxed populations after the collision, as for [#send]
    default SequencedMap<String, Expr> remember(Input input, Collision.Input node, List<Expr> relaxed) {
        return new LinkedHashMap<>();
    }

    /// The density and velocity for the collision in place of the node's own; most rules do not change them.
    /// @param own moments of the completed populations
    default Moments imposed(Input input, Moments own) {
        return own;
    }

    /// The relaxation rate for the collision at the node in place of the kernel's parameter; most rules do not
    /// change it.
    /// @param name a rate of the model's collision, such as `omega`
    default Expr rate(Input input, String name, Expr parameter) {
        return parameter;
    }

    /// The number of stages before the collision in which nodes store values that the rule needs; 0 for rules
    /// that read no other nodes.
    default int stagesBefore() {
        return 0;
    }

    /// The values that the node stores for its neighbours in a stage before the collision, by the names of
    /// stored fields.
    /// @param before the number of stages between it and the collision, less one: 1 … [#stagesBefore]
    /// @param raw as for [#complete]
    default SequencedMap<String, Expr> stored(int before, Input input, List<Expr> raw) {
        return new LinkedHashMap<>();
    }

    /// @param field a field of [#fields] by its name
    /// @param force the body force at the node, one component per dimension, or empty where there is none
    /// @param neighbours fields that other nodes have stored before
    record Input(
            ExprGraph graph, FluidModel model, Function<String, Expr> field, List<Expr> force, Neighbours neighbours) {
        public Input {
            force = List.copyOf(force);
        }

        /// Without neighbours.
        public Input(ExprGraph graph, FluidModel model, Function<String, Expr> field, List<Expr> force) {
            this(graph, model, field, force, Neighbours.NONE);
        }

        /// Without a body force and neighbours.
        public Input(ExprGraph graph, FluidModel model, Function<String, Expr> field) {
            this(graph, model, field, List.of());
        }
    }

    /// Stored fields at the neighbours of a node.
    @FunctionalInterface
    interface Neighbours {
        Neighbours NONE = (field, direction) -> {
            throw new IllegalStateException("the node reads no field %s of its neighbours".formatted(field));
        };

        /// @param direction of the lattice, from the node to its neighbour
        Expr value(String field, int direction);
    }

    /// @param name unique within the rule, such as `velocity-x` or `kind-pzm`
    /// @param given what it holds
    record FieldSpec(String name, Given given) {
        /// Whether the kernel writes it back each step.
        public boolean remembered() {
            return given instanceof Given.Remembered;
        }
    }
}
