package dev.tessera.output;

import dev.tessera.solver.OutputChoice.Plot;
import dev.tessera.solver.OutputFailures;
import java.awt.Color;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.knowm.xchart.BitmapEncoder;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.XYSeries;
import org.knowm.xchart.style.markers.SeriesMarkers;

/// Draws the time series of a run: numbers of `log.csv` over physical time, one PNG a plot.
public final class TimePlots {
    private static final Color[] COLOURS = {
        new Color(ColourMap.at(0.15)), new Color(ColourMap.at(0.45)), new Color(ColourMap.at(0.7)), Color.GRAY
    };
    private static final int FIRST_OBSERVABLE = 3; // behind step, time and residual
    /// A number whose last value is smaller than this part of its largest one does not tend to that value: it
    /// vanishes.
    private static final double VANISHED = 1e-3;

    private final String title;
    private final Path folder;
    private final List<String> head;
    private final List<String[]> rows;
    private final double[] timeS;

    private TimePlots(String title, Path folder, List<String[]> lines) {
        this.title = title;
        this.folder = folder;
        this.head = List.of(lines.getFirst());
        this.rows = lines.subList(1, lines.size());
        this.timeS = column(1);
    }

    /// Writes `convergence.png`, `residual.png` and `NAME.png` for an observable; nothing for fewer than two
    /// rows, or for a number that the log does not have (no residual before the first two looks).
    /// @param log a file that [CsvLog] wrote
    /// @param title above every plot
    /// @param failures hears of plots that could not be written
    /// @return the files written
    public static List<Path> write(
            Path log, List<Plot> plots, String title, Path folder, OutputFailures failures) {
        List<Path> written = new ArrayList<>();
        failures.attempt("plots", "plots over time", () -> write(log, plots, title, folder, failures, written));
        return written;
    }

    private static void write(
            Path log, List<Plot> plots, String title, Path folder, OutputFailures failures, List<Path> written)
            throws IOException {
        List<String[]> lines = Files.readAllLines(log).stream()
                .map(line -> line.split(",", -1))
                .toList();
        if (lines.size() < 3) {
            return;
        }
        TimePlots drawn = new TimePlots(title, folder, lines);
        for (Plot plot : plots) {
            String file = plot.quantity() + ".png";
            failures.attempt(file, file, () -> Drawing.of(file, () -> drawn.draw(plot, written)));
        }
    }

    private void draw(Plot plot, List<Path> written) throws IOException {
        XYChart chart = chart(title);
        boolean any = switch (plot.quantity()) {
            case Plot.CONVERGENCE -> convergence(chart);
            case Plot.RESIDUAL -> residual(chart);
            default -> observable(chart, plot.quantity());
        };
        if (any) {
            Path file = folder.resolve(plot.quantity() + ".png");
            Png.write(file, BitmapEncoder.getBufferedImage(chart));
            written.add(file);
        }
    }

    /// Each number of interest as a fraction of its last value.
    private boolean convergence(XYChart chart) {
        chart.setYAxisTitle("value / last value");
        int drawn = 0;
        for (int c = FIRST_OBSERVABLE; c < head.size() && drawn < COLOURS.length; c++) {
            double[] values = column(c);
            double last = values[values.length - 1];
            double largest = Arrays.stream(values).map(Math::abs).max().orElse(0);
            if (isOfInterest(nameOf(head.get(c))) && Math.abs(last) > VANISHED * largest) {
                double[] relative = Arrays.stream(values).map(v -> v / last).toArray();
                line(chart, nameOf(head.get(c)), timeS, relative, COLOURS[drawn++]);
            }
        }
        return drawn > 0;
    }

    private static boolean isOfInterest(String name) {
        return name.equals("velocity.mean")
                || name.equals("velocity.maximum")
                || name.equals("permeability")
                || name.endsWith(".flow_rate")
                || name.endsWith(".mean_pressure");
    }

    /// On a logarithmic axis over whole decades, one mark a look: between two looks the log repeats the value.
    private boolean residual(XYChart chart) {
        double[] values = column(2);
        int[] looks = IntStream.range(0, values.length)
                .filter(k -> values[k] > 0 && (k == 0 || values[k] != values[k - 1]))
                .toArray();
        if (looks.length < 2) {
            return false;
        }
        double[] y = Arrays.stream(looks).mapToDouble(k -> values[k]).toArray();
        double[] x = Arrays.stream(looks).mapToDouble(k -> timeS[k]).toArray();
        chart.setYAxisTitle("residual (relative change between two looks)");
        chart.getStyler().setYAxisLogarithmic(true);
        chart.getStyler().setYAxisMin(decade(DoubleStream.of(y).min().orElseThrow(), false));
        chart.getStyler().setYAxisMax(decade(DoubleStream.of(y).max().orElseThrow(), true));
        line(chart, "residual", x, y, COLOURS[0]).setMarker(SeriesMarkers.CIRCLE);
        chart.getStyler().setLegendVisible(false);
        return true;
    }

    private static double decade(double value, boolean above) {
        double exponent = Math.log10(value);
        return Math.pow(10, above ? Math.ceil(exponent) : Math.floor(exponent));
    }

    private boolean observable(XYChart chart, String name) {
        for (int c = FIRST_OBSERVABLE; c < head.size(); c++) {
            if (nameOf(head.get(c)).equals(name)) {
                chart.setYAxisTitle(head.get(c).replace(" [", ", ").replace("]", ""));
                chart.getStyler().setLegendVisible(false);
                line(chart, name, timeS, column(c), COLOURS[0]);
                return true;
            }
        }
        return false;
    }

    /// Of a column's head: `inlet.flow_rate [m3/s]` is `inlet.flow_rate`.
    private static String nameOf(String columnHead) {
        int unit = columnHead.indexOf(" [");
        return unit < 0 ? columnHead : columnHead.substring(0, unit);
    }

    private XYChart chart(String above) {
        XYChart chart = new XYChartBuilder()
                .width(900)
                .height(520)
                .title(above)
                .xAxisTitle("time, s")
                .build();
        chart.getStyler().setChartBackgroundColor(Color.WHITE);
        chart.getStyler().setPlotBackgroundColor(Color.WHITE);
        chart.getStyler().setPlotBorderVisible(false);
        chart.getStyler().setXAxisTickMarkSpacingHint(90);
        chart.getStyler().setYAxisTickLabelsFormattingFunction(Ticks::text);
        chart.getStyler().setXAxisMin(Math.min(0, timeS[0]));
        return chart;
    }

    private static XYSeries line(XYChart chart, String name, double[] x, double[] y, Color colour) {
        var series = chart.addSeries(name, x, y);
        series.setMarker(SeriesMarkers.NONE);
        series.setLineColor(colour);
        series.setMarkerColor(colour);
        return series;
    }

    private double[] column(int c) {
        return rows.stream()
                .mapToDouble(row -> c >= row.length || row[c].isEmpty() ? Double.NaN : Double.parseDouble(row[c]))
                .toArray();
    }
}
