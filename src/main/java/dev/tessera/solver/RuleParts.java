package dev.tessera.solver;

import dev.tessera.model.BoundaryRule;
import dev.tessera.model.LinkRule;
import dev.tessera.model.ReadsBehind;
import dev.tessera.model.boundary.LinkNode;
import dev.tessera.model.boundary.Mirrored;
import dev.tessera.model.boundary.PlaneAtWalls;
import dev.tessera.model.boundary.TammMottSmith;
import java.util.List;
import java.util.stream.Stream;
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
            case TammMottSmith walls -> walls.links().rules();
            case null, default -> List.of();
        };
    }

    /// The rules of the node that read nodes behind an opening.
    static List<ReadsBehind> readingBehind(@Nullable BoundaryRule rule) {
        BoundaryRule bare = switch (rule) {
            case Mirrored mirrored -> mirrored.inner();
            case TammMottSmith walls -> walls.links();
            case null, default -> rule;
        };
        BoundaryRule whole = bare instanceof PlaneAtWalls edge ? edge.plane() : bare;
        return Stream.concat(Stream.ofNullable(whole), ofLinks(rule).stream())
                .filter(ReadsBehind.class::isInstance)
                .map(ReadsBehind.class::cast)
                .toList();
    }
}
