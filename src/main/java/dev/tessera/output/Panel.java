package dev.tessera.output;

import dev.tessera.geometry.NodeMap;
import dev.tessera.solver.Snapshot;
import java.awt.Graphics2D;
import java.awt.image.BufferedImage;

/// What a picture shows within its frame of title, caption and scales.
interface Panel {
    /// Pixels.
    int width();

    /// Pixels.
    int height();

    double pixelM();

    /// Of the values that are shown; 0 where none is.
    double smallest();

    double largest();

    /// What is needed to draw it again in another range.
    float[] values();

    /// The same nodes with the values of another panel of the series.
    Panel with(float[] values);

    /// Paints it with its upper left pixel at (left, top).
    /// @param low value of the first colour
    /// @param high value of the last colour
    void paint(BufferedImage image, int left, int top, double low, double high);

    /// @param time as text, such as `t = 0.5 s`
    String caption(String time);

    /// Draws what belongs beside the caption, around (x, y).
    default void drawAxes(Graphics2D g, int x, int y) {}

    /// Makes the panels of a series, which show the same nodes.
    interface Series {
        /// Of the files, before the step.
        String name();

        /// Computes what depends on the geometry only; at most once, before any panel is made.
        default void prepare(NodeMap nodes) {}

        Panel of(Snapshot snapshot);
    }
}
