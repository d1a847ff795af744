package dev.tessera.suites.bench;

import dev.tessera.suites.Page;
import dev.tessera.suites.Provenance;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;

/// The rows of a bench as a page of `docs/benchmarks`.
public final class BenchPage {
    private BenchPage() {}

    /// @param rows as `bench --json` writes them
    public static String of(String suite, List<Map<String, Object>> rows, Provenance provenance) {
        List<Map<String, Object>> memory = rows.stream()
                .filter(row -> "bandwidth".equals(row.get("suite")))
                .toList();
        List<Map<String, Object>> failed =
                rows.stream().filter(BenchPage::isFailure).toList();
        List<Map<String, Object>> measured = rows.stream()
                .filter(Predicate.not(BenchPage::isFailure))
                .filter(row -> !memory.contains(row))
                .toList();
        return Page.of(
                        switch (suite) {
                            case "geometry", PaperSuite.NAME -> suite + ".md";
                            default -> "bench.md";
                        },
                        provenance)
                .with("suite", suite)
                .with("memory", memory(memory))
                .with("rows", table(suite, measured) + failures(failed))
                .text();
    }

    /// Whether a row says why it could not be measured.
    public static boolean isFailure(Map<String, Object> row) {
        return row.containsKey("error");
    }

    private static String memory(List<Map<String, Object>> rows) {
        List<String> parts = new ArrayList<>();
        for (Map<String, Object> row : rows) {
            parts.add("%s %s GB/s".formatted(row.get("geometry"), Page.number(row, "gb_per_s", "%.1f")));
        }
        return String.join(", ", parts);
    }

    private static String table(String suite, List<Map<String, Object>> measured) {
        return switch (suite) {
            case "geometry" -> geometries(measured);
            case PaperSuite.NAME -> papers(measured);
            default -> speeds(measured);
        };
    }

    private static String papers(List<Map<String, Object>> rows) {
        List<String> lines = new ArrayList<>();
        lines.add(Page.row(
                "geometry",
                "storage",
                "threads",
                "kernel",
                "collision",
                "equilibrium",
                "precision",
                "utilisation",
                "MLUPS",
                "of limit",
                "of sheet",
                "theirs",
                "of limit",
                "of sheet"));
        lines.add("|---|---|---|---|---|---|---|---|---|---|---|---|---|---|");
        for (Map<String, Object> row : rows) {
            lines.add(Page.row(
                    text(row, "geometry"),
                    text(row, "storage"),
                    text(row, "threads"),
                    text(row, "kernel"),
                    text(row, "collision"),
                    text(row, "equilibrium"),
                    text(row, "precision"),
                    Page.number(row, "tile_utilisation", "%.3f"),
                    Page.number(row, "mlups", "%.0f"),
                    Page.number(row, "limit_fraction", "%.2f"),
                    Page.number(row, "sheet_fraction", "%.2f"),
                    Page.number(row, "paper_mlups", "%.0f"),
                    Page.number(row, "paper_limit_fraction", "%.2f"),
                    Page.number(row, "paper_sheet_fraction", "%.2f")));
        }
        return String.join("\n", lines);
    }

    private static String speeds(List<Map<String, Object>> rows) {
        List<String> lines = new ArrayList<>();
        lines.add(Page.row(
                "geometry",
                "fluid nodes",
                "kernel",
                "addressing",
                "pattern",
                "lattice",
                "collision",
                "precision",
                "MLUPS",
                "predicted",
                "GB/s",
                "of limit",
                "storage's limit",
                "spread"));
        lines.add("|---|---|---|---|---|---|---|---|---|---|---|---|---|---|");
        for (Map<String, Object> row : rows) {
            lines.add(Page.row(
                    text(row, "geometry"),
                    Page.number(row, "fluid_nodes", "%,.0f"),
                    text(row, "kernel"),
                    text(row, "addressing"),
                    text(row, "pattern"),
                    text(row, "lattice"),
                    text(row, "collision"),
                    text(row, "precision"),
                    Page.number(row, "mlups", "%.1f"),
                    Page.number(row, "predicted_mlups", "%.1f"),
                    Page.number(row, "gb_per_s", "%.1f"),
                    Page.number(row, "limit_fraction", "%.2f"),
                    Page.number(row, "storage_limit_mlups", "%.1f"),
                    Page.number(row, "spread", "%.2f")));
        }
        return String.join("\n", lines);
    }

    private static String geometries(List<Map<String, Object>> rows) {
        List<String> lines = new ArrayList<>();
        lines.add(Page.row(
                "geometry",
                "what",
                "triangles",
                "box",
                "fluid nodes",
                "cut links",
                "first time, s",
                "median, s",
                "spread"));
        lines.add("|---|---|---|---|---|---|---|---|---|");
        for (Map<String, Object> row : rows) {
            lines.add(Page.row(
                    text(row, "geometry"),
                    text(row, "kernel"),
                    Page.number(row, "triangles", "%,.0f"),
                    text(row, "box"),
                    Page.number(row, "fluid_nodes", "%,.0f"),
                    Page.number(row, "cut_links", "%,.0f"),
                    Page.number(row, "first_seconds", "%.2f"),
                    Page.number(row, "seconds", "%.2f"),
                    Page.number(row, "spread", "%.2f")));
        }
        return String.join("\n", lines);
    }

    private static String failures(List<Map<String, Object>> rows) {
        StringBuilder text = new StringBuilder();
        for (Map<String, Object> row : rows) {
            text.append("\n\n**Not measured:** %s %s %s: %s"
                    .formatted(text(row, "geometry"), text(row, "kernel"), text(row, "addressing"), row.get("error")));
        }
        return text.toString();
    }

    private static String text(Map<String, Object> row, String key) {
        return Objects.toString(row.get(key), "");
    }
}
