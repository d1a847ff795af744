package dev.tessera.geometry.shape;

import dev.tessera.geometry.GeometryException;
import dev.tessera.geometry.Vec;
import dev.tessera.units.QuantityKind;
import dev.tessera.units.QuantityText;
import java.util.ArrayList;
import java.util.List;

/// A shape and its images along periodic axes. Axes along which the shape is infinite are not repeated.
final class Repeated {
    /// So many images in total, and so many per part, are accepted: more take minutes or do not fit in memory.
    private static final long IMAGES = 10_000;
    private static final long IMAGES_PER_PART = 100;
    /// A part farther from the box than so many of its longest edges is refused.
    private static final double FARTHEST_EDGES = 10;

    private Repeated() {}

    /// @param name of the shape, for messages
    /// @param within where the images are needed
    /// @param periodM period per axis, 0 where the axis is not periodic, `[3]`
    /// @throws GeometryException where a part is so large or so far away that its unit is probably wrong
    static Shape of(String name, Shape shape, Bounds within, double[] periodM) {
        if (shape instanceof Named(Shape inner, String _)) {
            require(name, inner, within, periodM); // names the part
        }
        require(name, shape, within, periodM);
        List<Shape> images = new ArrayList<>();
        for (Shape part : shape.parts()) {
            int[] low = new int[3];
            int[] high = new int[3];
            for (int axis = 0; axis < 3; axis++) {
                if (repeats(part.bounds(), periodM, axis)) {
                    low[axis] = (int) first(part.bounds(), within, periodM, axis);
                    high[axis] = (int) last(part.bounds(), within, periodM, axis);
                }
            }
            for (int k = low[2]; k <= high[2]; k++) {
                for (int j = low[1]; j <= high[1]; j++) {
                    for (int i = low[0]; i <= high[0]; i++) {
                        Vec by = new Vec(i * periodM[0], j * periodM[1], k * periodM[2]);
                        images.add(by.equals(Vec.ZERO) ? part : new Moved(part, by));
                    }
                }
            }
        }
        return images.isEmpty() ? shape : Union.of(images);
    }

    private static boolean repeats(Bounds bounds, double[] periodM, int axis) {
        return periodM[axis] > 0
                && !Double.isInfinite(bounds.min().along(axis))
                && !Double.isInfinite(bounds.max().along(axis));
    }

    /// The number of the lowest image that is needed along an axis; a whole number.
    private static double first(Bounds bounds, Bounds within, double[] periodM, int axis) {
        return Math.ceil((within.min().along(axis) - bounds.max().along(axis)) / periodM[axis]);
    }

    private static double last(Bounds bounds, Bounds within, double[] periodM, int axis) {
        return Math.floor((within.max().along(axis) - bounds.min().along(axis)) / periodM[axis]);
    }

    private static void require(String name, Shape shape, Bounds within, double[] periodM) {
        double total = 0;
        int most = 0;
        List<Shape> parts = shape.parts();
        for (int part = 0; part < parts.size(); part++) {
            Bounds bounds = parts.get(part).bounds();
            requireNear(name, shape, part, within, periodM);
            total += images(bounds, within, periodM);
            if (images(bounds, within, periodM) > images(parts.get(most).bounds(), within, periodM)) {
                most = part;
            }
        }
        if (total > IMAGES + IMAGES_PER_PART * parts.size()) {
            Bounds bounds = parts.get(most).bounds();
            int widest = 0;
            for (int axis = 1; axis < 3; axis++) {
                if (images(bounds, within, periodM, axis) > images(bounds, within, periodM, widest)) {
                    widest = axis;
                }
            }
            String wide = "too wide: periodic sides repeat it too often";
            throw wrong(name, shape, most, within, periodM[widest], widest, wide);
        }
    }

    private static double images(Bounds bounds, Bounds within, double[] periodM) {
        double images = 1;
        for (int axis = 0; axis < 3; axis++) {
            images *= images(bounds, within, periodM, axis);
        }
        return images;
    }

    private static double images(Bounds bounds, Bounds within, double[] periodM, int axis) {
        return repeats(bounds, periodM, axis)
                ? Math.max(0, last(bounds, within, periodM, axis) - first(bounds, within, periodM, axis) + 1)
                : 1;
    }

    private static void requireNear(String name, Shape shape, int part, Bounds within, double[] periodM) {
        double longest = 0;
        for (int axis = 0; axis < 3; axis++) {
            double edge = within.max().along(axis) - within.min().along(axis);
            longest = Double.isInfinite(edge) ? longest : Math.max(longest, edge);
        }
        Bounds bounds = shape.parts().get(part).bounds();
        for (int axis = 0; axis < 3; axis++) {
            double gap = Math.max(
                    bounds.min().along(axis) - within.max().along(axis),
                    within.min().along(axis) - bounds.max().along(axis));
            if (repeats(bounds, periodM, axis) && gap > FARTHEST_EDGES * longest) {
                String far = "more than %.0f box lengths away".formatted(FARTHEST_EDGES);
                throw wrong(name, shape, part, within, periodM[axis], axis, far);
            }
        }
    }

    private static GeometryException wrong(
            String name, Shape shape, int part, Bounds within, double periodM, int axis, String what) {
        Bounds bounds = shape.parts().get(part).bounds();
        double middle = (within.min().along(axis) + within.max().along(axis)) / 2;
        return new GeometryException(
                ("%s of %s is %s. It reaches from %s to %s along %c, the periodic box from %s to %s; the units are"
                                + " probably wrong: check them, or move or shrink it")
                        .formatted(
                                shape.partWords(part),
                                name,
                                what,
                                QuantityText.about(bounds.min().along(axis), QuantityKind.LENGTH),
                                QuantityText.about(bounds.max().along(axis), QuantityKind.LENGTH),
                                "xyz".charAt(axis),
                                QuantityText.about(middle - periodM / 2, QuantityKind.LENGTH),
                                QuantityText.about(middle + periodM / 2, QuantityKind.LENGTH)));
    }

    /// A shape somewhere else.
    record Moved(Shape shape, Vec by) implements Shape {
        @Override
        public Spans along(Line line, double growM) {
            return shape.along(line.moved(-by.x(), -by.y(), -by.z()), growM);
        }

        @Override
        public Spans within(Line line, double growM, double from, double to) {
            return shape.within(line.moved(-by.x(), -by.y(), -by.z()), growM, from, to);
        }

        @Override
        public Shape near(Bounds region) {
            Bounds back = new Bounds(region.min().minus(by), region.max().minus(by));
            return new Moved(shape.near(back), by);
        }

        @Override
        public List<String> surfaceNames() {
            return shape.surfaceNames();
        }

        @Override
        public Bounds bounds() {
            Bounds bounds = shape.bounds();
            return new Bounds(bounds.min().plus(by), bounds.max().plus(by));
        }
    }
}
