package dev.tessera.model.boundary;

import dev.tessera.expr.Expr;
import dev.tessera.expr.Rational;
import dev.tessera.model.BoundaryRule;
import dev.tessera.model.Collision;
import dev.tessera.model.Moments;
import dev.tessera.model.Velocity;
import dev.tessera.model.VelocitySet;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;

/// A node of a plane rule, such as an inlet by [ZouHe], that also has links with rules of their own, to walls or to
/// openings, at the edge of the plane: these complete their links first, as resting half-way walls do by bounce-back,
/// then the plane completes all populations that are incoming over it. The plane may be several ([WetEdge]).
///
/// A field of the links whose name the plane has, too, is stored as `link-NAME`.
///
/// @param plane completes the node
/// @param walls the rules of the other links, on the plane ([LinkNode#onPlane])
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

    @Override
    public List<FieldSpec> fields(VelocitySet lattice) {
        List<FieldSpec> fields = new ArrayList<>(plane.fields(lattice));
        for (FieldSpec field : walls.fields(lattice)) {
            fields.add(new FieldSpec(ofLinks(lattice, field.name()), field.given()));
        }
        return fields;
    }

    /// The node's field for one of the rules of links.
    /// @param name that they use
    public String ofLinks(VelocitySet lattice, String name) {
        return plane.fields(lattice).stream().anyMatch(field -> field.name().equals(name)) ? "link-" + name : name;
    }

    private Input ofLinks(Input input) {
        VelocitySet lattice = input.model().lattice();
        return new Input(
                input.graph(),
                input.model(),
                name -> input.field().apply(ofLinks(lattice, name)),
                input.force(),
                input.neighbours());
    }

    @Override
    public List<Expr> complete(Input input, List<Expr> raw) {
        return plane.complete(input, walls.complete(ofLinks(input), raw));
    }

    @Override
    public Expr throughWalls(Input input, List<Expr> raw) {
        return walls.throughWalls(ofLinks(input), raw);
    }

    @Override
    public List<Expr> send(Input input, Collision.Input node, List<Expr> relaxed) {
        return plane.send(input, node, walls.send(ofLinks(input), node, relaxed));
    }

    /// No rule of a plane adds mass by what it sends.
    @Override
    public boolean addsBySending() {
        return walls.addsBySending();
    }

    @Override
    public Expr addedBySending(Input input, Collision.Input node, List<Expr> relaxed) {
        return walls.addedBySending(ofLinks(input), node, relaxed);
    }

    @Override
    public Rational share(Velocity incoming) {
        return walls.share(incoming);
    }

    @Override
    public List<Expr> onWalls(Input input, Collision.Input node, List<Expr> relaxed) {
        return walls.onWalls(ofLinks(input), node, relaxed);
    }

    @Override
    public SequencedMap<String, Expr> remember(Input input, Collision.Input node, List<Expr> relaxed) {
        SequencedMap<String, Expr> remembered = new LinkedHashMap<>();
        walls.remember(ofLinks(input), node, relaxed)
                .forEach((name, value) -> remembered.put(ofLinks(node.lattice(), name), value));
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
