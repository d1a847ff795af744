package dev.tessera.output;

import dev.tessera.output.LinePlot.Axis;
import dev.tessera.output.LinePlot.Line;
import dev.tessera.output.LinePlot.Scale;
import dev.tessera.output.LinePlot.Style;
import dev.tessera.solver.OutputChoice.Plot;
import dev.tessera.solver.OutputFailures;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.IntStream;

/// Draws the time series of a run: columns of `log.csv` over physical time, one PNG per plot.
public final class TimePlots {
    private static final Axis TIME = new Axis("time", "s");
    private static final int MOST_LINES = 4;
    private static final int FIRST_OBSERVABLE = 3; // after step, time and residual
    /// A quantity whose last value is smaller than this fraction of its largest one tends to zero, and is not
    /// drawn relative to the last value.
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
    /// rows, or for a quantity that the log lacks (no residual before the first two checks).
    /// @param log a file that [CsvLog] wrote
    /// @param title of the case, below the name of the quantity
    /// @param failures receives plots that could not be written
    /// @return the files written
    public static List<Path> write(Path log, List<Plot> plots, String title, Path folder, OutputFailures failures) {
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
        Optional<LinePlot> drawn = switch (plot.quantity()) {
            case Plot.CONVERGENCE -> convergence();
            case Plot.RESIDUAL -> residual();
            default -> observable(plot.quantity());
        };
        if (drawn.isPresent()) {
            Path file = folder.resolve(plot.quantity() + ".png");
            Png.write(file, drawn.get().draw());
            written.add(file);
        }
    }

    /// The main quantities as fractions of their last values.
    private Optional<LinePlot> convergence() {
        List<Line> lines = new ArrayList<>();
        for (int c = FIRST_OBSERVABLE; c < head.size() && lines.size() < MOST_LINES; c++) {
            double[] values = column(c);
            double last = values[values.length - 1];
            double largest = Arrays.stream(values).map(Math::abs).max().orElse(0);
            if (isOfInterest(nameOf(head.get(c))) && Math.abs(last) > VANISHED * largest) {
                double[] relative = Arrays.stream(values).map(v -> v / last).toArray();
                lines.add(new Line(nameOf(head.get(c)), timeS, relative));
            }
        }
        return lines.isEmpty()
                ? Optional.empty()
                : Optional.of(new LinePlot(
                        "Convergence: main quantities as fractions of their last values",
                        title,
                        TIME,
                        new Axis("value / last value", ""),
                        lines));
    }

    private static boolean isOfInterest(String name) {
        return name.equals("velocity.mean")
                || name.equals("velocity.maximum")
                || name.equals("permeability")
                || name.endsWith(".flow_rate")
                || name.endsWith(".mean_pressure");
    }

    /// The residual on a logarithmic axis over whole decades, one mark per check: between two checks the log
    /// repeats the value.
    private Optional<LinePlot> residual() {
        double[] values = column(2);
        int[] checks = IntStream.range(0, values.length)
                .filter(k -> values[k] > 0 && (k == 0 || values[k] != values[k - 1]))
                .toArray();
        if (checks.length < 2) {
            return Optional.empty();
        }
        double[] y = Arrays.stream(checks).mapToDouble(k -> values[k]).toArray();
        double[] x = Arrays.stream(checks).mapToDouble(k -> timeS[k]).toArray();
        return Optional.of(new LinePlot(
                "Residual: estimated relative distance from the steady state",
                title,
                TIME,
                new Axis("residual", "", Scale.DECADES),
                List.of(new Line("residual", x, y, Style.LINE_AND_MARKS))));
    }

    private Optional<LinePlot> observable(String name) {
        for (int c = FIRST_OBSERVABLE; c < head.size(); c++) {
            if (nameOf(head.get(c)).equals(name)) {
                return Optional.of(new LinePlot(
                        describe(name),
                        title,
                        TIME,
                        new Axis(name, unitOf(head.get(c))),
                        List.of(new Line(name, timeS, column(c)))));
            }
        }
        return Optional.empty();
    }

    /// The title of a column of the log: `inlet.flow_rate` is `Flow rate: inlet`.
    private static String describe(String name) {
        int dot = name.indexOf('.');
        if (name.startsWith("wall_shear_stress.")) {
            return switch (name.substring(dot + 1)) {
                case "mean" -> "Mean wall shear stress";
                case "p99" -> "Wall shear stress: 99th percentile";
                default -> "Largest wall shear stress";
            };
        }
        String words = switch (name.substring(dot + 1)) {
            case "mean" -> "Mean speed";
            case "maximum" -> "Largest speed";
            case "mean_x" -> "Mean velocity along x";
            case "mean_y" -> "Mean velocity along y";
            case "mean_z" -> "Mean velocity along z";
            case String other -> {
                String spaced = other.replace('_', ' ').replaceAll(" ([xyz])$", " along $1");
                yield spaced.substring(0, 1).toUpperCase(Locale.ROOT) + spaced.substring(1);
            }
        };
        String place = dot < 0 ? "" : name.substring(0, dot);
        return place.isEmpty() || place.equals("velocity") ? words : "%s: %s".formatted(words, place);
    }

    /// The name in a column's header: `inlet.flow_rate [m3/s]` is `inlet.flow_rate`.
    private static String nameOf(String columnHead) {
        int unit = columnHead.indexOf(" [");
        return unit < 0 ? columnHead : columnHead.substring(0, unit);
    }

    private static String unitOf(String columnHead) {
        int unit = columnHead.indexOf(" [");
        return unit < 0 ? "" : columnHead.substring(unit + 2, columnHead.length() - 1);
    }

    private double[] column(int c) {
        return rows.stream()
                .mapToDouble(row -> c >= row.length || row[c].isEmpty() ? Double.NaN : Double.parseDouble(row[c]))
                .toArray();
    }
}
