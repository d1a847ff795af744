package dev.tessera.output;

import dev.tessera.geometry.NodeMap;
import dev.tessera.solver.OutputChoice.View;
import dev.tessera.solver.Snapshot;
import dev.tessera.solver.field.ResultField;
import dev.tessera.solver.field.Velocity;
import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.geom.Path2D;
import java.awt.image.BufferedImage;
import java.util.Arrays;
import java.util.concurrent.ForkJoinPool;

/// Pictures of streamlines of 2D flows: white lines over the field in colours.
final class FlatStreamlinePanels {
    private static final Color LINES = new Color(255, 255, 255, 190);
    private static final float THICKNESS = 1.4f; // pixels

    private final ResultField field;
    private final ForkJoinPool workers;
    private final SlicePanels slices;

    FlatStreamlinePanels(ResultField field, ForkJoinPool workers) {
        this.field = field;
        this.workers = workers;
        this.slices = SlicePanels.of(field, new View.Slice(2, 0), workers);
    }

    Panel of(Snapshot snapshot) {
        NodeMap nodes = snapshot.nodes();
        return new FlatPanel(
                slices.of(snapshot),
                Streamlines.of(nodes, snapshot.field(new Velocity()), snapshot.field(field), workers),
                nodes);
    }

    /// @param points as those of [Streamlines]
    private record FlatPanel(Panel slice, float[] points, NodeMap nodes) implements Panel {
        @Override
        public int width() {
            return slice.width();
        }

        @Override
        public int height() {
            return slice.height();
        }

        @Override
        public double pixelM() {
            return slice.pixelM();
        }

        @Override
        public double smallest() {
            return slice.smallest();
        }

        @Override
        public double largest() {
            return slice.largest();
        }

        /// Those of the slice, then the points of the lines.
        @Override
        public float[] values() {
            float[] its = slice.values();
            float[] both = Arrays.copyOf(its, its.length + points.length);
            System.arraycopy(points, 0, both, its.length, points.length);
            return both;
        }

        @Override
        public Panel with(float[] values) {
            int nodesOfSlice = Math.toIntExact(nodes.box().size());
            return new FlatPanel(
                    slice.with(Arrays.copyOf(values, nodesOfSlice)),
                    Arrays.copyOfRange(values, nodesOfSlice, values.length),
                    nodes);
        }

        @Override
        public void paint(BufferedImage image, int left, int top, double low, double high) {
            slice.paint(image, left, top, low, high);
            Graphics2D g = image.createGraphics();
            g.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
            g.setRenderingHint(RenderingHints.KEY_STROKE_CONTROL, RenderingHints.VALUE_STROKE_PURE);
            g.clipRect(left, top, width(), height());
            g.setColor(LINES);
            g.setStroke(new BasicStroke(THICKNESS, BasicStroke.CAP_ROUND, BasicStroke.JOIN_ROUND));
            g.draw(lines(left, top + height()));
            g.dispose();
        }

        /// @param left pixel of the first column of nodes
        /// @param bottom pixel below the first row of nodes
        private Path2D lines(int left, int bottom) {
            Path2D path = new Path2D.Float();
            double pixels = (double) width() / nodes.box().nx(); // of a spacing
            boolean isBroken = true;
            for (int p = 0; p < points.length; p += StreamlineTracer.POINT) {
                double x = left + pixels * (points[p] - 0.5); // points count from 1
                double y = bottom - pixels * (points[p + 1] - 0.5);
                if (Float.isNaN(points[p])) {
                    isBroken = true;
                } else if (isBroken) {
                    path.moveTo(x, y);
                    isBroken = false;
                } else {
                    path.lineTo(x, y);
                }
            }
            return path;
        }

        @Override
        public String caption(String time) {
            return "streamlines, " + slice.caption(time);
        }
    }
}
