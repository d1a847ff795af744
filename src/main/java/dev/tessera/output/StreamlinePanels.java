package dev.tessera.output;

import dev.tessera.geometry.NodeMap;
import dev.tessera.solver.OutputChoice.View;
import dev.tessera.solver.Snapshot;
import dev.tessera.solver.field.ResultField;
import dev.tessera.solver.field.Velocity;
import java.awt.image.BufferedImage;
import java.util.concurrent.ForkJoinPool;

/// Pictures of streamlines, as tubes in the colours of a field, within the transparent surface of the fluid; of 2D
/// flows
/// as [FlatStreamlinePanels].
final class StreamlinePanels implements Panel.Series {
    private static final float NO_VALUE = 0.52f; // linear grey

    private final ResultField field;
    private final View.Surface view;
    private final ForkJoinPool workers;
    private final FlatStreamlinePanels flat;
    private final OfGeometry<TransparentSurface> surface;

    /// @param shared surface, with other pictures
    StreamlinePanels(ResultField field, View.Surface view, SharedSurface shared, ForkJoinPool workers) {
        this.field = field;
        this.view = view;
        this.workers = workers;
        this.surface = new OfGeometry<>(nodes -> TransparentSurface.of(shared.of(nodes), view, workers));
        this.flat = new FlatStreamlinePanels(field, workers);
    }

    @Override
    public String name() {
        return field.key() + "-streamlines" + SurfacePanels.seen(view);
    }

    @Override
    public Panel of(Snapshot snapshot) {
        NodeMap nodes = snapshot.nodes();
        if (nodes.box().is2d()) {
            return flat.of(snapshot);
        }
        TransparentSurface shown = surface.of(nodes);
        float[] points = Streamlines.of(nodes, snapshot.field(new Velocity()), snapshot.field(field), workers);
        return new StreamlinePanel(shown, points);
    }

    @Override
    public void prepare(NodeMap nodes) {
        if (!nodes.box().is2d()) {
            surface.of(nodes);
        }
    }

    private final class StreamlinePanel implements CameraPanel {
        private final TransparentSurface surface;
        private final float[] points; // as those of Streamlines

        StreamlinePanel(TransparentSurface surface, float[] points) {
            this.surface = surface;
            this.points = points;
        }

        @Override
        public SurfaceCamera camera() {
            return surface.camera();
        }

        @Override
        public double spacingM() {
            return surface.of().spacingM();
        }

        @Override
        public int numbersOfPoint() {
            return StreamlineTracer.POINT;
        }

        @Override
        public float[] values() {
            return points;
        }

        @Override
        public Panel with(float[] values) {
            return new StreamlinePanel(surface, values);
        }

        @Override
        public void paint(BufferedImage image, int left, int top, double low, double high) {
            Tubes tubes = new Tubes(points, camera());
            float[] colours = LinearColours.scale();
            double scale = LinearColours.LEVELS / (high > low ? high - low : 1);
            TransparentSurface.Bands bands = (from, end) -> {
                Tubes.Band band = tubes.new Band(camera().width(), from, end);
                return (row, column, rgb) -> mean(band, row - from, column, colours, low, scale, rgb);
            };
            surface.paint(image, left, top, bands, workers);
        }

        /// The mean over the parts of a pixel, white where there is no tube.
        private void mean(
                Tubes.Band band, int row, int column, float[] colours, double low, double scale, float[] sum) {
            sum[0] = sum[1] = sum[2] = 0;
            float share = 1f / (Tubes.PARTS * Tubes.PARTS);
            for (int v = 0; v < Tubes.PARTS; v++) {
                int first = ((Tubes.PARTS * row + v) * camera().width() + column) * Tubes.PARTS;
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

        @Override
        public String caption(String time) {
            return "streamlines, " + time;
        }
    }
}
