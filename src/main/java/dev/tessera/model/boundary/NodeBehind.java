package dev.tessera.model.boundary;

import dev.tessera.expr.Expr;
import dev.tessera.model.BoundaryRule;
import dev.tessera.model.ReadsBehind;
import dev.tessera.model.VelocitySet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;

/// A node behind an opening whose rule reads it: it stores its values before the collision, and is otherwise a node
/// of the bulk or of an inner rule.
///
/// @param inner the rule of a boundary node, or null for a node that is bulk otherwise
/// @param opening the rule that reads the node
/// @param distance from the node at the opening, in spacings
public record NodeBehind(@Nullable BoundaryRule inner, ReadsBehind opening, int distance) implements RuleAround {
    /// @throws IllegalArgumentException for a node that the rule does not read, or that needs other nodes
    ///        itself
    public NodeBehind {
        if (distance < 1 || distance > opening.depth()) {
            throw new IllegalArgumentException("rule %s reads nodes at 1 to %d spacings, not at %d"
                    .formatted(opening.key(), opening.depth(), distance));
        }
        if (inner != null && inner.stagesBefore() > 0) {
            throw new IllegalArgumentException(
                    "a node behind an opening with rule %s needs other nodes itself, by rule %s"
                            .formatted(opening.key(), inner.key()));
        }
    }

    @Override
    public String key() {
        return "behind-%d-%s%s".formatted(distance, opening.key(), inner == null ? "" : "-" + inner.key());
    }

    @Override
    public int stagesBefore() {
        return opening.depth();
    }

    @Override
    public SequencedMap<String, Expr> stored(int before, Input input, List<Expr> raw) {
        SequencedMap<String, Expr> values = new LinkedHashMap<>();
        VelocitySet lattice = input.model().lattice();
        var node = new ReadsBehind.Passing(input, distance, complete(input, raw));
        for (int i = 0; before == distance && i < lattice.size(); i++) {
            if (opening.needs(lattice.velocity(i))) {
                String field = opening.field(lattice, i);
                Expr farther = distance == opening.depth() ? null : opening.passed(input, i);
                Expr atRest = input.graph().constant(lattice.weight(i));
                values.put(field, opening.pass(node, i, farther).minus(atRest));
            }
        }
        return values;
    }
}
