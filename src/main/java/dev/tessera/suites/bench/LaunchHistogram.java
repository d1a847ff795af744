package dev.tessera.suites.bench;

import dev.tessera.suites.Page;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// Figure 13 of Tomczak & Szafran 2019: distribution of the speeds of 100 launches of one kernel, BGK in FP64 on a
/// cavity of 200³ nodes.
final class LaunchHistogram {
    static final int SIDE = 200;

    /// Key of the seconds of each launch in a row.
    static final String SECONDS = "launch_seconds";

    private static final String GEOMETRY = "cavity-3d-" + SIDE;
    private static final int BINS = 10;
    private static final double THEIR_RANGE_MICROSECONDS = 78;

    private LaunchHistogram() {}

    /// Whether a row stores the time of each launch.
    static boolean storesTimes(Map<String, Object> row) {
        return PaperSuite.NAME.equals(row.get("suite"))
                && GEOMETRY.equals(row.get("geometry"))
                && "step".equals(row.get("kernel"));
    }

    /// Stores the time of each launch in the figure's row.
    static void keep(Map<String, Object> row, double[] seconds) {
        if (storesTimes(row)) {
            row.put(SECONDS, Arrays.stream(seconds).boxed().toList());
        }
    }

    /// A table of bins, and a sentence on the fastest and the slowest launch; another sentence if no row has them.
    static String table(List<Map<String, Object>> rows) {
        return rows.stream()
                .filter(row -> row.get(SECONDS) instanceof List<?>)
                .findFirst()
                .map(LaunchHistogram::table)
                .orElse("Not measured in this run.");
    }

    private static String table(Map<String, Object> row) {
        double[] seconds = ((List<?>) Objects.requireNonNull(row.get(SECONDS)))
                .stream()
                        .mapToDouble(value -> ((Number) value).doubleValue())
                        .sorted()
                        .toArray();
        double nodes = Page.number(row, "fluid_nodes") * 1e-6;
        double slowest = nodes / seconds[seconds.length - 1];
        double fastest = nodes / seconds[0];
        double width = Math.max((fastest - slowest) / BINS, Double.MIN_NORMAL);
        int[] launches = new int[BINS];
        for (double second : seconds) {
            launches[Math.min(BINS - 1, (int) ((nodes / second - slowest) / width))]++;
        }
        StringBuilder text = new StringBuilder(Page.row("MLUPS", "launches")).append("\n|---|---|\n");
        for (int bin = 0; bin < BINS; bin++) {
            text.append(Page.row(
                            "%.0f to %.0f".formatted(slowest + bin * width, slowest + (bin + 1) * width),
                            launches[bin]))
                    .append('\n');
        }
        return text.append("\n%d launches; longest less shortest %.0f µs (theirs: %.0f µs), median %.0f µs."
                        .formatted(
                                seconds.length,
                                (seconds[seconds.length - 1] - seconds[0]) * 1e6,
                                THEIR_RANGE_MICROSECONDS,
                                seconds[seconds.length / 2] * 1e6))
                .append(" Mean %.0f MLUPS."
                        .formatted(
                                nodes * seconds.length / Arrays.stream(seconds).sum()))
                .toString();
    }
}
