package dev.tessera.output;

import java.awt.Color;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.knowm.xchart.BitmapEncoder;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.style.markers.SeriesMarkers;

/// Draws the time series of a run: each chosen column of `log.csv` over time, as a fraction of its last
/// value, and the
/// residual on a logarithmic axis in a picture of its own.
public final class ConvergencePlot {
    private static final Color[] COLOURS = {
        new Color(ColourMap.at(0.15)), new Color(ColourMap.at(0.45)), new Color(ColourMap.at(0.7)), Color.GRAY
    };

    private ConvergencePlot() {}

    /// Writes `convergence.png` and, where there is a residual, `residual.png`; nothing for fewer than two
    /// rows.
    /// @param log a file that [CsvLog] wrote
    public static List<Path> write(Path log, Path folder) throws IOException {
        List<Path> written = new ArrayList<>();
        Drawing.ofOptional("convergence.png", () -> written.addAll(draw(log, folder)));
        return written;
    }

    private static List<Path> draw(Path log, Path folder) throws IOException {
        List<String[]> rows = Files.readAllLines(log).stream()
                .map(line -> line.split(",", -1))
                .toList();
        List<Path> written = new ArrayList<>();
        if (rows.size() < 3) {
            return written;
        }
        String[] head = rows.getFirst();
        double[] time = column(rows, 1);
        XYChart chart = chart("Convergence", "value / last value");
        int drawn = 0;
        for (int c = 3; c < head.length && drawn < COLOURS.length; c++) {
            if (isOfInterest(head[c])) {
                double[] values = column(rows, c);
                double last = values[values.length - 1];
                if (Double.isFinite(last) && last != 0) {
                    double[] relative =
                            java.util.Arrays.stream(values).map(v -> v / last).toArray();
                    line(chart, head[c], time, relative, COLOURS[drawn++]);
                }
            }
        }
        if (drawn > 0) {
            written.add(save(chart, folder.resolve("convergence.png")));
        }
        residual(rows, time).ifPresent(residual -> written.add(save(residual, folder.resolve("residual.png"))));
        return written;
    }

    private static boolean isOfInterest(String column) {
        return column.startsWith("velocity.m") && !column.startsWith("velocity.mean_")
                || column.contains(".flow_rate")
                || column.equals("permeability [m2]")
                || column.contains(".mean_pressure");
    }

    private static java.util.Optional<XYChart> residual(List<String[]> rows, double[] time) {
        double[] values = column(rows, 2);
        List<Double> x = new ArrayList<>();
        List<Double> y = new ArrayList<>();
        for (int k = 0; k < values.length; k++) {
            if (values[k] > 0) {
                x.add(time[k]);
                y.add(values[k]);
            }
        }
        if (x.size() < 2) {
            return java.util.Optional.empty();
        }
        XYChart chart = chart("Relative change between two looks", "residual");
        chart.getStyler().setYAxisLogarithmic(true);
        line(
                chart,
                "residual",
                x.stream().mapToDouble(v -> v).toArray(),
                y.stream().mapToDouble(v -> v).toArray(),
                COLOURS[0]);
        return java.util.Optional.of(chart);
    }

    private static XYChart chart(String title, String yTitle) {
        XYChart chart = new XYChartBuilder()
                .width(900)
                .height(520)
                .title(title)
                .xAxisTitle("time, s")
                .yAxisTitle(yTitle)
                .build();
        chart.getStyler().setChartBackgroundColor(Color.WHITE);
        chart.getStyler().setPlotBackgroundColor(Color.WHITE);
        chart.getStyler().setPlotBorderVisible(false);
        chart.getStyler().setXAxisTickMarkSpacingHint(90);
        return chart;
    }

    private static void line(XYChart chart, String name, double[] x, double[] y, Color colour) {
        var series = chart.addSeries(name, x, y);
        series.setMarker(SeriesMarkers.NONE);
        series.setLineColor(colour);
    }

    private static double[] column(List<String[]> rows, int c) {
        return rows.stream()
                .skip(1)
                .mapToDouble(row -> c >= row.length || row[c].isEmpty() ? Double.NaN : Double.parseDouble(row[c]))
                .toArray();
    }

    private static Path save(XYChart chart, Path file) {
        try {
            BitmapEncoder.saveBitmap(chart, file.toString(), BitmapEncoder.BitmapFormat.PNG);
            return file;
        } catch (IOException problem) {
            throw new java.io.UncheckedIOException(problem);
        }
    }
}
