package dev.tessera.output;

import dev.tessera.geometry.NodeMap;
import dev.tessera.geometry.ParallelLoop;
import dev.tessera.solver.OutputChoice.View;
import dev.tessera.solver.Snapshot;
import dev.tessera.solver.field.ResultField;
import dev.tessera.solver.field.Velocity;
import java.awt.Graphics2D;
import java.awt.image.BufferedImage;
import java.util.concurrent.ForkJoinPool;
import org.jspecify.annotations.Nullable;

/// Pictures of streamlines, as tubes in the colours of a field, within the surface of the fluid, which is
/// transparent.
final class StreamlinePanels implements Panel.Series {
    private static final int ROWS_PER_TASK = 16;
    private static final float NO_VALUE = 0.52f; // linear grey
    private static final float[] SHELL = {0.60f, 0.70f, 0.80f}; // linear
    private static final float OPAQUE = 0.10f; // share of the shell's colour where it is seen from the front
    private static final float RIM = 0.60f; // added where it is seen from the side
    private static final float PLANE = 0.06f; // share at openings and sides of the box

    private final ResultField field;
    private final View.Surface view;
    private final ForkJoinPool workers;
    private @Nullable NodeMap of;
    private @Nullable SurfaceSamples shell;

    StreamlinePanels(ResultField field, View.Surface view, ForkJoinPool workers) {
        this.field = field;
        this.view = view;
        this.workers = workers;
    }

    @Override
    public String name() {
        return field.key() + "-streamlines" + SurfacePanels.seen(view);
    }

    @Override
    public Panel of(Snapshot snapshot) {
        NodeMap nodes = snapshot.nodes();
        if (shell == null || of != nodes) {
            SurfaceCells cells = new SurfaceCells(nodes.fluid(), workers);
            SurfacePlanes planes = new SurfacePlanes(nodes);
            SurfaceNodes surface = new SurfaceNodes(nodes, cells, planes, workers);
            SurfaceCamera camera = SurfaceCamera.of(cells, view.from(), workers);
            shell = SurfaceSamples.cast(camera, () -> new SurfaceRay(cells, surface, planes), workers);
            of = nodes;
        }
        float[] points = Streamlines.of(nodes, snapshot.field(new Velocity()), snapshot.field(field), workers);
        return new StreamlinePanel(shell, points, nodes.spacingM());
    }

    private final class StreamlinePanel implements Panel {
        private final SurfaceSamples shell;
        private final SurfaceCamera camera;
        private final float[] points; // as those of Streamlines
        private final double spacingM;

        StreamlinePanel(SurfaceSamples shell, float[] points, double spacingM) {
            this.shell = shell;
            this.camera = shell.camera();
            this.points = points;
            this.spacingM = spacingM;
        }

        @Override
        public int width() {
            return camera.width();
        }

        @Override
        public int height() {
            return camera.height();
        }

        @Override
        public double pixelM() {
            return camera.pixel() * spacingM;
        }

        @Override
        public double smallest() {
            double smallest = Double.POSITIVE_INFINITY;
            for (int p = StreamlineTracer.POINT - 1; p < points.length; p += StreamlineTracer.POINT) {
                smallest = points[p] < smallest ? points[p] : smallest;
            }
            return Double.isInfinite(smallest) ? 0 : smallest;
        }

        @Override
        public double largest() {
            double largest = Double.NEGATIVE_INFINITY;
            for (int p = StreamlineTracer.POINT - 1; p < points.length; p += StreamlineTracer.POINT) {
                largest = points[p] > largest ? points[p] : largest;
            }
            return Double.isInfinite(largest) ? 0 : largest;
        }

        @Override
        public float[] values() {
            return points;
        }

        @Override
        public Panel with(float[] values) {
            return new StreamlinePanel(shell, values, spacingM);
        }

        @Override
        public void paint(BufferedImage image, int left, int top, double low, double high) {
            Tubes tubes = new Tubes(points, camera);
            float[] colours = LinearColours.scale();
            int[] pixels = Png.pixels(image);
            double scale = LinearColours.LEVELS / (high > low ? high - low : 1);
            ParallelLoop.over(workers, (camera.height() + ROWS_PER_TASK - 1) / ROWS_PER_TASK, task -> {
                int from = task * ROWS_PER_TASK;
                int end = Math.min(from + ROWS_PER_TASK, camera.height());
                Tubes.Band band = tubes.new Band(camera.width(), from, end);
                float[] sum = new float[3];
                for (int row = from; row < end; row++) {
                    for (int i = 0; i < camera.width(); i++) {
                        inside(band, row - from, i, colours, low, scale, sum);
                        cover(shell.row(row), i, sum);
                        pixels[(top + row) * image.getWidth() + left + i] = LinearColours.rgb(sum[0], sum[1], sum[2]);
                    }
                }
            });
        }

        /// The mean over the parts of a pixel, white where there is no tube.
        private void inside(
                Tubes.Band band, int row, int column, float[] colours, double low, double scale, float[] sum) {
            sum[0] = sum[1] = sum[2] = 0;
            float share = 1f / (Tubes.PARTS * Tubes.PARTS);
            for (int v = 0; v < Tubes.PARTS; v++) {
                int first = ((Tubes.PARTS * row + v) * camera.width() + column) * Tubes.PARTS;
                for (int part = first; part < first + Tubes.PARTS; part++) {
                    float light = band.light[part];
                    float value = band.value[part];
                    int level =
                            Float.isNaN(value) ? -1 : (int) Math.clamp((value - low) * scale, 0, LinearColours.LEVELS);
                    for (int channel = 0; channel < 3; channel++) {
                        float colour = level < 0 ? NO_VALUE : colours[3 * level + channel];
                        sum[channel] += share * (light == 0 ? 1 : Math.min(1, colour * light + band.gloss[part]));
                    }
                }
            }
        }

        /// Lays the surface over what is inside.
        private void cover(SurfaceSamples.Row samples, int column, float[] sum) {
            float covered = 0;
            float lit = 0;
            float gloss = 0;
            for (int s = samples.first[column]; s < samples.first[column + 1]; s++) {
                float aside = 1 - samples.facing[s];
                float share = samples.onPlane[s] ? PLANE : OPAQUE + RIM * aside * aside;
                covered += share;
                lit += share * samples.light[s];
                gloss += samples.gloss[s];
            }
            float rays = samples.rays[column];
            for (int channel = 0; channel < 3; channel++) {
                sum[channel] = sum[channel] * (1 - covered / rays) + (SHELL[channel] * lit + gloss) / rays;
            }
        }

        @Override
        public String caption(String time) {
            return "streamlines, " + time;
        }

        @Override
        public void drawAxes(Graphics2D g, int x, int y) {
            camera.drawAxes(g, x, y);
        }
    }
}
