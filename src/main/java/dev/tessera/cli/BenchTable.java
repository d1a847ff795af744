package dev.tessera.cli;

import java.io.PrintStream;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Prints the rows of a bench as a table for people.
record BenchTable(PrintStream out) {
    private static final String LAYOUT = "%-14s %-10s %-14s %-13s %-12s %-5s %9s %8s %9s %10s";

    /// @param rows as `bench --json` writes them
    void print(List<Map<String, Object>> rows) {
        rows.stream()
                .filter(BenchTable::isBandwidth)
                .forEach(row -> out.println(
                        "memory %-7s %s GB/s".formatted(text(row, "geometry"), number(row.get("gb_per_s"), "%.1f"))));
        rows.stream()
                .filter(row -> row.containsKey("error"))
                .forEach(row -> out.println(
                        "failed: %s %s: %s".formatted(text(row, "geometry"), text(row, "kernel"), text(row, "error"))));
        rows.stream().filter(BenchTable::isTiming).forEach(this::timing);
        if (rows.stream().anyMatch(BenchTable::isCounted)) {
            rows.stream().filter(BenchTable::isCounted).forEach(this::counted);
            return;
        }
        List<Map<String, Object>> speeds =
                rows.stream().filter(row -> row.containsKey("mlups")).toList();
        if (speeds.isEmpty()) {
            return;
        }
        out.println();
        out.println(LAYOUT.formatted(
                "geometry",
                "kernel",
                "addressing",
                "pattern",
                "collision",
                "bits",
                "MLUPS",
                "GB/s",
                "of limit",
                "of update"));
        for (Map<String, Object> row : speeds) {
            out.println(LAYOUT.formatted(
                            text(row, "geometry"),
                            text(row, "kernel"),
                            text(row, "addressing"),
                            text(row, "pattern"),
                            text(row, "collision"),
                            text(row, "precision"),
                            number(row.get("mlups"), "%.1f"),
                            number(row.get("gb_per_s"), "%.1f"),
                            number(row.get("limit_fraction"), "%.2f"),
                            number(row.get("update_bandwidth_fraction"), "%.2f"))
                    .stripTrailing());
        }
        out.println();
        out.println("of limit: the fastest read/write-only kernel of the same precision on the full box in this run;");
        out.println("of update: the memory's bandwidth for updates in place in this run.");
    }

    private static boolean isCounted(Map<String, Object> row) {
        return row.containsKey("dram_bytes_predicted");
    }

    /// Bytes a node and instructions as a profiler counted them, and by how much the prediction differs.
    private void counted(Map<String, Object> row) {
        StringBuilder line = new StringBuilder("%-11s %-20s %-13s %s %-9s"
                .formatted(
                        text(row, "geometry"),
                        text(row, "storage").replaceFirst("^(.{20}).*", "$1"),
                        text(row, "pattern"),
                        row.get("phase"),
                        text(row, "precision")));
        for (String what : List.of("dram_bytes", "l2_bytes", "load_sectors", "store_sectors", "instructions")) {
            line.append(" %s %8s %7s"
                    .formatted(
                            what.replace("_bytes", "").replace("_sectors", "s"),
                            number(row.get(what), "%.1f"),
                            row.get(what + "_error") instanceof Double error ? "%+.1f %%".formatted(100 * error) : ""));
        }
        out.println(line);
    }

    private void timing(Map<String, Object> row) {
        out.println("%-14s %-12s box %-20s %12s fluid nodes  first %8s s  median %8s s"
                .formatted(
                        text(row, "geometry"),
                        text(row, "kernel"),
                        text(row, "box"),
                        row.get("fluid_nodes"),
                        number(row.get("first_seconds"), "%.2f"),
                        number(row.get("seconds"), "%.2f")));
    }

    private static boolean isTiming(Map<String, Object> row) {
        return row.containsKey("first_seconds");
    }

    private static String text(Map<String, Object> row, String key) {
        return row.get(key) instanceof String text ? text : "";
    }

    private static boolean isBandwidth(Map<String, Object> row) {
        return "bandwidth".equals(row.get("suite"));
    }

    private static String number(@Nullable Object value, String format) {
        return value instanceof Double number && Double.isFinite(number) ? format.formatted(number) : "";
    }
}
