package dev.tessera.geometry.shape;

import java.util.List;

/// A body in space, metres. It is defined by the parts of straight lines inside it: these suffice to fill rows of
/// nodes, to measure the distance to its surface along any link, and to combine bodies, all without approximation.
public interface Shape {
    /// The parts of a line inside this shape.
    /// @param growM metres by which the surface is moved outward (inward where negative), as far as the shape
    ///        supports this exactly; tiny values make nodes on a surface count as wall
    Spans along(Line line, double growM);

    /// The same for the part of the line from `from` to `to`; the result for the rest may be wrong. This is
    /// faster for shapes of many parts.
    default Spans within(Line line, double growM, double from, double to) {
        return along(line, growM);
    }

    /// A shape whose [#within] equals that of this one for all parts of lines in a region, and is faster where
    /// only some of many parts reach into it.
    default Shape near(Bounds region) {
        return this;
    }

    /// A box that holds the shape.
    Bounds bounds();

    /// The shapes whose union this shape is; itself where it is none.
    default List<Shape> parts() {
        return List.of(this);
    }

    /// Names one of its [#parts] in messages, with the place where it was given where that is known.
    default String partWords(int part) {
        return parts().size() == 1 ? "the shape" : "part %d".formatted(part + 1);
    }

    /// The names of parts of its surface, in a fixed order, each once or more.
    default List<String> surfaceNames() {
        return List.of();
    }

    /// This shape, its surface called `name` where it has no name of its own.
    default Shape named(String name) {
        return new Named(this, name);
    }

    default Shape or(Shape other) {
        return Union.of(this, other);
    }

    default Shape and(Shape other) {
        return new Intersection(this, other);
    }

    default Shape minus(Shape other) {
        return new Difference(this, other);
    }
}
