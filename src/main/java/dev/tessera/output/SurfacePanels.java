package dev.tessera.output;

import dev.tessera.geometry.FluidNodes;
import dev.tessera.geometry.NodeMap;
import dev.tessera.geometry.ParallelLoop;
import dev.tessera.geometry.Vec;
import dev.tessera.solver.OutputChoice.View;
import dev.tessera.solver.Snapshot;
import dev.tessera.solver.field.FieldData;
import dev.tessera.solver.field.ResultField;
import java.awt.image.BufferedImage;
import java.util.Locale;
import java.util.concurrent.ForkJoinPool;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;

/// Pictures of the surface of the fluid, shaded, in the colours of a field; grey where the field has no value.
/// Openings and the sides of the box are cut flat; fields that only boundary nodes have (wall shear stress) are
/// grey there.
final class SurfacePanels implements Panel.Series {
    private static final double NO_VALUE = 0.52; // linear grey

    private final ResultField field;
    private final View.Surface view;
    private final ForkJoinPool workers;
    private final OfGeometry<Shown> shown;

    /// What depends on the geometry only.
    private record Shown(NodeMap of, SurfaceSamples samples, SurfaceValues values) {}

    /// @param surface shared with other pictures
    SurfacePanels(ResultField field, View.Surface view, SharedSurface surface, ForkJoinPool workers) {
        this.field = field;
        this.view = view;
        this.workers = workers;
        this.shown = new OfGeometry<>(nodes -> show(surface.of(nodes)));
    }

    @Override
    public String name() {
        return field.key() + "-surface" + seen(view);
    }

    /// The direction of a view in names of files; empty for the standard view.
    static String seen(View.Surface view) {
        return view.axis().isPresent()
                ? "-" + "xyz".charAt(view.axis().getAsInt())
                : view.from().map(from -> "-from_" + numbers(from, "_")).orElse("");
    }

    private static String numbers(Vec v, String between) {
        return DoubleStream.of(v.x(), v.y(), v.z())
                .mapToObj(part -> String.format(Locale.ROOT, "%.4f", part)
                        .replaceAll("0+$", "")
                        .replaceAll("\\.$", "")
                        .replaceAll("^-0$", "0"))
                .collect(Collectors.joining(between));
    }

    @Override
    public Panel of(Snapshot snapshot) {
        NodeMap nodes = snapshot.nodes();
        Shown its = shown.of(nodes);
        FieldData data = snapshot.field(field);
        boolean everywhere = data.where() instanceof FieldData.Where.FluidNodes;
        return new SurfacePanel(its, its.values().of(data, nodes), everywhere);
    }

    @Override
    public void prepare(NodeMap nodes) {
        shown.of(nodes);
    }

    private Shown show(FluidSurface surface) {
        SurfaceCells cells = surface.cells();
        SurfaceCamera camera = SurfaceCamera.of(cells, view.from(), workers);
        SurfaceSamples samples = surface.seenBy(camera, workers);
        int corners = Math.toIntExact(cells.corners().count());
        long[] used = new long[(corners + 63) >>> 6];
        for (int row = 0; row < camera.height(); row++) {
            int[] its = samples.row(row).corners;
            for (int first : its) {
                used[first >>> 6] |= 1L << first;
                used[first + 1 >>> 6] |= 1L << first + 1;
            }
        }
        FluidNodes visible = FluidNodes.ofBits(SurfaceValues.row(corners), used);
        ParallelLoop.over(workers, camera.height(), row -> {
            int[] its = samples.row(row).corners;
            for (int k = 0; k < its.length; k++) {
                its[k] = (int) visible.number(its[k]);
            }
        });
        return new Shown(surface.of(), samples, values(surface.of(), cells, visible));
    }

    private SurfaceValues values(NodeMap nodes, SurfaceCells cells, FluidNodes visible) {
        return new SurfaceValues(
                nodes,
                Math.toIntExact(visible.count()),
                () -> new NodesAtCorners(nodes.fluid(), cells, visible),
                workers);
    }

    private final class SurfacePanel implements CameraPanel {
        private final Shown shown;
        private final SurfaceCamera camera;
        private final float[] values; // at shown corners
        private final boolean everywhere;

        SurfacePanel(Shown shown, float[] values, boolean everywhere) {
            this.shown = shown;
            this.camera = shown.samples().camera();
            this.values = values;
            this.everywhere = everywhere;
        }

        @Override
        public SurfaceCamera camera() {
            return camera;
        }

        @Override
        public double spacingM() {
            return shown.of().spacingM();
        }

        @Override
        public float[] values() {
            return values;
        }

        @Override
        public Panel with(float[] values) {
            return new SurfacePanel(shown, values, everywhere);
        }

        @Override
        public void paint(BufferedImage image, int left, int top, double low, double high) {
            float[] colours = LinearColours.scale();
            double scale = LinearColours.LEVELS / (high > low ? high - low : 1);
            int[] pixels = Png.pixels(image);
            ParallelLoop.over(workers, camera.height(), row -> {
                SurfaceSamples.Row samples = shown.samples().row(row);
                float[] sum = new float[3];
                int to = (top + row) * image.getWidth() + left;
                for (int i = 0; i < camera.width(); i++) {
                    int from = samples.first[i];
                    int end = samples.first[i + 1];
                    int rays = samples.rays[i];
                    sum[0] = sum[1] = sum[2] = rays - (end - from);
                    for (int s = from; s < end; s++) {
                        add(samples, s, colours, low, scale, sum);
                    }
                    pixels[to + i] = LinearColours.rgb(sum[0] / rays, sum[1] / rays, sum[2] / rays);
                }
            });
        }

        private void add(SurfaceSamples.Row samples, int s, float[] colours, double low, double scale, float[] sum) {
            double value = samples.onPlane[s] && !everywhere ? Double.NaN : value(samples, s);
            float light = samples.light[s];
            float gloss = samples.gloss[s];
            int level = Double.isNaN(value) ? -1 : (int) Math.clamp((value - low) * scale, 0, LinearColours.LEVELS);
            for (int channel = 0; channel < 3; channel++) {
                float colour = level < 0 ? (float) NO_VALUE : colours[3 * level + channel];
                sum[channel] += Math.min(1, colour * light + gloss);
            }
        }

        /// Between the corners of the cell; those without a value are left out.
        private double value(SurfaceSamples.Row samples, int s) {
            int part = samples.part[s];
            double x = (part & 1023) / 1023.0;
            double y = (part >> 10 & 1023) / 1023.0;
            double z = (part >> 20 & 1023) / 1023.0;
            double sum = 0;
            double weights = 0;
            for (int pair = 0; pair < 4; pair++) {
                double across = ((pair & 1) == 0 ? 1 - y : y) * (pair < 2 ? 1 - z : z);
                int corner = samples.corners[4 * s + pair];
                for (int k = 0; k < 2; k++) {
                    float its = values[corner + k];
                    if (!Float.isNaN(its)) {
                        double weight = across * (k == 0 ? 1 - x : x);
                        sum += weight * its;
                        weights += weight;
                    }
                }
            }
            return weights > 1e-9 ? sum / weights : Double.NaN;
        }

        @Override
        public String caption(String time) {
            return "surface of the fluid, " + time;
        }
    }
}
