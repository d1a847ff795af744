package dev.tessera.solver;

import dev.tessera.geometry.NodeMap;
import dev.tessera.kernel.LayerObstacles;
import dev.tessera.model.BoundaryRule;
import dev.tessera.model.LinkRule;
import dev.tessera.model.VelocitySet;
import dev.tessera.model.boundary.WallScheme;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/// Whether parts of a case may have several layers of their neighbours' nodes, as far as the case says it without its
/// geometry. What only the nodes say is known when a device prepares the case ([LayerObstacles]).
public final class CaseLayerObstacles {
    private CaseLayerObstacles() {}

    /// Why the parts may have one layer only; empty where the case alone gives no reason.
    public static Optional<String> obstacle(Case theCase) {
        if (theCase.storage().state() == StateChoice.MOMENTS) {
            return Optional.of(LayerObstacles.MOMENTS);
        }
        if (theCase.model().populations().size() > 1) {
            return Optional.of(LayerObstacles.SEVERAL_POPULATIONS);
        }
        if (theCase.model().mixture().isPresent()) {
            return Optional.of(LayerObstacles.needsNeighbours("nodes of this case"));
        }
        return theCase.boundaries().entrySet().stream()
                .flatMap(entry -> obstacle(theCase.model(), entry.getKey(), entry.getValue()).stream())
                .findFirst();
    }

    /// Why the parts may have one layer only, of the case and of its nodes.
    public static Optional<String> obstacle(Case theCase, NodeMap nodes) {
        return obstacle(theCase).or(() -> LayerObstacles.obstacle(CaseKernels.of(theCase, nodes)));
    }

    /// The obstacle of a boundary that has one wherever it can be.
    private static Optional<String> obstacle(Case.Model model, String name, Boundary boundary) {
        String which = "nodes at boundaries." + name;
        Set<Need> needs = new HashSet<>();
        for (WallScheme walls : List.of(WallScheme.HALF_WAY, model.walls())) {
            for (Orientation orientation : Orientation.values()) {
                need(boundary, new Somewhere(name, orientation, walls), model.lattice())
                        .ifPresent(needs::add);
            }
        }
        if (needs.isEmpty() || needs.contains(Need.NOTHING)) {
            return Optional.empty();
        }
        return Optional.of(
                needs.contains(Need.NEIGHBOURS)
                        ? LayerObstacles.needsNeighbours(which)
                        : LayerObstacles.remembers(which));
    }

    /// What a rule needs besides the populations that stream to its node.
    private enum Need {
        NOTHING,
        /// Values that other nodes store in the same step.
        NEIGHBOURS,
        /// Values of its own node from the step before.
        MEMORY
    }

    /// Empty where the boundary is not for such a surface.
    private static Optional<Need> need(Boundary boundary, Somewhere site, VelocitySet lattice) {
        try {
            return Optional.of(need(boundary.closure(site), lattice));
        } catch (CaseException impossible) {
            return Optional.empty();
        }
    }

    private static Need need(Boundary.Closure closure, VelocitySet lattice) {
        return switch (closure) {
            case Boundary.Closure.BounceBack _, Boundary.Closure.Mirror _ -> Need.NOTHING;
            case Boundary.Closure.Nodes(BoundaryRule rule, var _) ->
                need(rule.stagesBefore(), rule.fields(lattice).stream());
            case Boundary.Closure.Links(LinkRule rule) ->
                need(
                        rule.stagesBefore(),
                        Stream.concat(
                                rule.fields(lattice).stream(),
                                lattice.velocities().stream()
                                        .filter(rule::appliesTo)
                                        .flatMap(incoming -> rule.kept(incoming).stream())));
        };
    }

    private static Need need(int stagesBefore, Stream<BoundaryRule.FieldSpec> fields) {
        if (stagesBefore > 0) {
            return Need.NEIGHBOURS;
        }
        return fields.anyMatch(BoundaryRule.FieldSpec::remembered) ? Need.MEMORY : Need.NOTHING;
    }

    private enum Orientation {
        BOX_SIDE,
        ALONG_AXIS,
        OBLIQUE
    }

    /// A surface that the geometry may have.
    private record Somewhere(String name, Orientation orientation, WallScheme walls) implements Boundary.Site {
        @Override
        public boolean isBoxSide() {
            return orientation == Orientation.BOX_SIDE;
        }

        @Override
        public boolean isAxisAligned() {
            return orientation != Orientation.OBLIQUE;
        }

        @Override
        public int axis() {
            return isBoxSide() ? 0 : -1;
        }

        @Override
        public int inward() {
            return isBoxSide() ? 1 : 0;
        }

        @Override
        public double[] normal() {
            return isAxisAligned() ? new double[] {-1, 0, 0} : new double[] {-0.8, -0.6, 0};
        }
    }
}
