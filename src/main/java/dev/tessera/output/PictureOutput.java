package dev.tessera.output;

import dev.tessera.geometry.NodeMap;
import dev.tessera.solver.Output;
import dev.tessera.solver.OutputChoice.Picture;
import dev.tessera.solver.Snapshot;
import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// Draws one field as a PNG: a slice, or the largest value along an axis, with colour scale, unit, length scale and
/// title. Solid is light grey; fluid without a value (wall shear stress away from walls) is white. Between nodes
/// colours are interpolated, unless nodes are many pixels wide. The pictures of a run have one range of colours,
/// unless the case requests another ([ColourRange]).
public final class PictureOutput implements Output {
    private static final int WANTED_PIXELS = 800;
    private static final int MARGIN = 24;
    private static final int TITLE = 44;
    private static final int FOOT = 48;
    private static final int BAR = 120;
    private static final int SMALLEST_WIDTH = 420;
    private static final int SMALLEST_HEIGHT = 200;
    /// About 128 MiB per series: earlier pictures are not drawn again.
    private static final long MOST_KEPT_VALUES = 1 << 25;

    private static final int SMOOTH_UP_TO_PIXELS_PER_NODE = 12;
    static final int SOLID = 0xdcdcdc;
    static final int NO_VALUE = 0xffffff;
    private final Path folder;
    private final Picture picture;
    private final String title;
    private final ColourRange range;
    private final List<Drawn> drawn = new ArrayList<>();
    private long keptValues;

    /// A picture that may have to be drawn again.
    private record Drawn(Path file, double timeS, float[] values) {}

    public PictureOutput(Path folder, Picture picture, String title) {
        this.folder = folder;
        this.picture = picture;
        this.title = title;
        this.range = new ColourRange(picture.range(), picture.field().startsAtZero());
    }

    @Override
    public void write(Snapshot snapshot) throws IOException {
        Drawing.of(description(), () -> writePicture(snapshot));
    }

    private void writePicture(Snapshot snapshot) throws IOException {
        FieldValues values = FieldValues.of(snapshot.field(picture.field()), snapshot.nodes());
        SlicePixels pixels = SlicePixels.of(picture, snapshot.nodes(), values);
        if (range.cover(pixels.smallest(), pixels.largest())) {
            for (Drawn before : drawn) {
                if (Files.exists(before.file())) {
                    SlicePixels earlier = pixels.withValues(before.values());
                    Png.write(before.file(), draw(earlier, snapshot.nodes(), before.timeS()));
                }
            }
        }
        Path file = folder.resolve("%s-%09d.png".formatted(name(), snapshot.step()));
        Png.write(file, draw(pixels, snapshot.nodes(), snapshot.timeS()));
        keep(new Drawn(file, snapshot.timeS(), pixels.singleValues()));
    }

    private void keep(Drawn picture) {
        if (!range.canGrow()) {
            return;
        }
        drawn.add(picture);
        keptValues += picture.values().length;
        while (keptValues > MOST_KEPT_VALUES && drawn.size() > 1) {
            keptValues -= drawn.removeFirst().values().length;
        }
    }

    private String name() {
        String axis = "xyz".substring(picture.axis(), picture.axis() + 1);
        return picture.maximum()
                ? "%s-maximum-%s".formatted(picture.field().key(), axis)
                : "%s-%s%d".formatted(picture.field().key(), axis, Math.round(100 * picture.position()));
    }

    private BufferedImage draw(SlicePixels pixels, NodeMap nodes, double timeS) {
        double zoom = (double) WANTED_PIXELS / Math.max(pixels.width(), pixels.height());
        zoom = zoom >= 1 ? Math.rint(zoom) : zoom;
        int width = Math.max(1, (int) Math.round(pixels.width() * zoom));
        int height = Math.max(1, (int) Math.round(pixels.height() * zoom));
        int canvas = Math.max(width, SMALLEST_WIDTH);
        int room = Math.max(height, SMALLEST_HEIGHT);
        BufferedImage image =
                new BufferedImage(canvas + 2 * MARGIN + BAR, room + TITLE + FOOT + MARGIN, BufferedImage.TYPE_INT_RGB);
        Graphics2D g = image.createGraphics();
        g.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
        g.setRenderingHint(RenderingHints.KEY_TEXT_ANTIALIASING, RenderingHints.VALUE_TEXT_ANTIALIAS_ON);
        g.setColor(Color.WHITE);
        g.fillRect(0, 0, image.getWidth(), image.getHeight());
        double low = range.low();
        double high = range.high();
        paint(image, pixels, width, height, low, high);
        g.setColor(Color.BLACK);
        g.setFont(new Font(Font.SANS_SERIF, Font.PLAIN, 18));
        g.drawString(Drawing.shortened(title, g, canvas + 2 * MARGIN - 80), MARGIN, 28);
        g.setFont(new Font(Font.SANS_SERIF, Font.PLAIN, 14));
        caption(g, nodes, timeS, pixels, zoom, room);
        scale(g, canvas + 2 * MARGIN, room, low, high);
        g.dispose();
        return image;
    }

    private static void paint(BufferedImage image, SlicePixels pixels, int width, int height, double low, double high) {
        double range = high > low ? high - low : 1;
        boolean smooth = width > pixels.width() && width <= SMOOTH_UP_TO_PIXELS_PER_NODE * pixels.width();
        for (int j = 0; j < height; j++) {
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
                int colour = Double.isNaN(value) ? none : ColourMap.at((value - low) / range);
                image.setRGB(MARGIN + i, TITLE + height - 1 - j, colour);
            }
        }
    }

    private void caption(Graphics2D g, NodeMap nodes, double timeS, SlicePixels pixels, double zoom, int height) {
        double dx = nodes.spacingM();
        int base = TITLE + height + 20;
        double length = Ticks.roundUp(pixels.width() * dx / 8);
        int bar = (int) Math.round(length / dx * zoom);
        g.setStroke(new BasicStroke(3));
        g.drawLine(MARGIN, base, MARGIN + bar, base);
        g.setStroke(new BasicStroke(1));
        g.drawString(Ticks.length(length), MARGIN, base + 18);
        String axes = "xyz";
        String where = picture.maximum()
                ? "largest along %s".formatted(axes.charAt(picture.axis()))
                : "%s = %d %% of the box".formatted(axes.charAt(picture.axis()), Math.round(100 * picture.position()));
        g.drawString(
                "%s, t = %s s; %s to the right, %s upward"
                        .formatted(
                                nodes.box().is2d() ? "2D" : where,
                                Ticks.text(timeS),
                                axes.charAt(pixels.horizontal()),
                                axes.charAt(pixels.vertical())),
                MARGIN + Math.max(bar, 70) + 24,
                base + 6);
    }

    private void scale(Graphics2D g, int left, int height, double low, double high) {
        int bottom = TITLE + height;
        for (int j = 0; j < height; j++) {
            g.setColor(new Color(ColourMap.at((double) j / Math.max(1, height - 1))));
            g.drawLine(left, bottom - 1 - j, left + 18, bottom - 1 - j);
        }
        g.setColor(Color.BLACK);
        g.drawRect(left, TITLE, 18, height - 1);
        Ticks ticks = Ticks.of(low, high, picture.field().unit(), 6);
        for (int k = 0; k < ticks.values().size(); k++) {
            double part = (ticks.values().get(k) - low) / (high > low ? high - low : 1);
            int y = bottom - 1 - (int) Math.round(part * (height - 1));
            g.drawLine(left + 18, y, left + 23, y);
            g.drawString(ticks.labels().get(k), left + 27, y + 5);
        }
        String name = ticks.name(picture.field().label());
        int widest = left + BAR - 6 - g.getFontMetrics().stringWidth(name);
        g.drawString(name, Math.min(left - 20, widest), TITLE - 10);
    }

    @Override
    public String description() {
        return name() + "-<step>.png";
    }
}
