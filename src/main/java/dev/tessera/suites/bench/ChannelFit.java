package dev.tessera.suites.bench;

import dev.tessera.suites.Page;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/// Fit of the speed of tiles on rectangular channels of a million nodes to the faces η_f and edges η_e that tiles
/// share, with the terms of equation 19 of Tomczak & Szafran 2019: fraction of the data sheet's bandwidth = c0 + c1 η_f
/// + c2 η_e + c3 / (2.9 - η_f) + c4 / (2.81 - η_e), fitted by least squares.
///
/// @param coefficients c0 … c4
/// @param rms of the residuals, a fraction of the bandwidth
record ChannelFit(List<Double> coefficients, double rms, int rows) {
    /// Equation 19, for a GTX Titan.
    static final List<Double> PUBLISHED = List.of(0.92, -1 / 14.28, -1 / 25.74, 0.00104, 0.0023);

    private static final int LEAST_ROWS = 10;

    ChannelFit {
        coefficients = List.copyOf(coefficients);
    }

    private static double[] terms(double faces, double edges) {
        return new double[] {1, faces, edges, 1 / (2.9 - faces), 1 / (2.81 - edges)};
    }

    static double value(List<Double> coefficients, double faces, double edges) {
        double[] terms = terms(faces, edges);
        double sum = 0;
        for (int k = 0; k < terms.length; k++) {
            sum += coefficients.get(k) * terms[k];
        }
        return sum;
    }

    /// @param points faces, edges and fraction of the bandwidth
    static ChannelFit of(List<double[]> points) {
        int n = PUBLISHED.size();
        double[][] system = new double[n][n + 1];
        for (double[] point : points) {
            double[] terms = terms(point[0], point[1]);
            for (int i = 0; i < n; i++) {
                for (int j = 0; j < n; j++) {
                    system[i][j] += terms[i] * terms[j];
                }
                system[i][n] += terms[i] * point[2];
            }
        }
        List<Double> coefficients = solved(system);
        double sum = 0;
        for (double[] point : points) {
            double error = value(coefficients, point[0], point[1]) - point[2];
            sum += error * error;
        }
        return new ChannelFit(coefficients, Math.sqrt(sum / points.size()), points.size());
    }

    /// Elimination with pivots.
    private static List<Double> solved(double[][] system) {
        int n = system.length;
        for (int column = 0; column < n; column++) {
            int pivot = column;
            for (int row = column + 1; row < n; row++) {
                pivot = Math.abs(system[row][column]) > Math.abs(system[pivot][column]) ? row : pivot;
            }
            double[] swapped = system[column];
            system[column] = system[pivot];
            system[pivot] = swapped;
            for (int row = 0; row < n; row++) {
                if (row != column) {
                    double factor = system[row][column] / system[column][column];
                    for (int k = column; k <= n; k++) {
                        system[row][k] -= factor * system[column][k];
                    }
                }
            }
        }
        List<Double> solution = new ArrayList<>();
        for (int row = 0; row < n; row++) {
            solution.add(system[row][n] / system[row][row]);
        }
        return solution;
    }

    /// A section of a page, from rows of channels with `common_faces`, `common_edges` and `sheet_fraction`; a sentence
    /// if there are too few.
    static String section(List<Map<String, Object>> rows) {
        List<double[]> points = new ArrayList<>();
        for (Map<String, Object> row : rows) {
            if (row.get("common_faces") instanceof Number faces
                    && row.get("common_edges") instanceof Number edges
                    && row.get("sheet_fraction") instanceof Number reached) {
                points.add(new double[] {faces.doubleValue(), edges.doubleValue(), reached.doubleValue()});
            }
        }
        if (points.size() < LEAST_ROWS) {
            return "Channels were not measured in this run, or the device's data sheet is not known.";
        }
        ChannelFit fit = of(points);
        List<String> lines = new ArrayList<>(List.of(
                Page.row("", "1", "η_f", "η_e", "1 / (2.9 - η_f)", "1 / (2.81 - η_e)", "rms", "channels"),
                "|" + "---|".repeat(8)));
        lines.add(line("theirs, equation 19", PUBLISHED, "", "1873"));
        lines.add(line("ours", fit.coefficients(), "%.4f".formatted(fit.rms()), Integer.toString(fit.rows())));
        lines.add("");
        lines.add(edgesOverFaces(points));
        lines.add("");
        lines.add(alongAxes(rows));
        return String.join("\n", lines);
    }

    /// Equations 17 and 18: number of shared edges as a function of shared faces.
    private static String edgesOverFaces(List<double[]> points) {
        List<double[]> wide = points.stream().filter(point -> point[1] >= 1).toList();
        List<double[]> narrow = points.stream().filter(point -> point[1] < 1).toList();
        double[] ours = straightLine(wide);
        return """
                | edges over faces | theirs | rms of theirs | ours, least squares | channels |
                |---|---|---|---|---|
                | equation 17, wider channels | η_e = 1.85 η_f - 2.56 | %.3f | η_e = %.2f η_f - %.2f | %d |
                | equation 18, one tile thick (η_e < 1) | η_e = η_f - 1 | %.3f |  | %d |""".formatted(rms(wide, 1.85, -2.56), ours[0], -ours[1], wide.size(), rms(narrow, 1, -1), narrow.size());
    }

    /// Mean and best speed of the channels along each axis, with the same cross-sections.
    private static String alongAxes(List<Map<String, Object>> rows) {
        List<String> lines = new ArrayList<>(List.of(
                Page.row("along", "channels", "mean of sheet", "fastest", "of sheet"), "|---|---|---|---|---|"));
        for (int axis = 0; axis < 3; axis++) {
            int along = axis;
            List<Map<String, Object>> some = rows.stream()
                    .filter(row -> PageTable.text(row, "geometry").startsWith("channel-") && longest(row) == along)
                    .toList();
            some.stream()
                    .max(Comparator.comparingDouble(row -> Page.number(row, "sheet_fraction")))
                    .ifPresent(fastest -> lines.add(Page.row(
                            "xyz".charAt(along),
                            some.size(),
                            "%.3f"
                                    .formatted(some.stream()
                                            .mapToDouble(row -> Page.number(row, "sheet_fraction"))
                                            .average()
                                            .orElse(Double.NaN)),
                            PageTable.text(fastest, "geometry"),
                            Page.number(fastest, "sheet_fraction", "%.3f"))));
        }
        return String.join("\n", lines);
    }

    /// The axis of a channel: the first of the longest ones.
    private static int longest(Map<String, Object> row) {
        String[] sides =
                PageTable.text(row, "geometry").replaceFirst("^channel-", "").split("x", -1);
        int longest = 0;
        for (int axis = 1; axis < sides.length; axis++) {
            longest = Integer.parseInt(sides[axis]) > Integer.parseInt(sides[longest]) ? axis : longest;
        }
        return longest;
    }

    /// Slope and value at 0 of the line through points, by least squares.
    private static double[] straightLine(List<double[]> points) {
        double x = points.stream().mapToDouble(p -> p[0]).average().orElse(Double.NaN);
        double y = points.stream().mapToDouble(p -> p[1]).average().orElse(Double.NaN);
        double slope = points.stream().mapToDouble(p -> (p[0] - x) * (p[1] - y)).sum()
                / points.stream().mapToDouble(p -> (p[0] - x) * (p[0] - x)).sum();
        return new double[] {slope, y - slope * x};
    }

    private static double rms(List<double[]> points, double slope, double start) {
        return Math.sqrt(points.stream()
                .mapToDouble(p -> Math.pow(slope * p[0] + start - p[1], 2))
                .average()
                .orElse(Double.NaN));
    }

    private static String line(String what, List<Double> coefficients, String rms, String rows) {
        List<Object> cells = new ArrayList<>(List.of(what));
        coefficients.forEach(c -> cells.add("%.5f".formatted(c)));
        cells.add(rms);
        cells.add(rows);
        return Page.row(cells.toArray());
    }
}
