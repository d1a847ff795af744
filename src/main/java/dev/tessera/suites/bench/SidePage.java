package dev.tessera.suites.bench;

import dev.tessera.suites.bench.PageTable.Column;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

/// The rows of suite `sides` as a table: a line for each box, kernel and launch, columns for each precision and
/// pattern.
final class SidePage {
    private final List<Map<String, Object>> rows;

    /// @param rows as `bench --json` writes them
    SidePage(List<Map<String, Object>> rows) {
        this.rows = rows;
    }

    String text() {
        List<String> kinds = rows.stream().map(SidePage::kind).distinct().toList();
        Map<List<String>, Map<String, Object>> lines = new LinkedHashMap<>();
        for (Map<String, Object> row : rows) {
            Map<String, Object> line = lines.computeIfAbsent(
                    List.of(PageTable.text(row, "geometry"), PageTable.text(row, "kernel"), launches(row)),
                    _ -> new LinkedHashMap<>(row));
            for (String key : List.of("mlups", "periodic_fraction", "spread")) {
                line.put(key + kind(row), row.get(key));
            }
        }
        List<Column> columns = new ArrayList<>(List.of(
                PageTable.text("sides", "geometry"),
                PageTable.text("kernel", "kernel"),
                new Column("launch", SidePage::launches)));
        for (String kind : kinds) {
            columns.add(PageTable.number(kind + " MLUPS", "mlups" + kind, "%,.0f"));
            columns.add(PageTable.number("of periodic", "periodic_fraction" + kind, "%.3f"));
            columns.add(PageTable.share("spread", "spread" + kind));
        }
        return new PageTable(columns).of(List.copyOf(lines.values()));
    }

    private static String kind(Map<String, Object> row) {
        return "%s %s"
                .formatted(PageTable.text(row, "precision").toUpperCase(Locale.ROOT), PageTable.text(row, "pattern"));
    }

    /// Rows of earlier versions do not say it.
    private static String launches(Map<String, Object> row) {
        return Objects.toString(row.get(SideSuite.LAUNCHES), "");
    }
}
