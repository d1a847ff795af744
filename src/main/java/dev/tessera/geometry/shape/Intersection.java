package dev.tessera.geometry.shape;

import java.util.List;
import java.util.stream.Stream;

/// The points that are in both shapes.
public record Intersection(Shape first, Shape second) implements Shape {
    @Override
    public Spans along(Line line, double growM) {
        return within(line, growM, Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY);
    }

    @Override
    public Spans within(Line line, double growM, double from, double to) {
        Spans spans = first.within(line, growM, from, to);
        return spans == Spans.EMPTY ? spans : spans.and(second.within(line, growM, from, to));
    }

    @Override
    public Shape near(Bounds region) {
        return new Intersection(first.near(region), second.near(region));
    }

    @Override
    public List<String> surfaceNames() {
        return Stream.concat(first.surfaceNames().stream(), second.surfaceNames().stream())
                .toList();
    }

    @Override
    public Bounds bounds() {
        return first.bounds().and(second.bounds());
    }
}
