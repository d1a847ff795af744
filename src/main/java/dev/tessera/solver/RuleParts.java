package dev.tessera.solver;

import dev.tessera.model.BoundaryRule;
import dev.tessera.model.LinkRule;
import dev.tessera.model.boundary.LinkNode;
import dev.tessera.model.boundary.Mirrored;
import dev.tessera.model.boundary.PlaneAtWalls;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What the rule of a node consists of.
final class RuleParts {
    private RuleParts() {}

    /// The rules of the node's links.
    static List<LinkRule> ofLinks(@Nullable BoundaryRule rule) {
        return switch (rule) {
            case LinkNode node -> node.rules();
            case PlaneAtWalls edge -> edge.walls().rules();
            case Mirrored mirrored -> ofLinks(mirrored.inner());
            case null, default -> List.of();
        };
    }
}
