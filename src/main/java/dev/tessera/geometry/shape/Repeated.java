package dev.tessera.geometry.shape;

import dev.tessera.geometry.Vec;
import java.util.ArrayList;
import java.util.List;

/// A shape and its images along periodic axes. Axes along which the shape is infinite are not repeated.
final class Repeated {
    private Repeated() {}

    /// @param within where the images are needed
    /// @param periodM period per axis, 0 where the axis is not periodic, `[3]`
    static Shape of(Shape shape, Bounds within, double[] periodM) {
        List<Shape> images = new ArrayList<>();
        for (Shape part : shape.parts()) {
            int[] low = new int[3];
            int[] high = new int[3];
            range(part.bounds(), within, periodM, low, high);
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

    private static void range(Bounds bounds, Bounds within, double[] periodM, int[] low, int[] high) {
        for (int axis = 0; axis < 3; axis++) {
            double min = bounds.min().along(axis);
            double max = bounds.max().along(axis);
            if (periodM[axis] > 0 && !Double.isInfinite(min) && !Double.isInfinite(max)) {
                low[axis] = (int) Math.ceil((within.min().along(axis) - max) / periodM[axis]);
                high[axis] = (int) Math.floor((within.max().along(axis) - min) / periodM[axis]);
            }
        }
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
