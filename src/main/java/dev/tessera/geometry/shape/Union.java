package dev.tessera.geometry.shape;

import dev.tessera.geometry.Vec;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/// The points in at least one of several shapes. A line is tested only against parts whose bounds it meets.
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
    public Shape near(Bounds region) {
        int[] found = tree.overlapping(region);
        Shape[] these = new Shape[found.length];
        for (int i = 0; i < found.length; i++) {
            these[i] = parts.get(found[i]).near(region);
        }
        return new Few(these, tree.boxes(found));
    }

    /// The parts that reach into a region, in the order of the union.
    ///
    /// @param boxes of their bounds, `[6 * part]`
    private record Few(Shape[] few, double[] boxes) implements Shape {
        @Override
        public Spans along(Line line, double growM) {
            return within(line, growM, Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY);
        }

        @Override
        public Spans within(Line line, double growM, double from, double to) {
            Spans spans = Spans.EMPTY;
            for (int i = 0; i < few.length; i++) {
                if (BoundsTree.meets(boxes, i, line, Math.abs(growM), from, to)) {
                    spans = spans.or(few[i].within(line, growM, from, to));
                }
            }
            return spans;
        }

        @Override
        public Bounds bounds() {
            return Stream.of(few).map(Shape::bounds).reduce(Bounds::or).orElse(Bounds.around(Vec.ZERO, 0));
        }
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
