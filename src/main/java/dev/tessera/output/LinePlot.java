package dev.tessera.output;

import dev.tessera.solver.OutputUnavailable;
import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.Shape;
import java.awt.geom.Ellipse2D;
import java.awt.geom.Path2D;
import java.awt.geom.Rectangle2D;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.stream.DoubleStream;
import org.jspecify.annotations.Nullable;

/// A plot of lines and marks with round ticks, a title, and a legend where there are several lines.
///
/// @param title the quantity
/// @param subtitle the case
public record LinePlot(String title, String subtitle, Axis across, Axis upward, List<Line> lines) {
    private static final int WIDTH = 900;
    private static final int HEIGHT = 520;
    private static final int TOP = 64;
    private static final int BOTTOM = 58;
    private static final int RIGHT = 28;
    private static final int LEGEND_LINE = 24;
    private static final int AXIS_NAME = 34; // left of the labels
    private static final int FIRST_SQUARE = 4; // of the marks
    private static final int TICKS_ACROSS = 8;
    private static final int TICKS_UPWARD = 8;
    private static final Color GRID = new Color(0xdddddd);
    private static final Color SMALL_PRINT = new Color(0x555555);
    private static final Color[] COLOURS = {
        new Color(ColourMap.at(0.15)), new Color(ColourMap.at(0.5)), new Color(0xd95f02), new Color(0x777777),
        new Color(0xc51b7d), new Color(0x4d9221), new Color(0xe6ab02), new Color(0x2b8cbe)
    };
    /// Lines with different dashes stay visible where they coincide. Those of one colour have different ones.
    private static final float[][] DASHES = {null, {12, 6}, {3, 5}, {12, 4, 3, 4}};
    /// Smallest span relative to the largest number: a smaller difference is noise and is drawn as a level
    /// line.
    private static final double LEAST_SPAN = 1e-4;

    public LinePlot {
        lines = List.copyOf(lines);
    }

    /// @param unit SI; empty for a plain number
    public record Axis(String name, String unit, Scale scale) {
        /// With a linear scale.
        public Axis(String name, String unit) {
            this(name, unit, Scale.LINEAR);
        }
    }

    /// How an axis is divided.
    public enum Scale {
        LINEAR,
        /// Whole decades, of positive values.
        DECADES
    }

    /// How the values of a line are drawn.
    public enum Style {
        LINE,
        /// Usual for computed values beside the line of a reference: the first marks have the colour of the first
        /// line, and so on.
        MARKS,
        LINE_AND_MARKS
    }

    /// @param x ascending, @param y as many, NaN where there is no value
    public record Line(String name, double[] x, double[] y, Style style) {
        public Line {
            if (x.length != y.length) {
                throw new IllegalArgumentException(
                        "line %s has %d values at %d places".formatted(name, y.length, x.length));
            }
        }

        Line(String name, double[] x, double[] y) {
            this(name, x, y, Style.LINE);
        }
    }

    /// Draws the plot into a PNG file.
    /// @throws OutputUnavailable where this machine cannot draw letters
    public void write(Path file) throws IOException {
        String name = file.getFileName().toString();
        Drawing.of(name, () -> Png.write(file, draw()));
    }

    /// From the smallest to the largest value of an axis.
    private record Span(double low, double high, Scale scale) {
        /// With a margin around a level line.
        static Span upward(DoubleStream values, Scale scale) {
            double[] finite = values.filter(Double::isFinite).toArray();
            if (scale == Scale.DECADES) {
                return decades(finite);
            }
            double low = Arrays.stream(finite).min().orElse(0);
            double high = Arrays.stream(finite).max().orElse(1);
            double largest = Math.max(Math.abs(low), Math.abs(high));
            if (high - low > LEAST_SPAN * largest) {
                double margin = 0.04 * (high - low);
                boolean fromZero = low >= 0 && low < 0.3 * high;
                return new Span(fromZero ? 0 : low - margin, high + margin, scale);
            }
            double around = largest == 0 ? 1 : 0.1 * largest;
            return new Span((low + high) / 2 - around, (low + high) / 2 + around, scale);
        }

        /// From zero, or the smallest value below; where all values are far from zero, with a margin around them.
        static Span across(DoubleStream values, Scale scale) {
            double[] all = values.filter(Double::isFinite).toArray();
            if (scale == Scale.DECADES) {
                return decades(all);
            }
            double low = Arrays.stream(all).min().orElse(0);
            double high = Arrays.stream(all).max().orElse(1);
            double margin = 0.04 * (high - low);
            return low > 0.5 * high && high > low
                    ? new Span(low - margin, high + margin, scale)
                    : new Span(Math.min(0, low), high, scale);
        }

        private static Span decades(double[] values) {
            double first = Math.floor(Math.log10(Arrays.stream(values).min().orElse(1)));
            double last = Math.ceil(Math.log10(Arrays.stream(values).max().orElse(1)));
            return new Span(Math.pow(10, first), Math.pow(10, Math.max(first + 1, last)), Scale.DECADES);
        }

        double part(double value) {
            return scale == Scale.DECADES
                    ? Math.log10(value / low) / Math.log10(high / low)
                    : (value - low) / (high - low);
        }

        Ticks ticks(String unit, int wanted) {
            return scale == Scale.DECADES ? Ticks.ofDecades(low, high, wanted) : Ticks.of(low, high, unit, wanted);
        }
    }

    /// The place of values in the picture.
    private record Area(Rectangle2D frame, Span across, Span upward) {
        double x(double value) {
            return frame.getMinX() + across.part(value) * frame.getWidth();
        }

        double y(double value) {
            return frame.getMaxY() - upward.part(value) * frame.getHeight();
        }
    }

    BufferedImage draw() {
        BufferedImage image = new BufferedImage(WIDTH, HEIGHT, BufferedImage.TYPE_INT_RGB);
        Graphics2D g = image.createGraphics();
        Drawing.smooth(g);
        g.setRenderingHint(RenderingHints.KEY_STROKE_CONTROL, RenderingHints.VALUE_STROKE_PURE);
        g.setColor(Color.WHITE);
        g.fillRect(0, 0, WIDTH, HEIGHT);
        Span spanAcross = Span.across(values(Line::x), across.scale);
        Span spanUpward = Span.upward(values(Line::y), upward.scale);
        Ticks ticksAcross = spanAcross.ticks(across.unit, TICKS_ACROSS);
        Ticks ticksUpward = spanUpward.ticks(upward.unit, TICKS_UPWARD);
        g.setFont(Typeface.of(Font.PLAIN, 14));
        int widest = ticksUpward.labels().stream()
                .mapToInt(g.getFontMetrics()::stringWidth)
                .max()
                .orElse(0);
        int left = AXIS_NAME + widest + 12;
        List<List<Integer>> legend = legendRows(g, WIDTH - RIGHT - left);
        int bottom = HEIGHT - BOTTOM - LEGEND_LINE * legend.size();
        var area =
                new Area(new Rectangle2D.Double(left, TOP, WIDTH - RIGHT - left, bottom - TOP), spanAcross, spanUpward);
        axes(g, area, ticksAcross, ticksUpward);
        g.setClip(new Rectangle2D.Double(left, TOP - 4, area.frame.getWidth() + 6, area.frame.getHeight() + 8));
        for (int k = 0; k < lines.size(); k++) {
            line(g, area, k);
        }
        g.setClip(null);
        legend(g, left, legend);
        titles(g, left);
        g.dispose();
        return image;
    }

    private DoubleStream values(Function<Line, double[]> of) {
        return lines.stream().map(of).flatMapToDouble(Arrays::stream);
    }

    private void axes(Graphics2D g, Area area, Ticks acrossTicks, Ticks upwardTicks) {
        Rectangle2D frame = area.frame;
        for (int k = 0; k < acrossTicks.values().size(); k++) {
            int x = (int) Math.round(area.x(acrossTicks.values().get(k)));
            String label = acrossTicks.labels().get(k);
            g.setColor(GRID);
            g.drawLine(x, (int) frame.getMinY(), x, (int) frame.getMaxY());
            g.setColor(Color.BLACK);
            g.drawLine(x, (int) frame.getMaxY(), x, (int) frame.getMaxY() + 5);
            g.drawString(label, x - g.getFontMetrics().stringWidth(label) / 2, (int) frame.getMaxY() + 20);
        }
        for (int k = 0; k < upwardTicks.values().size(); k++) {
            int y = (int) Math.round(area.y(upwardTicks.values().get(k)));
            String label = upwardTicks.labels().get(k);
            g.setColor(GRID);
            g.drawLine((int) frame.getMinX(), y, (int) frame.getMaxX(), y);
            g.setColor(Color.BLACK);
            g.drawLine((int) frame.getMinX() - 5, y, (int) frame.getMinX(), y);
            g.drawString(label, (int) frame.getMinX() - 9 - g.getFontMetrics().stringWidth(label), y + 5);
        }
        g.setColor(Color.BLACK);
        g.drawLine((int) frame.getMinX(), (int) frame.getMaxY(), (int) frame.getMaxX(), (int) frame.getMaxY());
        g.drawLine((int) frame.getMinX(), (int) frame.getMinY(), (int) frame.getMinX(), (int) frame.getMaxY());
        centred(g, acrossTicks.name(across.name()), (int) frame.getCenterX(), (int) frame.getMaxY() + 42);
        g.rotate(-Math.PI / 2);
        centred(g, upwardTicks.name(upward.name()), -(int) frame.getCenterY(), 22);
        g.rotate(Math.PI / 2);
    }

    private static void centred(Graphics2D g, String text, int x, int y) {
        g.drawString(text, x - g.getFontMetrics().stringWidth(text) / 2, y);
    }

    private static BasicStroke stroke(int colour) {
        return new BasicStroke(2, BasicStroke.CAP_BUTT, BasicStroke.JOIN_ROUND, 1, dashes(colour), 0);
    }

    private static float @Nullable [] dashes(int colour) {
        return DASHES[(colour + colour / COLOURS.length) % DASHES.length];
    }

    /// Marks and lines are counted apart.
    private int colour(int k) {
        boolean areMarks = lines.get(k).style == Style.MARKS;
        return (int) lines.subList(0, k).stream()
                .filter(line -> (line.style == Style.MARKS) == areMarks)
                .count();
    }

    private void line(Graphics2D g, Area area, int k) {
        Line line = lines.get(k);
        Path2D path = new Path2D.Double();
        boolean isOpen = false;
        g.setColor(COLOURS[colour(k) % COLOURS.length]);
        for (int n = 0; n < line.x.length; n++) {
            if (!Double.isFinite(line.y[n])) {
                isOpen = false;
                continue;
            }
            double x = area.x(line.x[n]);
            double y = area.y(line.y[n]);
            if (isOpen) {
                path.lineTo(x, y);
            } else {
                path.moveTo(x, y);
            }
            isOpen = true;
            if (line.style != Style.LINE) {
                g.fill(mark(x, y, colour(k)));
            }
        }
        if (line.style != Style.MARKS) {
            g.setStroke(stroke(colour(k)));
            g.draw(path);
            g.setStroke(new BasicStroke(1));
        }
    }

    /// Discs, then squares.
    private static Shape mark(double x, double y, int colour) {
        return colour < FIRST_SQUARE
                ? new Ellipse2D.Double(x - 3, y - 3, 6, 6)
                : new Rectangle2D.Double(x - 2.8, y - 2.8, 5.6, 5.6);
    }

    /// The lines of each row of the legend; none where there is one line.
    private List<List<Integer>> legendRows(Graphics2D g, int width) {
        List<List<Integer>> rows = new ArrayList<>();
        int used = width;
        for (int k = 0; k < lines.size() && lines.size() > 1; k++) {
            int needed = legendWidth(g, k);
            if (used + needed > width) {
                rows.add(new ArrayList<>());
                used = 0;
            }
            rows.getLast().add(k);
            used += needed;
        }
        return rows;
    }

    private int legendWidth(Graphics2D g, int k) {
        return 40 + g.getFontMetrics().stringWidth(lines.get(k).name()) + 24;
    }

    private void legend(Graphics2D g, int left, List<List<Integer>> rows) {
        for (int row = 0; row < rows.size(); row++) {
            int x = left;
            int y = HEIGHT - 12 - LEGEND_LINE * (rows.size() - 1 - row);
            for (int k : rows.get(row)) {
                Line line = lines.get(k);
                g.setColor(COLOURS[colour(k) % COLOURS.length]);
                if (line.style != Style.MARKS) {
                    g.setStroke(stroke(colour(k)));
                    g.drawLine(x, y - 5, x + 34, y - 5);
                    g.setStroke(new BasicStroke(1));
                }
                if (line.style != Style.LINE) {
                    g.fill(mark(x + 17, y - 5, colour(k)));
                }
                g.setColor(Color.BLACK);
                g.drawString(line.name(), x + 40, y);
                x += legendWidth(g, k);
            }
        }
    }

    private void titles(Graphics2D g, int left) {
        int width = WIDTH - RIGHT - left;
        g.setColor(Color.BLACK);
        g.setFont(Typeface.of(title, Font.BOLD, 17));
        g.drawString(Drawing.shortened(title, g, width), left, 26);
        g.setColor(SMALL_PRINT);
        g.setFont(Typeface.of(subtitle, Font.PLAIN, 14));
        g.drawString(Drawing.shortened(subtitle, g, width), left, 48);
    }
}
