package dev.tessera.output;

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
import java.util.Arrays;
import java.util.List;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.DoubleStream;

/// A line plot with round ticks, a title, and a legend where there are several lines.
///
/// @param title the quantity
/// @param subtitle the case
/// @param across name and SI unit of the horizontal axis
/// @param upward name and SI unit of the vertical axis
/// @param isLogarithmic whether the vertical axis has whole decades; its values are then positive and drawn with
///        marks
record LinePlot(
        String title, String subtitle, Quantity across, Quantity upward, boolean isLogarithmic, List<Line> lines) {
    private static final int WIDTH = 900;
    private static final int HEIGHT = 520;
    private static final int TOP = 64;
    private static final int BOTTOM = 58;
    private static final int RIGHT = 28;
    private static final int LEGEND_LINE = 24;
    private static final int AXIS_NAME = 34; // left of the labels
    private static final int TICKS_ACROSS = 8;
    private static final int TICKS_UPWARD = 8;
    private static final Color GRID = new Color(0xdddddd);
    private static final Color SMALL_PRINT = new Color(0x555555);
    static final Color[] COLOURS = {
        new Color(ColourMap.at(0.15)), new Color(ColourMap.at(0.5)), new Color(0xd95f02), new Color(0x777777)
    };
    /// Lines with different dashes stay visible where they coincide.
    private static final float[][] DASHES = {null, {12, 6}, {3, 5}, {12, 4, 3, 4}};
    /// Smallest span relative to the largest number: a smaller difference is noise and is drawn as a level
    /// line.
    private static final double LEAST_SPAN = 1e-4;

    LinePlot {
        lines = List.copyOf(lines);
    }

    /// @param unit SI; empty for a plain number
    record Quantity(String name, String unit) {}

    /// @param x ascending, @param y NaN where there is no value
    record Line(String name, double[] x, double[] y) {}

    /// From the smallest to the largest value of an axis, with a margin around a level line.
    private record Span(double low, double high) {
        static Span of(DoubleStream values) {
            double[] finite = values.filter(Double::isFinite).toArray();
            double low = Arrays.stream(finite).min().orElse(0);
            double high = Arrays.stream(finite).max().orElse(1);
            double largest = Math.max(Math.abs(low), Math.abs(high));
            if (high - low > LEAST_SPAN * largest) {
                double margin = 0.04 * (high - low);
                boolean fromZero = low >= 0 && low < 0.3 * high;
                return new Span(fromZero ? 0 : low - margin, high + margin);
            }
            double around = largest == 0 ? 1 : 0.1 * largest;
            return new Span((low + high) / 2 - around, (low + high) / 2 + around);
        }

        double part(double value) {
            return (value - low) / (high - low);
        }
    }

    BufferedImage draw() {
        BufferedImage image = new BufferedImage(WIDTH, HEIGHT, BufferedImage.TYPE_INT_RGB);
        Graphics2D g = image.createGraphics();
        Drawing.smooth(g);
        g.setRenderingHint(RenderingHints.KEY_STROKE_CONTROL, RenderingHints.VALUE_STROKE_PURE);
        g.setColor(Color.WHITE);
        g.fillRect(0, 0, WIDTH, HEIGHT);
        Span spanAcross = new Span(
                Math.min(0, smallest(lines.stream().flatMapToDouble(line -> Arrays.stream(line.x())))),
                lines.stream()
                        .flatMapToDouble(line -> Arrays.stream(line.x()))
                        .max()
                        .orElse(1));
        Ticks ticksAcross = Ticks.of(spanAcross.low(), spanAcross.high(), across.unit(), TICKS_ACROSS);
        Ticks ticksUpward = ticksUpward();
        DoubleUnaryOperator height = heights();
        g.setFont(Typeface.of(Font.PLAIN, 14));
        int widest = ticksUpward.labels().stream()
                .mapToInt(g.getFontMetrics()::stringWidth)
                .max()
                .orElse(0);
        int bottom = HEIGHT - BOTTOM - (lines.size() > 1 ? LEGEND_LINE : 0);
        Rectangle2D area = new Rectangle2D.Double(
                AXIS_NAME + widest + 12, TOP, WIDTH - RIGHT - (AXIS_NAME + widest + 12), bottom - TOP);
        axes(g, area, spanAcross, ticksAcross, ticksUpward, height);
        g.setClip(new Rectangle2D.Double(area.getX(), TOP - 4, area.getWidth() + 6, area.getHeight() + 8));
        for (int k = 0; k < lines.size(); k++) {
            line(g, area, spanAcross, height, k);
        }
        g.setClip(null);
        legend(g, area);
        titles(g, area);
        g.dispose();
        return image;
    }

    private static double smallest(DoubleStream values) {
        return values.min().orElse(0);
    }

    private DoubleStream upwardValues() {
        return lines.stream().flatMapToDouble(line -> Arrays.stream(line.y())).filter(Double::isFinite);
    }

    private Ticks ticksUpward() {
        if (isLogarithmic) {
            return Ticks.ofDecades(
                    upwardValues().min().orElseThrow(), upwardValues().max().orElseThrow(), TICKS_UPWARD);
        }
        Span span = Span.of(upwardValues());
        return Ticks.of(span.low(), span.high(), upward.unit(), TICKS_UPWARD);
    }

    /// The relative height of a value on the vertical axis.
    private DoubleUnaryOperator heights() {
        if (isLogarithmic) {
            double first = Math.floor(Math.log10(upwardValues().min().orElseThrow()));
            double last = Math.ceil(Math.log10(upwardValues().max().orElseThrow()));
            double decades = Math.max(1, last - first);
            return value -> (Math.log10(value) - first) / decades;
        }
        return Span.of(upwardValues())::part;
    }

    private void axes(
            Graphics2D g,
            Rectangle2D area,
            Span spanAcross,
            Ticks acrossTicks,
            Ticks upwardTicks,
            DoubleUnaryOperator height) {
        for (int k = 0; k < acrossTicks.values().size(); k++) {
            int x = x(area, spanAcross.part(acrossTicks.values().get(k)));
            String label = acrossTicks.labels().get(k);
            g.setColor(GRID);
            g.drawLine(x, (int) area.getMinY(), x, (int) area.getMaxY());
            g.setColor(Color.BLACK);
            g.drawLine(x, (int) area.getMaxY(), x, (int) area.getMaxY() + 5);
            g.drawString(label, x - g.getFontMetrics().stringWidth(label) / 2, (int) area.getMaxY() + 20);
        }
        for (int k = 0; k < upwardTicks.values().size(); k++) {
            int y = y(area, height.applyAsDouble(upwardTicks.values().get(k)));
            String label = upwardTicks.labels().get(k);
            g.setColor(GRID);
            g.drawLine((int) area.getMinX(), y, (int) area.getMaxX(), y);
            g.setColor(Color.BLACK);
            g.drawLine((int) area.getMinX() - 5, y, (int) area.getMinX(), y);
            g.drawString(label, (int) area.getMinX() - 9 - g.getFontMetrics().stringWidth(label), y + 5);
        }
        g.setColor(Color.BLACK);
        g.drawLine((int) area.getMinX(), (int) area.getMaxY(), (int) area.getMaxX(), (int) area.getMaxY());
        g.drawLine((int) area.getMinX(), (int) area.getMinY(), (int) area.getMinX(), (int) area.getMaxY());
        centred(g, acrossTicks.name(across.name()), (int) area.getCenterX(), (int) area.getMaxY() + 42);
        g.rotate(-Math.PI / 2);
        centred(g, upwardTicks.name(upward.name()), -(int) area.getCenterY(), 22);
        g.rotate(Math.PI / 2);
    }

    private static int x(Rectangle2D area, double part) {
        return (int) Math.round(area.getMinX() + part * area.getWidth());
    }

    private static int y(Rectangle2D area, double part) {
        return (int) Math.round(area.getMaxY() - part * area.getHeight());
    }

    private static void centred(Graphics2D g, String text, int x, int y) {
        g.drawString(text, x - g.getFontMetrics().stringWidth(text) / 2, y);
    }

    private static BasicStroke stroke(int k) {
        return new BasicStroke(2, BasicStroke.CAP_BUTT, BasicStroke.JOIN_ROUND, 1, DASHES[k % DASHES.length], 0);
    }

    private void line(Graphics2D g, Rectangle2D area, Span spanAcross, DoubleUnaryOperator height, int k) {
        Line line = lines.get(k);
        Path2D path = new Path2D.Double();
        boolean isOpen = false;
        g.setColor(COLOURS[k % COLOURS.length]);
        for (int n = 0; n < line.x().length; n++) {
            if (!Double.isFinite(line.y()[n])) {
                isOpen = false;
                continue;
            }
            double x = area.getMinX() + spanAcross.part(line.x()[n]) * area.getWidth();
            double y = area.getMaxY() - height.applyAsDouble(line.y()[n]) * area.getHeight();
            if (isOpen) {
                path.lineTo(x, y);
            } else {
                path.moveTo(x, y);
            }
            isOpen = true;
            if (isLogarithmic) {
                Shape mark = new Ellipse2D.Double(x - 3, y - 3, 6, 6);
                g.fill(mark);
            }
        }
        g.setStroke(stroke(k));
        g.draw(path);
        g.setStroke(new BasicStroke(1));
    }

    private void legend(Graphics2D g, Rectangle2D area) {
        int x = (int) area.getMinX();
        int y = HEIGHT - 12;
        for (int k = 0; k < lines.size() && lines.size() > 1; k++) {
            g.setColor(COLOURS[k % COLOURS.length]);
            g.setStroke(stroke(k));
            g.drawLine(x, y - 5, x + 34, y - 5);
            g.setStroke(new BasicStroke(1));
            g.setColor(Color.BLACK);
            g.drawString(lines.get(k).name(), x + 40, y);
            x += 40 + g.getFontMetrics().stringWidth(lines.get(k).name()) + 24;
        }
    }

    private void titles(Graphics2D g, Rectangle2D area) {
        int width = WIDTH - RIGHT - (int) area.getMinX();
        g.setColor(Color.BLACK);
        g.setFont(Typeface.of(title, Font.BOLD, 17));
        g.drawString(Drawing.shortened(title, g, width), (int) area.getMinX(), 26);
        g.setColor(SMALL_PRINT);
        g.setFont(Typeface.of(subtitle, Font.PLAIN, 14));
        g.drawString(Drawing.shortened(subtitle, g, width), (int) area.getMinX(), 48);
    }
}
