package dev.tessera.geometry.shape;

import java.util.List;

/// A body in space, metres. Known by the parts of straight lines that lie inside it: that is enough to fill
/// rows of nodes, to measure the distance to its surface along any link, and to combine bodies, all without
/// approximation.
public interface Shape {
    /// The parts of a line inside this shape.
    /// @param growM metres by which the surface is moved outward (inward where negative) as far as the shape
    ///        can do so exactly; used with tiny values so that nodes that lie on a surface count as wall
    Spans along(Line line, double growM);

    /// The same as far as the part of the line from `from` to `to` is concerned; what it says of the
    /// rest may be wrong. Shapes of many parts answer this faster.
    default Spans within(Line line, double growM, double from, double to) {
        return along(line, growM);
    }

    /// A shape that answers [#within] exactly as this one for all parts of lines that lie in a region, and faster where
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

    /// The names that parts of its surface carry, in a fixed order, each once or more.
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
