package dev.tessera.suites.bench;

import dev.tessera.suites.Page;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

/// Table 7 of Tomczak & Szafran 2019: T2C and connectivity matrix, as fractions of the data sheet's bandwidth.
final class MatrixTable {
    private MatrixTable() {}

    /// The table in Markdown.
    static String of(List<Map<String, Object>> rows) {
        List<Map<String, Object>> lines = new ArrayList<>();
        for (Map<String, Object> matrix : rows) {
            if (!is(matrix, "addressing", "connectivity-matrix") || !is(matrix, "lattice", "D3Q19")) {
                continue;
            }
            rows.stream()
                    .filter(row -> is(row, "addressing", "tiles")
                            && is(row, "kernel", "step")
                            && is(row, "collision", "bgk")
                            && is(row, "equilibrium", "incompressible")
                            && Stream.of("geometry", "precision")
                                    .allMatch(key -> Objects.equals(row.get(key), matrix.get(key))))
                    .findFirst()
                    .ifPresent(tiles -> lines.add(pair(tiles, matrix)));
        }
        return lines.isEmpty()
                ? PaperPage.NONE
                : new PageTable(List.of(
                                PageTable.text("geometry", "geometry"),
                                PageTable.text("precision", "precision"),
                                PageTable.number("T2C", "tiles", "%.3f"),
                                PageTable.number("connectivity matrix", "matrix", "%.3f"),
                                PageTable.number("T2C / matrix", "ratio", "%.2f"),
                                PageTable.number("their T2C", "their_tiles", "%.3f"),
                                PageTable.number("others' matrix", "their_matrix", "%.3f"),
                                PageTable.number("T2C / matrix", "their_ratio", "%.2f")))
                        .of(lines);
    }

    private static Map<String, Object> pair(Map<String, Object> tiles, Map<String, Object> matrix) {
        Map<String, Object> line = new LinkedHashMap<>();
        line.put("geometry", matrix.get("geometry"));
        line.put("precision", matrix.get("precision"));
        line.put("tiles", tiles.get("sheet_fraction"));
        line.put("matrix", matrix.get("sheet_fraction"));
        line.put("ratio", Page.number(tiles, "sheet_fraction") / Page.number(matrix, "sheet_fraction"));
        line.put("their_tiles", tiles.get("paper_sheet_fraction"));
        line.put("their_matrix", matrix.get("paper_sheet_fraction"));
        line.put(
                "their_ratio",
                Page.number(tiles, "paper_sheet_fraction") / Page.number(matrix, "paper_sheet_fraction"));
        return line;
    }

    private static boolean is(Map<String, Object> row, String key, String value) {
        return value.equals(row.get(key));
    }
}
