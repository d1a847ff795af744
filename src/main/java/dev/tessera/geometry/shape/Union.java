package dev.tessera.geometry.shape;

import java.util.ArrayList;
import java.util.List;

/// All that is in at least one of several shapes. A line is tested only against parts whose bounds it meets.
public final class Union implements Shape {
    private final List<Shape> parts;
    private final Bounds bounds;
    private final BoundsTree tree;

    private Union(List<Shape> parts) {
        this.parts = List.copyOf(parts);
        List<Bounds> each = parts.stream().map(Shape::bounds).toList();
        this.bounds = each.stream().reduce(Bounds::or).orElseThrow();
        this.tree = new BoundsTree(each);
    }

    /// @throws IllegalArgumentException where there is no part
    public static Shape of(List<Shape> parts) {
        if (parts.isEmpty()) {
            throw new IllegalArgumentException("a union of no shapes");
        }
        List<Shape> flat = new ArrayList<>();
        for (Shape part : parts) {
            flat.addAll(part.parts());
        }
        return flat.size() == 1 ? flat.getFirst() : new Union(flat);
    }

    public static Shape of(Shape... parts) {
        return of(List.of(parts));
    }

    @Override
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
        for (int part : tree.meeting(line, Math.abs(growM), from, to)) {
            spans = spans.or(parts.get(part).within(line, growM, from, to));
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
        return bounds;
    }

    @Override
    public String toString() {
        return parts.size() <= 4 ? "Union" + parts : "Union[%d shapes]".formatted(parts.size());
    }
}
