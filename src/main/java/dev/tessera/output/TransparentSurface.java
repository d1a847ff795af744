package dev.tessera.output;

import dev.tessera.geometry.NodeMap;
import dev.tessera.geometry.ParallelLoop;
import dev.tessera.solver.OutputChoice.View;
import java.awt.image.BufferedImage;
import java.util.concurrent.ForkJoinPool;

/// The surface of the fluid, transparent, over what is inside. Only its front is drawn: everything inside is behind it,
/// so that nothing has to be sorted. It depends on the geometry and the view only: pictures of a series share it.
///
/// @param of the nodes whose surface it is
record TransparentSurface(NodeMap of, SurfaceSamples samples) {
    private static final int ROWS_PER_TASK = 16;
    private static final float[] COLOUR = {0.60f, 0.70f, 0.80f}; // linear
    private static final float OPAQUE = 0.10f; // share of its colour where it is seen from the front
    private static final float RIM = 0.60f; // added where it is seen from the side
    private static final float PLANE = 0.06f; // share at openings and sides of the box

    static TransparentSurface of(FluidSurface surface, View.Surface view, ForkJoinPool workers) {
        SurfaceCamera camera = SurfaceCamera.of(surface.cells(), view.from(), workers);
        return new TransparentSurface(surface.of(), surface.seenBy(camera, workers));
    }

    SurfaceCamera camera() {
        return samples.camera();
    }

    /// What is inside, in some rows of pixels.
    interface Inside {
        /// Sets the linear colour of a pixel: red, green, blue.
        void colour(int row, int column, float[] rgb);
    }

    /// Prepares what is inside, for the rows from a first one up to but without an end.
    interface Bands {
        Inside of(int firstRow, int endRow);
    }

    void paint(BufferedImage image, int left, int top, Bands bands, ForkJoinPool workers) {
        int height = camera().height();
        int[] pixels = Png.pixels(image);
        ParallelLoop.over(workers, (height + ROWS_PER_TASK - 1) / ROWS_PER_TASK, task -> {
            int from = task * ROWS_PER_TASK;
            int end = Math.min(from + ROWS_PER_TASK, height);
            Inside inside = bands.of(from, end);
            float[] rgb = new float[3];
            for (int row = from; row < end; row++) {
                for (int i = 0; i < camera().width(); i++) {
                    inside.colour(row, i, rgb);
                    cover(samples.row(row), i, rgb);
                    pixels[(top + row) * image.getWidth() + left + i] = LinearColours.rgb(rgb[0], rgb[1], rgb[2]);
                }
            }
        });
    }

    private void cover(SurfaceSamples.Row row, int column, float[] rgb) {
        float covered = 0;
        float lit = 0;
        float gloss = 0;
        for (int s = row.first[column]; s < row.first[column + 1]; s++) {
            float aside = 1 - row.facing[s];
            float share = row.onPlane[s] ? PLANE : OPAQUE + RIM * aside * aside;
            covered += share;
            lit += share * row.light[s];
            gloss += row.gloss[s];
        }
        float rays = row.rays[column];
        for (int channel = 0; channel < 3; channel++) {
            rgb[channel] = rgb[channel] * (1 - covered / rays) + (COLOUR[channel] * lit + gloss) / rays;
        }
    }
}
