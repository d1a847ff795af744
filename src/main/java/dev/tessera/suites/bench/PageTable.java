package dev.tessera.suites.bench;

import dev.tessera.suites.Page;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;

/// A table of a page, from rows as `bench --json` writes them.
///
/// @param columns from left to right
record PageTable(List<Column> columns) {
    PageTable {
        columns = List.copyOf(columns);
    }

    /// A column: its heading, and its cell of each row.
    record Column(String heading, Function<Map<String, Object>, String> cell) {}

    static Column text(String heading, String key) {
        return new Column(heading, row -> text(row, key).replace("indices a node", "indices per node"));
    }

    static Column number(String heading, String key, String format) {
        return new Column(heading, row -> Page.number(row, key, format));
    }

    /// A fraction in percent.
    static Column share(String heading, String key) {
        return new Column(heading, row -> {
            double share = Page.number(row, key);
            return Double.isFinite(share) ? "%.0f %%".formatted(100 * share) : "";
        });
    }

    /// A relative error in percent, with its sign.
    static Column percent(String heading, String key) {
        return new Column(heading, row -> {
            double error = Page.number(row, key);
            return Double.isFinite(error) ? "%+.1f %%".formatted(100 * error) : "";
        });
    }

    /// A word of a row; empty if missing.
    static String text(Map<String, Object> row, String key) {
        return Objects.toString(row.get(key), "");
    }

    String of(List<Map<String, Object>> rows) {
        List<String> lines = new ArrayList<>();
        lines.add(Page.row(columns.stream().map(Column::heading).toArray()));
        lines.add("|" + "---|".repeat(columns.size()));
        for (Map<String, Object> row : rows) {
            lines.add(Page.row(
                    columns.stream().map(column -> column.cell().apply(row)).toArray()));
        }
        return String.join("\n", lines);
    }
}
