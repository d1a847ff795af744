package dev.tessera.suites.bench;

import dev.tessera.geometry.FluidNodes;
import dev.tessera.suites.Page;
import dev.tessera.suites.generator.Channels;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Tile utilisation of channels with square and circular cross-sections, tiles of 4³ nodes, for all 16 offsets of the
/// tile mesh across the channel. Nothing is timed, no device is needed.
/// Source: Tomczak & Szafran 2019, section 4.3.
final class OffsetSuite {
    static final String NAME = "offsets";
    static final int LEAST_WIDTH = 4;
    static final int MOST_WIDTH = 128;
    private static final int EDGE = 4;
    private static final List<String> SHAPES = List.of("square", "round");

    private OffsetSuite() {}

    /// @param width side or diameter, nodes
    static Map<String, Object> row(int width) {
        Map<String, Object> row = new LinkedHashMap<>();
        row.put("suite", NAME);
        row.put("geometry", "width-" + width);
        row.put("kernel", "tiling");
        row.put("width", width);
        put(row, "square", Channels.square(width, EDGE));
        put(row, "round", Channels.round(width, EDGE));
        return row;
    }

    private static void put(Map<String, Object> row, String shape, FluidNodes channel) {
        double[] found = Channels.utilisations(channel, EDGE);
        row.put(shape + "_least", Arrays.stream(found).min().orElseThrow());
        row.put(shape + "_mean", Arrays.stream(found).average().orElseThrow());
        row.put(shape + "_most", Arrays.stream(found).max().orElseThrow());
    }

    /// For the progress output.
    static String line(Map<String, Object> row) {
        return "%s: square %.3f to %.3f, round %.3f to %.3f"
                .formatted(
                        row.get("geometry"),
                        Page.number(row, "square_least"),
                        Page.number(row, "square_most"),
                        Page.number(row, "round_least"),
                        Page.number(row, "round_most"));
    }

    /// Statements of the paper compared with ours: a table in Markdown.
    /// @param rows of ascending widths
    static String claims(List<Map<String, Object>> rows) {
        List<String> lines = new ArrayList<>(List.of(Page.row("statement of 2019", "ours"), "|---|---|"));
        lines.add(Page.row("above 0.8 for every offset: from about 40 nodes on", from(rows, "least", 0.8)));
        lines.add(Page.row("above 0.9 for every offset: from about 100 nodes on", from(rows, "least", 0.9)));
        lines.add(Page.row("mean over offsets above 0.8: squares of 25, circles of 30", from(rows, "mean", 0.8)));
        lines.add(Page.row("mean over offsets above 0.9: squares of 55, circles of 65", from(rows, "mean", 0.9)));
        lines.add(Page.row("square of 8: 1 at best, 0.44 at worst, 0.56 on average", square(rows, 8)));
        return String.join("\n", lines);
    }

    private static String from(List<Map<String, Object>> rows, String which, double above) {
        return String.join(
                ", ",
                SHAPES.stream()
                        .map(shape -> "%s from %s on".formatted(shape, firstOf(rows, shape + "_" + which, above)))
                        .toList());
    }

    /// The smallest width from which on all are above.
    private static String firstOf(List<Map<String, Object>> rows, String key, double above) {
        String first = "no width";
        for (Map<String, Object> row : rows.reversed()) {
            if (Page.number(row, key) <= above) {
                break;
            }
            first = String.valueOf(row.get("width"));
        }
        return first;
    }

    private static String square(List<Map<String, Object>> rows, int width) {
        return rows.stream()
                .filter(row -> Integer.valueOf(width).equals(row.get("width")))
                .map(row -> "%.2f, %.2f, %.2f"
                        .formatted(
                                Page.number(row, "square_most"),
                                Page.number(row, "square_least"),
                                Page.number(row, "square_mean")))
                .findFirst()
                .orElse("not counted in this run");
    }
}
