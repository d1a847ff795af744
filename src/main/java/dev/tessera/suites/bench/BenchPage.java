package dev.tessera.suites.bench;

import dev.tessera.suites.Page;
import dev.tessera.suites.Provenance;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Predicate;

/// The rows of a bench as a page of `docs/benchmarks`.
public final class BenchPage {
    private static final List<Column> SPEEDS = List.of(
            text("geometry", "geometry"),
            number("fluid nodes", "fluid_nodes", "%,.0f"),
            text("kernel", "kernel"),
            text("addressing", "addressing"),
            text("pattern", "pattern"),
            text("lattice", "lattice"),
            text("collision", "collision"),
            text("precision", "precision"),
            number("MLUPS", "mlups", "%.1f"),
            number("predicted", "predicted_mlups", "%.1f"),
            number("GB/s", "gb_per_s", "%.1f"),
            number("of limit", "limit_fraction", "%.2f"),
            number("storage's limit", "storage_limit_mlups", "%.1f"),
            number("spread", "spread", "%.2f"));

    private static final List<Column> PAPERS = List.of(
            text("geometry", "geometry"),
            text("storage", "storage"),
            text("lattice", "lattice"),
            text("threads", "threads"),
            text("kernel", "kernel"),
            text("collision", "collision"),
            text("equilibrium", "equilibrium"),
            text("precision", "precision"),
            number("utilisation", "tile_utilisation", "%.3f"),
            number("MLUPS", "mlups", "%.0f"),
            number("of limit", "limit_fraction", "%.2f"),
            number("model", "model_fraction", "%.2f"),
            number("of sheet", "sheet_fraction", "%.2f"),
            number("theirs", "paper_mlups", "%.0f"),
            number("of limit", "paper_limit_fraction", "%.2f"),
            number("of sheet", "paper_sheet_fraction", "%.2f"));

    private static final List<Column> GEOMETRIES = List.of(
            text("geometry", "geometry"),
            text("what", "kernel"),
            number("triangles", "triangles", "%,.0f"),
            text("box", "box"),
            number("fluid nodes", "fluid_nodes", "%,.0f"),
            number("cut links", "cut_links", "%,.0f"),
            number("first time, s", "first_seconds", "%.2f"),
            number("median, s", "seconds", "%.2f"),
            number("spread", "spread", "%.2f"));

    private static final List<Column> OVERHEADS = List.of(
            text("geometry", "geometry"),
            number("fluid nodes", "fluid_nodes", "%,.0f"),
            number("porosity", "porosity", "%.3f"),
            number("η", "tile_utilisation", "%.3f"),
            number("η_f", "common_faces", "%.2f"),
            number("η_e", "common_edges", "%.2f"),
            number("α", "alpha", "%.3f"),
            number("β", "beta", "%.3f"),
            number("memory: CM", "memory_cm", "%.2f"),
            number("FIA", "memory_fia", "%.2f"),
            number("dense", "memory_dense", "%.2f"),
            number("T2C", "memory_t2c", "%.2f"),
            number("TGB", "memory_tgb", "%.2f"),
            number("bytes: CM", "bandwidth_cm", "%.3f"),
            number("FIA", "bandwidth_fia", "%.3f"),
            number("T2C", "bandwidth_t2c", "%.3f"),
            number("TGB", "bandwidth_tgb", "%.3f"),
            number("bursts: T2C", "bandwidth_t2c_bursts", "%.3f"),
            number("TGB", "bandwidth_tgb_bursts", "%.3f"));

    private static final List<Column> OFFSETS = List.of(
            number("width", "width", "%.0f"),
            number("square: least", "square_least", "%.3f"),
            number("mean", "square_mean", "%.3f"),
            number("most", "square_most", "%.3f"),
            number("round: least", "round_least", "%.3f"),
            number("mean", "round_mean", "%.3f"),
            number("most", "round_most", "%.3f"));

    private static final List<Column> COUNTERS = List.of(
            text("geometry", "geometry"),
            text("storage", "storage"),
            text("pattern", "pattern"),
            text("phase", "phase"),
            text("precision", "precision"),
            number("memory, B", "dram_bytes", "%.0f"),
            number("predicted", "dram_bytes_predicted", "%.0f"),
            percent("error", "dram_bytes_error"),
            number("L2, B", "l2_bytes", "%.0f"),
            number("predicted", "l2_bytes_predicted", "%.0f"),
            percent("error", "l2_bytes_error"),
            number("loads, sectors", "load_sectors", "%.2f"),
            number("predicted", "load_sectors_predicted", "%.2f"),
            percent("error", "load_sectors_error"),
            number("stores, sectors", "store_sectors", "%.2f"),
            number("predicted", "store_sectors_predicted", "%.2f"),
            percent("error", "store_sectors_error"),
            number("instructions", "instructions", "%.0f"),
            number("predicted", "instructions_predicted", "%.0f"),
            percent("error", "instructions_error"),
            number("MLUPS", "mlups", "%.0f"));

    private BenchPage() {}

    /// What stands in a column of a table, of each row.
    private record Column(String heading, Function<Map<String, Object>, String> cell) {}

    private static Column text(String heading, String key) {
        return new Column(heading, row -> text(row, key));
    }

    private static Column number(String heading, String key, String format) {
        return new Column(heading, row -> Page.number(row, key, format));
    }

    private static Column percent(String heading, String key) {
        return new Column(heading, row -> {
            double part = Page.number(row, key);
            return Double.isFinite(part) ? "%+.1f %%".formatted(100 * part) : "";
        });
    }

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
        String kind = CounterRows.hasCounted(rows) || !suite.equals(CounterSuite.NAME) ? suite : "";
        return Page.of(
                        switch (kind) {
                            case "geometry", PaperSuite.NAME, OverheadSuite.NAME, OffsetSuite.NAME, CounterSuite.NAME ->
                                suite + ".md";
                            default -> "bench.md";
                        },
                        provenance)
                .with("suite", suite)
                .with("memory", memory(memory))
                .with("rows", table(kind, measured) + failures(failed))
                .with("claims", claims(suite, measured))
                .with("channels", suite.equals(PaperSuite.NAME) ? ChannelFit.section(measured) : "")
                .text();
    }

    private static String claims(String suite, List<Map<String, Object>> measured) {
        return switch (suite) {
            case OverheadSuite.NAME -> new OverheadClaims(measured).table();
            case OffsetSuite.NAME -> OffsetSuite.claims(measured);
            default -> "";
        };
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
        List<Column> columns = switch (suite) {
            case "geometry" -> GEOMETRIES;
            case PaperSuite.NAME -> PAPERS;
            case OverheadSuite.NAME -> OVERHEADS;
            case OffsetSuite.NAME -> OFFSETS;
            case CounterSuite.NAME -> COUNTERS;
            default -> SPEEDS;
        };
        List<String> lines = new ArrayList<>();
        lines.add(Page.row(columns.stream().map(Column::heading).toArray()));
        lines.add("|" + "---|".repeat(columns.size()));
        for (Map<String, Object> row : measured) {
            lines.add(Page.row(
                    columns.stream().map(column -> column.cell().apply(row)).toArray()));
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
