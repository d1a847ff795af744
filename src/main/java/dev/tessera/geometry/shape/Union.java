package dev.tessera.geometry.shape;

import java.util.ArrayList;
import java.util.List;

/// All that is in at least one of several shapes.
public final class Union implements Shape {
    private final List<Shape> parts;
    private final List<Bounds> bounds;
    private final Bounds all;

    private Union(List<Shape> parts) {
        this.parts = List.copyOf(parts);
        this.bounds = parts.stream().map(Shape::bounds).toList();
        this.all = bounds.stream().reduce(Bounds::or).orElseThrow();
    }

    /// @throws IllegalArgumentException where there is no part
    public static Shape of(List<Shape> parts) {
        if (parts.isEmpty()) {
            throw new IllegalArgumentException("a union of no shapes");
        }
        List<Shape> flat = new ArrayList<>();
        for (Shape part : parts) {
            if (part instanceof Union union) {
                flat.addAll(union.parts);
            } else {
                flat.add(part);
            }
        }
        return flat.size() == 1 ? flat.getFirst() : new Union(flat);
    }

    public static Shape of(Shape... parts) {
        return of(List.of(parts));
    }

    public List<Shape> parts() {
        return parts;
    }

    @Override
    public Spans along(Line line, double growM) {
        return within(line, growM, Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY);
    }

    @Override
    public Spans within(Line line, double growM, double from, double to) {
        Spans spans = Spans.EMPTY;
        double slack = Math.abs(growM);
        for (int i = 0; i < parts.size(); i++) {
            if (bounds.get(i).grown(slack).meets(line, from, to)) {
                spans = spans.or(parts.get(i).within(line, growM, from, to));
            }
        }
        return spans;
    }

    @Override
    public List<String> surfaceNames() {
        return parts.stream()
                .flatMap(part -> part.surfaceNames().stream())
                .distinct()
                .toList();
    }

    @Override
    public Bounds bounds() {
        return all;
    }

    @Override
    public String toString() {
        return parts.size() <= 4 ? "Union" + parts : "Union[%d shapes]".formatted(parts.size());
    }
}
