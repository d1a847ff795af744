package dev.tessera.model.boundary;

import dev.tessera.expr.Expr;
import dev.tessera.model.BoundaryRule;
import dev.tessera.model.LinkRule.Link;
import dev.tessera.model.VelocitySet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;

/// A node at or near a wall whose rule reads populations of the node behind ([WallScheme#BOUZIDI_QUADRATIC]).
/// Before the collision nodes store what they received along each direction. In the next stage they store what the
/// next node in that direction received: what they sent there themselves in the step before. These are raw
/// populations: over links that are read they are those that a node sent. Values are stored without those at rest
/// ([dev.tessera.model.NonLocalRule#field]).
///
/// @param inner the rule of a boundary node, or null for a node that is bulk otherwise
/// @param layer the least number of links to a node at such a wall: 0, 1 or 2
public record NodeNearWall(@Nullable BoundaryRule inner, int layer) implements RuleAround {
    /// Before the collision.
    static final int STAGES = 2;

    /// @throws IllegalArgumentException for a node that walls do not read, or that an opening reads too
    public NodeNearWall {
        if (layer < 0 || layer > STAGES) {
            throw new IllegalArgumentException("walls read nodes in layers 0 to 2, not in layer %d".formatted(layer));
        }
        if (inner instanceof NodeBehind) {
            throw new IllegalArgumentException("both an opening and a wall read a node: %s".formatted(inner.key()));
        }
    }

    /// Of nodes that are bulk otherwise.
    public static String key(int layer) {
        return "near-wall-" + layer;
    }

    @Override
    public String key() {
        return key(layer) + (inner == null ? "" : "-" + inner.key());
    }

    @Override
    public int stagesBefore() {
        return STAGES;
    }

    @Override
    public SequencedMap<String, Expr> stored(int before, Input input, List<Expr> raw) {
        SequencedMap<String, Expr> values = new LinkedHashMap<>();
        VelocitySet lattice = input.model().lattice();
        for (int i = 1; i < lattice.size(); i++) {
            if (before == 2) {
                values.put(received(lattice, i), raw.get(i).minus(input.graph().constant(lattice.weight(i))));
            } else if (layer < STAGES) {
                values.put(passed(lattice, i), input.neighbours().value(received(lattice, i), i));
            }
        }
        return values;
    }

    /// What the node behind a link received along a direction.
    static Expr fromBehind(Link link, int direction) {
        return value(link, received(link.lattice(), direction));
    }

    /// What the node behind a link sent along its incoming direction in the step before, away from the wall.
    static Expr passedOn(Link link) {
        return value(link, passed(link.lattice(), link.incoming()));
    }

    private static Expr value(Link link, String field) {
        // both directions of a link have the same weight
        Expr atRest = link.input().graph().constant(link.lattice().weight(link.incoming()));
        return link.input().neighbours().value(field, link.incoming()).plus(atRest);
    }

    private static String received(VelocitySet lattice, int direction) {
        return "received-" + lattice.velocity(direction).letters();
    }

    private static String passed(VelocitySet lattice, int direction) {
        return "passed-" + lattice.velocity(direction).letters();
    }
}
