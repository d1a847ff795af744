package dev.tessera.output;

import dev.tessera.geometry.ParallelLoop;
import dev.tessera.solver.OutputChoice.View;
import dev.tessera.solver.Snapshot;
import dev.tessera.solver.field.ResultField;
import java.awt.image.BufferedImage;
import java.util.concurrent.ForkJoinPool;

/// Pictures of nodes: a slice, or the largest value along an axis. Solid is light grey; fluid without a value (wall
/// shear stress away from walls) is white. Between nodes colours are interpolated, unless nodes are many pixels
/// wide.
final class SlicePanels implements Panel.Series {
    private static final int WANTED_PIXELS = 800;
    private static final int ROWS_PER_TASK = 16;
    private static final int SMOOTH_UP_TO_PIXELS_PER_NODE = 12;
    static final int SOLID = 0xdcdcdc;
    static final int NO_VALUE = 0xffffff;
    private static final String AXES = "xyz";

    private final ResultField field;
    private final int axis;
    private final double position;
    private final boolean maximum;
    private final ForkJoinPool workers;

    private SlicePanels(ResultField field, int axis, double position, boolean maximum, ForkJoinPool workers) {
        this.field = field;
        this.axis = axis;
        this.position = position;
        this.maximum = maximum;
        this.workers = workers;
    }

    static SlicePanels of(ResultField field, View.Slice slice, ForkJoinPool workers) {
        return new SlicePanels(field, slice.axis(), slice.position(), false, workers);
    }

    static SlicePanels of(ResultField field, View.Maximum view, ForkJoinPool workers) {
        return new SlicePanels(field, view.axis(), 0.5, true, workers);
    }

    @Override
    public String name() {
        return maximum
                ? "%s-maximum-%c".formatted(field.key(), AXES.charAt(axis))
                : name(field, new View.Slice(axis, position));
    }

    /// Of files of a slice, before the step.
    static String name(ResultField field, View.Slice slice) {
        return "%s-%c%d".formatted(field.key(), AXES.charAt(slice.axis()), Math.round(100 * slice.position()));
    }

    @Override
    public Panel of(Snapshot snapshot) {
        FieldValues values = FieldValues.of(snapshot.field(field), snapshot.nodes());
        var box = snapshot.nodes().box();
        int last = box.nodes(axis) - 1;
        int at = new View.Slice(axis, position).plane(box);
        SlicePixels pixels = SlicePixels.of(
                axis, maximum ? 0 : at, maximum ? last : at, snapshot.nodes().fluid(), values, workers);
        return new SlicePanel(pixels, snapshot.nodes().spacingM(), box.is2d());
    }

    private final class SlicePanel implements Panel {
        private final SlicePixels pixels;
        private final double spacingM;
        private final boolean flat;
        private final double zoom;

        SlicePanel(SlicePixels pixels, double spacingM, boolean flat) {
            this.pixels = pixels;
            this.spacingM = spacingM;
            this.flat = flat;
            double exact = (double) WANTED_PIXELS / Math.max(pixels.width(), pixels.height());
            this.zoom = exact >= 1 ? Math.rint(exact) : exact;
        }

        @Override
        public int width() {
            return Math.max(1, (int) Math.round(pixels.width() * zoom));
        }

        @Override
        public int height() {
            return Math.max(1, (int) Math.round(pixels.height() * zoom));
        }

        @Override
        public double pixelM() {
            return spacingM / zoom;
        }

        @Override
        public double smallest() {
            return pixels.smallest();
        }

        @Override
        public double largest() {
            return pixels.largest();
        }

        @Override
        public float[] values() {
            return pixels.singleValues();
        }

        @Override
        public Panel with(float[] values) {
            return new SlicePanel(pixels.withValues(values), spacingM, flat);
        }

        @Override
        public void paint(BufferedImage image, int left, int top, double low, double high) {
            int width = width();
            int height = height();
            int[] target = Png.pixels(image);
            int upper = left + image.getWidth() * top;
            ParallelLoop.over(workers, (height + ROWS_PER_TASK - 1) / ROWS_PER_TASK, task -> {
                for (int j = task * ROWS_PER_TASK; j < Math.min((task + 1) * ROWS_PER_TASK, height); j++) {
                    row(j, width, height, low, high, target, upper + image.getWidth() * (height - 1 - j));
                }
            });
        }

        /// Paints a row of pixels, from `first` on.
        /// @param j the row, upward
        private void row(int j, int width, int height, double low, double high, int[] target, int first) {
            double range = high > low ? high - low : 1;
            boolean smooth = width > pixels.width() && width <= SMOOTH_UP_TO_PIXELS_PER_NODE * pixels.width();
            int y = Math.min(pixels.height() - 1, (int) ((long) j * pixels.height() / height));
            for (int i = 0; i < width; i++) {
                int x = Math.min(pixels.width() - 1, (int) ((long) i * pixels.width() / width));
                double value = smooth
                        ? pixels.between(
                                x,
                                y,
                                (i + 0.5) * pixels.width() / width - 0.5,
                                (j + 0.5) * pixels.height() / height - 0.5)
                        : pixels.at(x, y);
                int none = pixels.isFluid(x, y) ? NO_VALUE : SOLID;
                target[first + i] = Double.isNaN(value) ? none : ColourMap.at((value - low) / range);
            }
        }

        @Override
        public String caption(String time) {
            String where = maximum
                    ? "largest along %c".formatted(AXES.charAt(axis))
                    : "%c = %d %% of the box".formatted(AXES.charAt(axis), Math.round(100 * position));
            return "%s, %s; %c to the right, %c upward"
                    .formatted(
                            flat ? "2D" : where,
                            time,
                            AXES.charAt(pixels.horizontal()),
                            AXES.charAt(pixels.vertical()));
        }
    }
}
