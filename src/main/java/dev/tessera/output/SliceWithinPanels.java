package dev.tessera.output;

import dev.tessera.geometry.Box;
import dev.tessera.geometry.NodeMap;
import dev.tessera.geometry.Vec;
import dev.tessera.solver.OutputChoice.View;
import dev.tessera.solver.Snapshot;
import dev.tessera.solver.field.ResultField;
import java.awt.image.BufferedImage;
import java.util.concurrent.ForkJoinPool;

/// Pictures of a slice in the colours of a field, at its place within the transparent surface of the fluid.
final class SliceWithinPanels implements Panel.Series {
    private static final int PARTS = 3; // of a pixel along each axis
    private static final float NO_VALUE = 0.52f; // linear grey
    private static final double LIGHT = 0.75; // of a slice that is seen from its edge
    private static final double FACING = 0.25; // added where it is seen from the front

    private final ResultField field;
    private final View.SliceWithin view;
    private final ForkJoinPool workers;
    private final OfGeometry<Shown> shown;

    /// What depends on the geometry only.
    /// @param plane of nodes
    /// @param distance from the wall in spacings, `[y][x]`, at the nodes of the slice and around it; positive in
    ///        fluid
    private record Shown(TransparentSurface surface, int plane, float[] distance) {}

    /// @param surface shared with other pictures
    SliceWithinPanels(ResultField field, View.SliceWithin view, SharedSurface surface, ForkJoinPool workers) {
        this.field = field;
        this.view = view;
        this.workers = workers;
        this.shown = new OfGeometry<>(nodes -> show(surface.of(nodes)));
    }

    @Override
    public String name() {
        return SlicePanels.name(field, view.slice()) + "-within" + SurfacePanels.seen(view.around());
    }

    @Override
    public Panel of(Snapshot snapshot) {
        NodeMap nodes = snapshot.nodes();
        Shown its = shown.of(nodes);
        FieldValues values = FieldValues.of(snapshot.field(field), nodes);
        return new SlicePanel(
                its, SlicePixels.of(view.slice().axis(), its.plane(), its.plane(), nodes.fluid(), values, workers));
    }

    @Override
    public void prepare(NodeMap nodes) {
        shown.of(nodes);
    }

    private Shown show(FluidSurface surface) {
        int plane = view.slice().plane(surface.of().box());
        float[] distance = distances(surface.cells(), surface.nodes(), plane);
        return new Shown(TransparentSurface.of(surface, view.around(), workers), plane, distance);
    }

    /// Away from the wall 1 and -1.
    private float[] distances(SurfaceCells cells, SurfaceNodes surface, int plane) {
        Box box = cells.box();
        int axis = view.slice().axis();
        int width = box.nodes(axis == 0 ? 1 : 0);
        int height = box.nodes(axis == 2 ? 1 : 2);
        float[] distances = new float[width * height];
        for (int k = 0; k < distances.length; k++) {
            int across = k % width;
            int up = k / width;
            long at = switch (axis) {
                case 0 -> box.index(plane + 1, across, up);
                case 1 -> box.index(across, plane + 1, up);
                default -> box.index(across, up, plane + 1);
            };
            int corner = (int) cells.corners().number(at);
            distances[k] = corner >= 0 ? surface.distance(corner) : cells.isFluid(at) ? 1 : -1;
        }
        return distances;
    }

    private final class SlicePanel implements CameraPanel {
        private final Shown shown;
        private final SlicePixels slice;
        private final float[] values; // of the slice

        SlicePanel(Shown shown, SlicePixels slice) {
            this.shown = shown;
            this.slice = slice;
            this.values = slice.singleValues();
        }

        @Override
        public SurfaceCamera camera() {
            return shown.surface().camera();
        }

        @Override
        public double spacingM() {
            return shown.surface().of().spacingM();
        }

        @Override
        public float[] values() {
            return values;
        }

        @Override
        public Panel with(float[] its) {
            return new SlicePanel(shown, slice.withValues(its));
        }

        @Override
        public void paint(BufferedImage image, int left, int top, double low, double high) {
            float[] colours = LinearColours.scale();
            double scale = LinearColours.LEVELS / (high > low ? high - low : 1);
            TransparentSurface.Bands bands =
                    (from, end) -> (row, column, rgb) -> mean(row, column, colours, low, scale, rgb);
            shown.surface().paint(image, left, top, bands, workers);
        }

        /// The mean over the parts of a pixel, white beside the slice.
        private void mean(int row, int column, float[] colours, double low, double scale, float[] sum) {
            sum[0] = sum[1] = sum[2] = 0;
            float share = 1f / (PARTS * PARTS);
            int axis = view.slice().axis();
            float light = (float) (LIGHT + FACING * Math.abs(camera().toViewer().along(axis)));
            for (int part = 0; part < PARTS * PARTS; part++) {
                int below = part / PARTS;
                Vec place = onPlane(column + (part % PARTS + 0.5) / PARTS, row + (below + 0.5) / PARTS, axis);
                double x = place.along(slice.horizontal()) - 1;
                double y = place.along(slice.vertical()) - 1;
                boolean isFluid = distance(x + 1, y + 1) > 0;
                double value = isFluid ? slice.around(x, y) : 0;
                int level = Double.isNaN(value) ? -1 : (int) Math.clamp((value - low) * scale, 0, LinearColours.LEVELS);
                for (int channel = 0; channel < 3; channel++) {
                    float colour = level < 0 ? NO_VALUE : colours[3 * level + channel];
                    sum[channel] += share * (isFluid ? Math.min(1, colour * light) : 1);
                }
            }
        }

        /// From the wall, between the nodes of the slice and those around it.
        private double distance(double x, double y) {
            int width = slice.width() + 2;
            if (!(x >= 0 && y >= 0 && x < width - 1 && y < slice.height() + 1)) {
                return -1;
            }
            float[] its = shown.distance();
            int at = (int) x + width * (int) y;
            double px = x - (int) x;
            double py = y - (int) y;
            return (1 - py) * ((1 - px) * its[at] + px * its[at + 1])
                    + py * ((1 - px) * its[at + width] + px * its[at + width + 1]);
        }

        /// The place of the slice that is seen at a place of the picture, in the box of [SurfaceCells].
        private Vec onPlane(double across, double down, int axis) {
            SurfaceCamera camera = camera();
            Vec from = camera.centre()
                    .plus(camera.right().times((across - 0.5 * camera.width()) * camera.pixel()))
                    .plus(camera.up().times((0.5 * camera.height() - down) * camera.pixel()));
            double ahead =
                    (shown.plane() + 1 - from.along(axis)) / camera.toViewer().along(axis);
            return from.plus(camera.toViewer().times(ahead));
        }

        @Override
        public String caption(String time) {
            return "%c = %d %% of the box, %s"
                    .formatted(
                            "xyz".charAt(view.slice().axis()),
                            Math.round(100 * view.slice().position()),
                            time);
        }
    }
}
