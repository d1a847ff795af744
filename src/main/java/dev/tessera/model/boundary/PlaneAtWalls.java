package dev.tessera.model.boundary;

import dev.tessera.expr.Expr;
import dev.tessera.expr.Rational;
import dev.tessera.model.BoundaryRule;
import dev.tessera.model.Collision;
import dev.tessera.model.Moments;
import dev.tessera.model.Velocity;
import dev.tessera.model.VelocitySet;
import java.util.ArrayList;
import java.util.List;
import java.util.SequencedMap;

/// A node of a plane rule, such as an inlet by [ZouHe], that also has links to walls with rules of their own, at
/// the edge of the plane: the walls complete their links first, as resting half-way walls do by bounce-back, then
/// the plane completes all populations that are incoming over it.
///
/// @param plane completes the node
/// @param walls the rules of the links to walls, on the plane ([LinkNode#onPlane])
public record PlaneAtWalls(BoundaryRule plane, LinkNode walls) implements BoundaryRule {
    @Override
    public String key() {
        return plane.key() + "-" + walls.key();
    }

    @Override
    public int order() {
        return Math.min(plane.order(), walls.order());
    }

    @Override
    public int stagesBefore() {
        return Math.max(plane.stagesBefore(), walls.stagesBefore());
    }

    /// @throws IllegalArgumentException where both have a field of one name
    @Override
    public List<FieldSpec> fields(VelocitySet lattice) {
        List<FieldSpec> fields = new ArrayList<>(plane.fields(lattice));
        fields.addAll(walls.fields(lattice));
        List<String> names = fields.stream().map(FieldSpec::name).toList();
        if (names.stream().distinct().count() < names.size()) {
            throw new IllegalArgumentException("%s and %s have a field of one name among %s; rename it"
                    .formatted(plane.key(), walls.key(), names));
        }
        return fields;
    }

    @Override
    public List<Expr> complete(Input input, List<Expr> raw) {
        return plane.complete(input, walls.complete(input, raw));
    }

    @Override
    public Expr throughWalls(Input input, List<Expr> raw) {
        return walls.throughWalls(input, raw);
    }

    @Override
    public List<Expr> send(Input input, Collision.Input node, List<Expr> relaxed) {
        return plane.send(input, node, walls.send(input, node, relaxed));
    }

    @Override
    public Rational share(Velocity incoming) {
        return walls.share(incoming);
    }

    @Override
    public List<Expr> onWalls(Input input, Collision.Input node, List<Expr> relaxed) {
        return walls.onWalls(input, node, relaxed);
    }

    @Override
    public SequencedMap<String, Expr> remember(Input input, Collision.Input node, List<Expr> relaxed) {
        SequencedMap<String, Expr> remembered = walls.remember(input, node, relaxed);
        remembered.putAll(plane.remember(input, node, relaxed));
        return remembered;
    }

    @Override
    public Moments imposed(Input input, Moments own) {
        return plane.imposed(input, own);
    }

    @Override
    public Expr rate(Input input, String name, Expr parameter) {
        return plane.rate(input, name, parameter);
    }
}
