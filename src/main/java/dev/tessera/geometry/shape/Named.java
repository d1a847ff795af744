package dev.tessera.geometry.shape;

import java.util.List;
import java.util.stream.Stream;

/// A shape whose surface has a name, which boundaries and forces use.
public record Named(Shape shape, String name) implements Shape {
    @Override
    public Spans along(Line line, double growM) {
        return shape.along(line, growM).named(name);
    }

    @Override
    public Spans within(Line line, double growM, double from, double to) {
        return shape.within(line, growM, from, to).named(name);
    }

    @Override
    public Shape near(Bounds region) {
        return new Named(shape.near(region), name);
    }

    @Override
    public List<String> surfaceNames() {
        return Stream.concat(shape.surfaceNames().stream(), Stream.of(name)).toList();
    }

    @Override
    public Bounds bounds() {
        return shape.bounds();
    }
}
