package dev.tessera.output;

import dev.tessera.geometry.Box;
import dev.tessera.geometry.NodeMap;
import dev.tessera.geometry.Opening;
import dev.tessera.geometry.Partition;
import dev.tessera.solver.OutputUnavailable;
import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Draws a voxelised geometry: the fluid's surface seen along each axis, lit from above, with the names of the
/// openings; a 2D geometry is drawn flat.
public final class GeometryPicture {
    private static final int PANEL_PIXELS = 520;
    private static final int FLAT_PANEL_PIXELS = 900;
    private static final int SMALLEST_WIDTH = 420;
    private static final int MARGIN = 30;
    private static final int HEAD = 34;
    private static final double[] LIGHT = {-0.4, -0.5, 0.77};
    private static final double AMBIENT = 0.25;
    private static final int[] FLUID = {196, 60, 54};
    private static final Color PAPER = Color.WHITE;
    private static final Color OPENING = new Color(20, 80, 160);

    private static final Logger LOG = LoggerFactory.getLogger(GeometryPicture.class);

    private final NodeMap nodes;
    private final Box box;

    private final @Nullable Partition parts; // null: one colour

    private GeometryPicture(NodeMap nodes, @Nullable Partition parts) {
        this.nodes = nodes;
        this.parts = parts;
        this.box = nodes.box();
    }

    /// Writes `geometry.png`.
    /// @return the file; empty, with a warning, where this machine cannot draw
    public static Optional<Path> write(NodeMap nodes, String title, Path folder) throws IOException {
        Path file = folder.resolve("geometry.png");
        try {
            Drawing.of("geometry.png", () -> Png.write(file, new GeometryPicture(nodes, null).draw(title)));
            return Optional.of(file);
        } catch (OutputUnavailable noFonts) {
            LOG.warn(noFonts.getMessage());
            return Optional.empty();
        }
    }

    /// Draws the parts of a geometry in colours.
    /// @throws OutputUnavailable where this machine cannot draw
    public static void write(NodeMap nodes, Partition parts, String title, Path file) throws IOException {
        String text = "%s, %d parts".formatted(title, parts.parts());
        Drawing.of(file.toString(), () -> Png.write(file, new GeometryPicture(nodes, parts).draw(text)));
    }

    /// One view: the axes to the right, upward and into the picture.
    private record View(int right, int up, int into, String caption) {}

    private BufferedImage draw(String title) {
        List<View> views = box.is2d()
                ? List.of(new View(0, 1, 2, "x right, y up"))
                : List.of(
                        new View(0, 1, 2, "x right, y up"),
                        new View(0, 2, 1, "x right, z up"),
                        new View(1, 2, 0, "y right, z up"));
        int width = MARGIN;
        int tallest = 1;
        for (View view : views) {
            width += panelWidth(view) + MARGIN;
            tallest = Math.max(tallest, (int) Math.round(zoom(view) * size(view.up())));
        }
        int bottom = HEAD + tallest;
        int height = bottom + 2 * MARGIN;
        BufferedImage image = new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
        Graphics2D pen = image.createGraphics();
        Drawing.smooth(pen);
        pen.setRenderingHint(RenderingHints.KEY_INTERPOLATION, RenderingHints.VALUE_INTERPOLATION_BILINEAR);
        pen.setColor(PAPER);
        pen.fillRect(0, 0, width, height);
        pen.setColor(Color.BLACK);
        pen.setFont(Typeface.of(title, Font.BOLD, 15));
        pen.drawString(Drawing.shortened(title, pen, width - 2 * MARGIN), MARGIN, 24);
        int left = MARGIN;
        for (View view : views) {
            panel(pen, view, left, bottom);
            left += panelWidth(view) + MARGIN;
        }
        pen.dispose();
        return image;
    }

    private double zoom(View view) {
        int pixels = box.is2d() ? FLAT_PANEL_PIXELS : PANEL_PIXELS;
        return (double) pixels / Math.max(size(view.right()), size(view.up()));
    }

    /// Width of the picture and its caption.
    private int panelWidth(View view) {
        return Math.max(box.is2d() ? SMALLEST_WIDTH : 260, (int) Math.round(zoom(view) * size(view.right())));
    }

    private void panel(Graphics2D pen, View view, int left, int bottom) {
        int columns = size(view.right());
        int rows = size(view.up());
        double zoom = zoom(view);
        int width = (int) Math.max(1, Math.round(columns * zoom));
        int height = (int) Math.max(1, Math.round(rows * zoom));
        int top = bottom - height;
        pen.drawImage(shaded(view), left, top, width, height, null);
        pen.setColor(Color.LIGHT_GRAY);
        pen.drawRect(left, top, width, height);
        pen.setColor(Color.DARK_GRAY);
        pen.setFont(Typeface.of(Font.PLAIN, 12));
        pen.drawString(
                "%s — %s × %s"
                        .formatted(
                                view.caption(),
                                Ticks.length(columns * nodes.spacingM()),
                                Ticks.length(rows * nodes.spacingM())),
                left,
                bottom + 20);
        for (Opening opening : nodes.openings()) {
            int x = left + (int) Math.round(zoom * (0.5 + nodeOf(opening, view.right())));
            int y = top + height - (int) Math.round(zoom * (0.5 + nodeOf(opening, view.up())));
            mark(pen, opening.name(), x, y, left + width);
        }
    }

    private static void mark(Graphics2D pen, String name, int x, int y, int rightEdge) {
        pen.setColor(OPENING);
        pen.setStroke(new BasicStroke(2));
        pen.drawOval(x - 5, y - 5, 10, 10);
        int textWidth = pen.getFontMetrics().stringWidth(name);
        pen.drawString(name, Math.min(x + 9, rightEdge - textWidth - 4), y - 7);
        pen.setStroke(new BasicStroke(1));
    }

    private double nodeOf(Opening opening, int axis) {
        return Math.clamp((opening.centreM()[axis] - nodes.originM()[axis]) / nodes.spacingM(), 0, size(axis) - 1);
    }

    private BufferedImage shaded(View view) {
        int columns = size(view.right());
        int rows = size(view.up());
        int[][] depth = depths(view, columns, rows);
        BufferedImage image = new BufferedImage(columns, rows, BufferedImage.TYPE_INT_RGB);
        for (int v = 0; v < rows; v++) {
            for (int u = 0; u < columns; u++) {
                double light = depth[v][u] < 0 ? Double.NaN : box.is2d() ? 0.85 : brightness(depth, u, v);
                image.setRGB(
                        u, rows - 1 - v, Double.isNaN(light) ? PAPER.getRGB() : colour(view, u, v, depth[v][u], light));
            }
        }
        return image;
    }

    /// Depth of the first fluid node behind the near side of the box, -1 where there is none.
    private int[][] depths(View view, int columns, int rows) {
        int[][] depth = new int[rows][columns];
        int[] at = new int[3];
        int last = size(view.into()) - 1;
        for (int v = 0; v < rows; v++) {
            for (int u = 0; u < columns; u++) {
                at[view.right()] = u;
                at[view.up()] = v;
                int d = 0;
                for (; d <= last; d++) {
                    at[view.into()] = last - d;
                    if (nodes.fluid().isFluid(at[0], at[1], at[2])) {
                        break;
                    }
                }
                depth[v][u] = d > last ? -1 : d;
            }
        }
        return depth;
    }

    private static double brightness(int[][] depth, int u, int v) {
        double right = slope(depth, u, v, 1, 0);
        double up = slope(depth, u, v, 0, 1);
        double length = Math.sqrt(right * right + up * up + 1);
        double cosine = (LIGHT[0] * right - LIGHT[1] * up + LIGHT[2]) / length;
        return AMBIENT + (1 - AMBIENT) * Math.max(0, cosine);
    }

    /// Slope of the depth over up to two nodes in each direction; steps of more than a few nodes are edges, not
    /// slopes.
    private static double slope(int[][] depth, int u, int v, int du, int dv) {
        double sum = 0;
        int spans = 0;
        for (int reach = 1; reach <= 2; reach++) {
            int ahead = at(depth, u + reach * du, v + reach * dv);
            int behind = at(depth, u - reach * du, v - reach * dv);
            int here = depth[v][u];
            ahead = ahead < 0 || Math.abs(ahead - here) > 6 * reach ? here : ahead;
            behind = behind < 0 || Math.abs(behind - here) > 6 * reach ? here : behind;
            sum += ahead - behind;
            spans += 2 * reach;
        }
        return sum / spans;
    }

    private static int at(int[][] depth, int u, int v) {
        return v < 0 || v >= depth.length || u < 0 || u >= depth[0].length ? -1 : depth[v][u];
    }

    private int colour(View view, int u, int v, int depth, double light) {
        int rgb = 0;
        for (int channel : parts == null ? FLUID : ofPart(view, u, v, depth, parts)) {
            rgb = rgb << 8 | Math.clamp(Math.round(channel * light + 40 * light), 0, 255);
        }
        return rgb;
    }

    /// Hues of successive parts differ by the golden ratio.
    private int[] ofPart(View view, int u, int v, int depth, Partition partition) {
        int[] at = new int[3];
        at[view.right()] = u;
        at[view.up()] = v;
        at[view.into()] = size(view.into()) - 1 - depth;
        int part = partition.owner(at[0], at[1], at[2]);
        Color colour = new Color(Color.HSBtoRGB((float) (part * 0.618034 % 1), 0.65f, 0.8f));
        return new int[] {colour.getRed(), colour.getGreen(), colour.getBlue()};
    }

    private int size(int axis) {
        return axis == 0 ? box.nx() : axis == 1 ? box.ny() : box.nz();
    }
}
