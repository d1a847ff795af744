package dev.tessera.suites.bench;

import dev.tessera.kernel.gpu.Tuning;
import dev.tessera.layout.addressing.TileLayout;
import dev.tessera.suites.ReferenceTable;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;

/// Adds the speeds that Tomczak & Szafran published (2019; T2C and other storages on a GTX Titan) to our rows.
final class PaperFigures {
    private static final double SHEET_GB_PER_S = 288.384;
    private static final int SPEED_COLUMN = 9;

    private final Map<String, Double> mlups = new HashMap<>();
    private final Map<String, String> tables = new HashMap<>(); // the table of the paper, by the key of a speed
    private final Map<String, String[]> others = new HashMap<>(); // of other storages

    /// Read at the first use.
    private static final class Published {
        private static final PaperFigures FIGURES = new PaperFigures();
    }

    static PaperFigures published() {
        return Published.FIGURES;
    }

    PaperFigures() {
        for (String[] row : ReferenceTable.rows("tomczak_szafran2019_speed.csv")) {
            double speed = Double.parseDouble(row[SPEED_COLUMN]);
            tables.put(key(row[1], row[2], row[3], row[4], row[5], row[6], row[7], row[8]), row[0]);
            mlups.merge(key(row[1], row[2], row[3], row[4], "", row[6], row[7], row[8]), speed, Math::max);
            if (!row[5].isEmpty()) {
                mlups.put(key(row[1], row[2], row[3], row[4], row[5], row[6], row[7], row[8]), speed);
            }
        }
        for (String[] row : ReferenceTable.rows("tomczak_szafran_other_storages.csv")) {
            others.put(key(row[1], row[2], row[3], row[4]), row);
        }
    }

    /// The number of published figures; the better one of two register limits is stored twice.
    int size() {
        return mlups.size() + others.size();
    }

    private static String key(String... words) {
        return String.join(" ", words);
    }

    /// Adds `paper_mlups`, `paper_limit_fraction` (of the paper's fastest read/write-only kernel of that precision) and
    /// `paper_sheet_fraction` to a row that the paper has too.
    /// @param layout within tiles
    /// @param tuning the launch; without a limit of registers, the better of the papers' limits is used
    void compare(Map<String, Object> row, TileLayout layout, Tuning tuning) {
        String precision = Objects.toString(row.get("precision"));
        String kernel = Objects.toString(row.get("kernel"));
        boolean isStep = kernel.equals("step");
        String what = key(
                precision,
                Objects.toString(row.get("geometry")),
                PaperSuite.word(layout),
                Integer.toString(PaperSuite.tilesPerBlock(tuning)),
                PaperSuite.registers(tuning),
                kernel,
                isStep ? Objects.toString(row.get("collision")) : "",
                isStep ? Objects.toString(row.get("equilibrium")) : "");
        Double theirs = mlups.get(what);
        if (theirs != null && row.get("bytes_per_update") instanceof Number bytes) {
            row.put("paper_mlups", theirs);
            row.put("paper_table", tables.getOrDefault(what, ""));
            row.put("paper_limit_fraction", theirs / limit(precision));
            row.put("paper_sheet_fraction", theirs * bytes.doubleValue() * 1e-3 / SHEET_GB_PER_S);
        }
    }

    /// Adds the papers' figures of a storage without layouts to a row that they have too: `paper_sheet_fraction`,
    /// and `paper_mlups` where it is their own.
    void compareStorage(Map<String, Object> row) {
        String[] theirs = others.get(key(
                Objects.toString(row.get("precision")),
                Objects.toString(row.get("geometry")),
                Objects.toString(row.get("addressing")),
                Objects.toString(row.get("kernel"))));
        if (theirs != null) {
            if (!theirs[5].isEmpty()) {
                row.put("paper_mlups", Double.parseDouble(theirs[5]));
            }
            row.put("paper_sheet_fraction", Double.parseDouble(theirs[6]));
        }
    }

    private double limit(String precision) {
        return mlups.entrySet().stream()
                .filter(entry -> entry.getKey().startsWith(precision + " ")
                        && entry.getKey().contains(" read-write "))
                .mapToDouble(Map.Entry::getValue)
                .max()
                .orElseThrow();
    }
}
