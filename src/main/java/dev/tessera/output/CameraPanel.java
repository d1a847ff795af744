package dev.tessera.output;

import java.awt.Graphics2D;

/// A picture of what a [SurfaceCamera] sees.
interface CameraPanel extends Panel {
    SurfaceCamera camera();

    double spacingM();

    /// Numbers of a point in [#values]; the last is its value.
    default int numbersOfPoint() {
        return 1;
    }

    @Override
    default int width() {
        return camera().width();
    }

    @Override
    default int height() {
        return camera().height();
    }

    @Override
    default double pixelM() {
        return camera().pixel() * spacingM();
    }

    @Override
    default double smallest() {
        double smallest = Double.POSITIVE_INFINITY;
        float[] values = values();
        for (int k = numbersOfPoint() - 1; k < values.length; k += numbersOfPoint()) {
            smallest = values[k] < smallest ? values[k] : smallest;
        }
        return Double.isInfinite(smallest) ? 0 : smallest;
    }

    @Override
    default double largest() {
        double largest = Double.NEGATIVE_INFINITY;
        float[] values = values();
        for (int k = numbersOfPoint() - 1; k < values.length; k += numbersOfPoint()) {
            largest = values[k] > largest ? values[k] : largest;
        }
        return Double.isInfinite(largest) ? 0 : largest;
    }

    @Override
    default void drawAxes(Graphics2D g, int x, int y) {
        camera().drawAxes(g, x, y);
    }
}
