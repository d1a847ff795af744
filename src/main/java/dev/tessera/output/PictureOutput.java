package dev.tessera.output;

import dev.tessera.geometry.NodeMap;
import dev.tessera.solver.Output;
import dev.tessera.solver.OutputChoice.Picture;
import dev.tessera.solver.OutputChoice.View;
import dev.tessera.solver.Snapshot;
import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ForkJoinPool;

/// Draws one field as a PNG with colour scale, unit, length scale and title. The pictures of a run have one range
/// of colours, unless the case requests another ([ColourRange]).
public final class PictureOutput implements Output {
    private static final int MARGIN = 24;
    private static final int TITLE = 44;
    private static final int FOOT = 48;
    private static final int BAR = 120;
    private static final int SMALLEST_WIDTH = 420;
    private static final int SMALLEST_HEIGHT = 200;

    private final Path folder;
    private final Picture picture;
    private final String title;
    private final Panel.Series series;
    private final ColourRange range;
    private final EarlierPictures earlier;
    private boolean isContinued; // from the pictures in the folder

    /// A picture of its own.
    /// @param workers read values and draw
    public PictureOutput(Path folder, Picture picture, String title, ForkJoinPool workers) {
        this(folder, picture, title, new SharedSurface(workers), workers);
    }

    /// @param surface shared with the other pictures of the run
    PictureOutput(Path folder, Picture picture, String title, SharedSurface surface, ForkJoinPool workers) {
        this.folder = folder;
        this.picture = picture;
        this.title = title;
        this.series = series(picture, surface, workers);
        this.range = new ColourRange(picture.range(), picture.field().startsAtZero());
        this.earlier = EarlierPictures.of(folder, series.name());
    }

    private static Panel.Series series(Picture picture, SharedSurface surface, ForkJoinPool workers) {
        return switch (picture.view()) {
            case View.Slice slice -> SlicePanels.of(picture.field(), slice, workers);
            case View.Maximum maximum -> SlicePanels.of(picture.field(), maximum, workers);
            case View.Surface seen -> new SurfacePanels(picture.field(), seen, surface, workers);
            case View.SliceWithin within -> new SliceWithinPanels(picture.field(), within, surface, workers);
            case View.Streamlines(View.Surface around) ->
                new StreamlinePanels(picture.field(), around, surface, workers);
        };
    }

    /// The names of a picture's files.
    static String files(Picture picture) {
        ForkJoinPool none = ForkJoinPool.commonPool(); // only asked for its name
        return files(series(picture, new SharedSurface(none), none));
    }

    private static String files(Panel.Series series) {
        return series.name() + "-<step>.png";
    }

    @Override
    public void prepare(NodeMap nodes) {
        series.prepare(nodes);
    }

    @Override
    public void write(Snapshot snapshot) throws IOException {
        Drawing.of(description(), () -> writePicture(snapshot));
    }

    private void writePicture(Snapshot snapshot) throws IOException {
        earlier.removeLater(snapshot.step());
        if (!isContinued && range.canGrow()) {
            earlier.newest(snapshot.step()).ifPresent(drawn -> range.continueFrom(drawn.low(), drawn.high()));
        }
        isContinued = true;
        Panel panel = series.of(snapshot);
        if (range.cover(panel.smallest(), panel.largest())) {
            earlier.redraw(
                    snapshot.step(), (file, drawn) -> Png.write(file, draw(panel.with(drawn.values()), drawn.timeS())));
        }
        Path file = folder.resolve("%s-%09d.png".formatted(series.name(), snapshot.step()));
        Png.write(file, draw(panel, snapshot.timeS()));
        if (range.canGrow()) {
            earlier.add(snapshot.step(), new DrawnValues(snapshot.timeS(), range.low(), range.high(), panel.values()));
        }
    }

    /// Draws a picture, and writes it nowhere.
    void rehearse(Snapshot snapshot) throws IOException {
        Panel panel = series.of(snapshot);
        range.cover(panel.smallest(), panel.largest());
        Png.write(OutputStream.nullOutputStream(), draw(panel, snapshot.timeS()));
    }

    /// Writes the animated picture of those in the folder, if the case has one and there are two.
    /// @param lastStep the last step to include
    Optional<Path> animate(long lastStep) throws IOException {
        List<Path> pictures = new ArrayList<>(earlier.pictures().files(lastStep).sequencedValues());
        if (picture.animatedPerS().isEmpty() || pictures.size() < 2) {
            return Optional.empty();
        }
        Path file = folder.resolve(animation());
        AnimatedPng.write(file, pictures, picture.animatedPerS().getAsDouble());
        return Optional.of(file);
    }

    /// The name of the animated picture.
    String animation() {
        return series.name() + ".apng";
    }

    private BufferedImage draw(Panel panel, double timeS) {
        int canvas = Math.max(panel.width(), SMALLEST_WIDTH);
        int room = Math.max(panel.height(), SMALLEST_HEIGHT);
        BufferedImage image =
                new BufferedImage(canvas + 2 * MARGIN + BAR, room + TITLE + FOOT + MARGIN, BufferedImage.TYPE_INT_RGB);
        Graphics2D g = image.createGraphics();
        Drawing.smooth(g);
        g.setColor(Color.WHITE);
        g.fillRect(0, 0, image.getWidth(), image.getHeight());
        panel.paint(image, MARGIN, TITLE, range.low(), range.high());
        g.setColor(Color.BLACK);
        g.setFont(Typeface.of(title, Font.PLAIN, 18));
        g.drawString(Drawing.shortened(title, g, canvas + 2 * MARGIN - 80), MARGIN, 28);
        g.setFont(Typeface.of(Font.PLAIN, 14));
        caption(g, panel, timeS, room);
        panel.drawAxes(g, canvas + 2 * MARGIN + BAR / 2, TITLE + room + FOOT - 4);
        scale(image, g, canvas + 2 * MARGIN, room);
        g.dispose();
        return image;
    }

    private static void caption(Graphics2D g, Panel panel, double timeS, int height) {
        int base = TITLE + height + 20;
        double length = Ticks.roundUp(panel.width() * panel.pixelM() / 8);
        int bar = (int) Math.round(length / panel.pixelM());
        g.setStroke(new BasicStroke(3));
        g.drawLine(MARGIN, base, MARGIN + bar, base);
        g.setStroke(new BasicStroke(1));
        g.drawString(Ticks.length(length), MARGIN, base + 18);
        g.drawString(panel.caption("t = %s s".formatted(Ticks.text(timeS))), MARGIN + Math.max(bar, 70) + 24, base + 6);
    }

    private void scale(BufferedImage image, Graphics2D g, int left, int height) {
        double low = range.low();
        double high = range.high();
        int bottom = TITLE + height;
        int[] pixels = Png.pixels(image);
        for (int j = 0; j < height; j++) {
            int first = left + image.getWidth() * (bottom - 1 - j);
            Arrays.fill(pixels, first, first + 19, ColourMap.at((double) j / Math.max(1, height - 1)));
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
        return files(series);
    }
}
