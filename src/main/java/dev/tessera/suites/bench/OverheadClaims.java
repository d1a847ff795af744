package dev.tessera.suites.bench;

import dev.tessera.suites.Page;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;

/// Statements of Tomczak & Szafran (2018) on their geometries, compared with ours. Their table of cases and their
/// figures are missing in our copies.
final class OverheadClaims {
    private final List<Map<String, Object>> rows;

    OverheadClaims(List<Map<String, Object>> rows) {
        this.rows = rows;
    }

    /// A table in Markdown.
    String table() {
        List<String> lines = new ArrayList<>(List.of(Page.row("statement of 2018", "ours"), "|---|---|"));
        lines.add(Page.row(
                "chips (D2Q9): the memory overhead of T2C is 2.5 to 3.4 times that of TGB",
                range(OverheadClaims::isChip, row -> Page.number(row, "memory_t2c") / Page.number(row, "memory_tgb"))));
        lines.add(Page.row(
                "D3Q19: the memory overhead of T2C is 20 to 30 % higher than that of TGB",
                range(
                        OverheadClaims::isSparse3d,
                        row -> Page.number(row, "memory_t2c") / Page.number(row, "memory_tgb"))));
        for (String storage : List.of("fia", "cm")) {
            lines.add(Page.row(
                    "channels of 32 nodes: %s takes 1.6 to 1.7 times the memory of TGB"
                            .formatted(storage.toUpperCase(Locale.ROOT)),
                    range(
                            row -> isChip(row) && text(row, "geometry").endsWith("-32"),
                            row -> (1 + Page.number(row, "memory_" + storage))
                                    / (1 + Page.number(row, "memory_tgb")))));
        }
        lines.add(Page.row(
                "utilisation of chip A passes two thresholds (values missing) at channels of 27 and 39 nodes",
                range(isNamed("chip-a-27"), row -> Page.number(row, "tile_utilisation"))
                        + " and "
                        + range(isNamed("chip-a-39"), row -> Page.number(row, "tile_utilisation"))));
        lines.add(Page.row(
                "α and β of chips are close to each other",
                "they differ by "
                        + range(
                                OverheadClaims::isChip,
                                row -> Math.abs(Page.number(row, "alpha") - Page.number(row, "beta")))));
        lines.add(Page.row(
                "β is usually lower than α",
                count(OverheadClaims::isChip, row -> Page.number(row, "beta") < Page.number(row, "alpha"))));
        lines.add(Page.row(
                "bandwidth overhead of tiles (single bytes transferred) is below 0.1, usually close to 0.05: T2C",
                range(OverheadClaims::isSparse, row -> Page.number(row, "bandwidth_t2c"))));
        lines.add(Page.row(
                "the same for TGB", range(OverheadClaims::isSparse, row -> Page.number(row, "bandwidth_tgb"))));
        lines.add(Page.row(
                "3D: T2C always takes more memory than FIA",
                count(
                        OverheadClaims::isSparse3d,
                        row -> Page.number(row, "memory_t2c") > Page.number(row, "memory_fia"))));
        lines.add(Page.row(
                "3D: T2C takes less than CM for the aneurysm only",
                "less for: "
                        + String.join(
                                ", ",
                                rows.stream()
                                        .filter(OverheadClaims::isSparse3d)
                                        .filter(row -> Page.number(row, "memory_t2c") < Page.number(row, "memory_cm"))
                                        .map(row -> text(row, "geometry"))
                                        .toList())));
        return String.join("\n", lines);
    }

    private static boolean isChip(Map<String, Object> row) {
        return text(row, "geometry").startsWith("chip-");
    }

    private static boolean isSparse3d(Map<String, Object> row) {
        return "D3Q19".equals(row.get("lattice")) && isSparse(row);
    }

    private static boolean isSparse(Map<String, Object> row) {
        return !text(row, "geometry").startsWith("cavity");
    }

    private static Predicate<Map<String, Object>> isNamed(String geometry) {
        return row -> geometry.equals(row.get("geometry"));
    }

    private String range(Predicate<Map<String, Object>> isSelected, ToDoubleFunction<Map<String, Object>> value) {
        double[] values =
                rows.stream().filter(isSelected).mapToDouble(value).sorted().toArray();
        if (values.length == 0) {
            return "";
        }
        String least = "%.3f".formatted(values[0]);
        String most = "%.3f".formatted(values[values.length - 1]);
        return least.equals(most) ? least : least + " to " + most;
    }

    private String count(Predicate<Map<String, Object>> isSelected, Predicate<Map<String, Object>> holds) {
        List<Map<String, Object>> meant = rows.stream().filter(isSelected).toList();
        return "in %d of %d".formatted(meant.stream().filter(holds).count(), meant.size());
    }

    private static String text(Map<String, Object> row, String key) {
        return String.valueOf(row.get(key));
    }
}
