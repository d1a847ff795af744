package dev.tessera.cli;

import dev.tessera.suites.bench.BenchPage;
import java.io.PrintStream;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Prints the rows of a benchmark as a table.
record BenchTable(PrintStream out) {
    private static final String SPEEDS = "%-14s %-10s %-14s %-13s %-12s %-5s %9s %8s %9s %10s";

    /// Keys of rows and the headings of their columns.
    private static final List<Column> OVERHEADS = List.of(
            new Column("tile_utilisation", "η"),
            new Column("alpha", "α"),
            new Column("beta", "β"),
            new Column("memory_cm", "mem. CM"),
            new Column("memory_fia", "FIA"),
            new Column("memory_dense", "dense"),
            new Column("memory_t2c", "T2C"),
            new Column("memory_tgb", "TGB"),
            new Column("bandwidth_cm", "bytes CM"),
            new Column("bandwidth_fia", "FIA"),
            new Column("bandwidth_dense", "dense"),
            new Column("bandwidth_t2c", "T2C"),
            new Column("bandwidth_tgb", "TGB"));

    private static final List<Column> OFFSETS = List.of(
            new Column("square_least", "sq. least"),
            new Column("square_mean", "mean"),
            new Column("square_most", "most"),
            new Column("round_least", "r. least"),
            new Column("round_mean", "mean"),
            new Column("round_most", "most"));

    private record Column(String key, String title) {}

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
        with(rows, "first_seconds").forEach(this::timing);
        with(rows, "dram_bytes_predicted").forEach(this::counted);
        numbers(
                with(rows, OVERHEADS.getLast().key()),
                OVERHEADS,
                "η: utilisation of tiles; α, β: fractions of the ghost buffers that are allocated and transferred;"
                        + " then memory and traffic of storages beyond the minimum.");
        numbers(
                with(rows, OFFSETS.getLast().key()),
                OFFSETS,
                "Utilisation of tiles in square and round channels, over all offsets of the tiles.");
        steps(with(rows, "steady_fraction"));
        runs(with(rows, "steps_fraction"));
        coProcessor(rows);
        thesis(with(rows, "experiment"));
        if (with(rows, "dram_bytes_predicted").isEmpty()) {
            speeds(with(rows, "mlups").stream()
                    .filter(row -> !row.containsKey("steady_fraction")
                            && !row.containsKey("cycle_ms")
                            && !row.containsKey("experiment"))
                    .toList());
        }
    }

    private static List<Map<String, Object>> with(List<Map<String, Object>> rows, String key) {
        return rows.stream().filter(row -> row.containsKey(key)).toList();
    }

    private void speeds(List<Map<String, Object>> rows) {
        if (rows.isEmpty()) {
            return;
        }
        out.println();
        out.println(SPEEDS.formatted(
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
        for (Map<String, Object> row : rows) {
            out.println(SPEEDS.formatted(
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

    /// Whole simulations, compared with the steady one.
    private void steps(List<Map<String, Object>> rows) {
        if (rows.isEmpty()) {
            return;
        }
        out.println("%-16s %-10s %-14s %-13s %9s %10s"
                .formatted("geometry", "run", "addressing", "pattern", "MLUPS", "of steady"));
        rows.forEach(row -> out.println("%-16s %-10s %-14s %-13s %9s %10s"
                .formatted(
                        text(row, "geometry"),
                        text(row, "kernel"),
                        text(row, "addressing"),
                        text(row, "pattern"),
                        number(row.get("mlups"), "%.1f"),
                        number(row.get("steady_fraction"), "%.3f"))));
        out.println();
        out.println(
                "of steady: median of the ratios to the steady run, measured alternating; on GPUs one after the other.");
    }

    /// Blocks of another program, measured and predicted.
    private void coProcessor(List<Map<String, Object>> rows) {
        List<Map<String, Object>> cycles = with(rows, "cycle_ms");
        if (cycles.isEmpty()) {
            return;
        }
        String line = "%-11s %-7s %5s %9s %9s %9s %9s %9s %8s %8s";
        out.println(line.formatted(
                "geometry",
                "copies",
                "steps",
                "send, ms",
                "steps, ms",
                "recv., ms",
                "all, ms",
                "predicted",
                "MLUPS",
                "pred."));
        cycles.forEach(row -> out.println(line.formatted(
                        text(row, "geometry"),
                        text(row, "kernel"),
                        row.get("steps_between"),
                        number(row.get("send_ms"), "%.3f"),
                        number(row.get("steps_ms"), "%.3f"),
                        number(row.get("receive_ms"), "%.3f"),
                        number(row.get("cycle_ms"), "%.3f"),
                        number(row.get("predicted_cycle_ms"), "%.3f"),
                        number(row.get("mlups"), "%.1f"),
                        number(row.get("predicted_mlups"), "%.1f"))
                .stripTrailing()));
        out.println();
        rows.stream().map(BenchPage::model).filter(text -> !text.isEmpty()).forEach(out::println);
        out.println("The model is fitted to the cubes above the first one that is only predicted, in this run.");
    }

    /// The experiments of the thesis.
    private void thesis(List<Map<String, Object>> rows) {
        if (rows.isEmpty()) {
            return;
        }
        String line = "%-13s %-15s %-22s %9s %10s  %s";
        out.println(line.formatted("experiment", "geometry", "what", "MLUPS", "of fastest", "figures"));
        rows.stream()
                .filter(row -> !row.containsKey("error"))
                .forEach(row -> out.println(line.formatted(
                                text(row, "experiment"),
                                text(row, "geometry"),
                                text(row, "kernel"),
                                number(row.get("mlups"), "%.1f"),
                                number(row.get("of_fastest"), "%.3f"),
                                BenchPage.figures(row))
                        .stripTrailing()));
    }

    /// Whole runs, and where their time went.
    private void runs(List<Map<String, Object>> rows) {
        if (rows.isEmpty()) {
            return;
        }
        out.println("%-16s %-7s %9s %8s %9s  %s".formatted("geometry", "run", "steps", "s", "stepping", "where, s"));
        rows.forEach(row -> out.println("%-16s %-7s %9s %8s %9s  %s"
                .formatted(
                        text(row, "geometry"),
                        text(row, "kernel"),
                        text(row, "steps"),
                        number(row.get("wall_s"), "%.2f"),
                        number(row.get("steps_fraction"), "%.2f"),
                        BenchPage.phases(row))));
    }

    /// Prints rows without speeds; nothing where there are none.
    private void numbers(List<Map<String, Object>> rows, List<Column> columns, String legend) {
        if (rows.isEmpty()) {
            return;
        }
        out.println("%-14s%s".formatted("geometry", cells(columns, Column::title)));
        rows.forEach(row -> out.println("%-14s%s"
                .formatted(text(row, "geometry"), cells(columns, column -> number(row.get(column.key()), "%.3f")))));
        out.println();
        out.println(legend);
    }

    private static String cells(List<Column> columns, Function<Column, String> cell) {
        return columns.stream()
                .map(column -> " %9s".formatted(cell.apply(column)))
                .collect(Collectors.joining());
    }

    /// Bytes per node and instructions as a profiler counted them, and by how much the prediction differs.
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
