package dev.tessera.suites.bench;

import dev.tessera.layout.cost.Sectors;
import dev.tessera.suites.Page;
import dev.tessera.suites.ReferenceTable;
import dev.tessera.suites.bench.PageTable.Column;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;

/// The rows of suite `papers`, in the tables of the papers, with the papers' figures. Rows of suite `counters` on table
/// 5's cavity, if there are any, add hardware counters.
final class PaperPage {
    private static final String CAVITY = "cavity-3d-";
    private static final double LEAST_OF_CHIPS = 0.76; // utilisation of 16² tiles
    private static final double MOST_OF_CHIPS = 0.81;

    private static final List<Column> KERNEL = List.of(
            PageTable.text("kernel", "kernel"),
            PageTable.text("collision", "collision"),
            PageTable.text("equilibrium", "equilibrium"));

    private static final List<Column> OURS = List.of(
            PageTable.number("MLUPS", "mlups", "%.0f"),
            new Column("spread, %", PaperPage::spread),
            PageTable.share("of limit", "limit_fraction"),
            PageTable.share("of sheet", "sheet_fraction"));

    private static final List<Column> LAUNCH = List.of(
            PageTable.text("threads", "threads"),
            PageTable.text("registers", "registers"),
            PageTable.text("spilled, B", "spill_bytes"),
            PageTable.share("occupancy", "occupancy"));

    private static final List<Column> THEIRS = List.of(
            PageTable.number("theirs", "paper_mlups", "%.0f"),
            PageTable.share("of limit", "paper_limit_fraction"),
            PageTable.share("of sheet", "paper_sheet_fraction"));

    private static final Column UTILISATION = PageTable.number("utilisation", "tile_utilisation", "%.3f");
    private static final Column GEOMETRY = PageTable.text("geometry", "geometry");
    private static final Column STORAGE = PageTable.text("storage", "storage");
    private static final Column MODEL = PageTable.share("model", "model_fraction");

    private final List<Map<String, Object>> rows;
    private final List<Map<String, Object>> counted;

    /// @param rows measured rows of suite `papers`, and of `counters`
    PaperPage(List<Map<String, Object>> rows) {
        this.rows = rows.stream()
                .filter(row -> PaperSuite.NAME.equals(row.get("suite")))
                .toList();
        this.counted = rows.stream()
                .filter(row -> CounterSuite.NAME.equals(row.get("suite")))
                .toList();
    }

    /// All sections except the fit of the channels.
    String text() {
        List<String> sections = new ArrayList<>();
        sections.add(section(
                "Table 2 (2019): operations per node update, D3Q19",
                PaperOperations.counted().table(rows)));
        sections.add(section("Table 3 (2019): kernels on cavities, FP64", table3()));
        sections.add(section(
                "All measured cavities except those of table 4",
                table(
                        row -> isTiles(row)
                                && hasRestingLid(row)
                                && !(is(row, "precision", "fp32") && is(row, "geometry", CAVITY + "100")),
                        List.of(
                                List.of(GEOMETRY, PageTable.text("precision", "precision")),
                                List.of(new Column("layout", row -> PaperSuite.word(text(row, "layout")))),
                                KERNEL,
                                OURS,
                                LAUNCH,
                                THEIRS))));
        sections.add(section(
                "Cavities with a moving lid",
                table(
                        row -> isTiles(row) && text(row, "geometry").endsWith("-lid"),
                        List.of(
                                List.of(GEOMETRY, PageTable.text("precision", "precision")),
                                List.of(new Column("layout", row -> PaperSuite.word(text(row, "layout")))),
                                KERNEL,
                                OURS,
                                List.of(new Column("of the same with resting lid", this::ofRestingLid)),
                                LAUNCH))));
        sections.add(section(
                "Figure 13 (2019): 100 launches of BGK, incompressible, cavity of %1$d³, FP64, one after the other"
                        .formatted(LaunchHistogram.SIDE),
                LaunchHistogram.table(rows)));
        sections.add(section(
                "Table 4 (2019): layouts, tiles per block and registers, cavity of 100³, FP32", table4("fp32")));
        sections.add(section("The same in FP64, which the paper runs with one tile per block only", table4("fp64")));
        sections.add(section("Table 5 (2019): effect of layouts on propagation, cavity of 100³, FP64", table5()));
        for (String precision : List.of("fp64", "fp32")) {
            sections.add(section(
                    "Table 6 (2019): random spheres of 40 nodes' diameter in 192³, "
                            + precision.toUpperCase(Locale.ROOT),
                    table(
                            row -> is(row, "precision", precision)
                                    && text(row, "geometry").startsWith("spheres")
                                    && (isTiles(row) || isCompact(row)),
                            List.of(List.of(GEOMETRY, STORAGE), KERNEL, List.of(UTILISATION), OURS, LAUNCH, THEIRS))));
        }
        sections.add(section(
                "Table 7 (2019): comparison with a connectivity matrix, fractions of the data sheet's bandwidth",
                MatrixTable.of(rows)
                        + "\n\n"
                        + table(
                                row -> is(row, "addressing", "connectivity-matrix")
                                        && text(row, "geometry").startsWith("spheres"),
                                List.of(
                                        List.of(GEOMETRY, STORAGE, PageTable.text("precision", "precision")),
                                        OURS,
                                        LAUNCH,
                                        THEIRS))));
        sections.add(section("Table 8 (2019): aneurysm", vessel("aneurysm")));
        sections.add(section("Table 9 (2019): aorta with coarctation", vessel("coarctation")));
        sections.add(section(
                "Storages of 2018 in 2D: D2Q9, tiles of 16², FP64",
                table(
                        row -> is(row, "lattice", "D2Q9"),
                        List.of(
                                List.of(GEOMETRY, STORAGE, PageTable.text("kernel", "kernel"), UTILISATION),
                                OURS,
                                List.of(MODEL),
                                LAUNCH,
                                THEIRS))));
        Set<String> alike = new LinkedHashSet<>();
        rows.stream()
                .filter(row -> is(row, "lattice", "D2Q9")
                        && is(row, "addressing", "tiles")
                        && Page.number(row, "tile_utilisation") >= LEAST_OF_CHIPS
                        && Page.number(row, "tile_utilisation") <= MOST_OF_CHIPS)
                .forEach(row -> alike.add(text(row, "geometry")));
        sections.add(section(
                "Chips of 2018 with the papers' tile utilisation (%.2f to %.2f)"
                        .formatted(LEAST_OF_CHIPS, MOST_OF_CHIPS),
                table(
                        row -> alike.contains(text(row, "geometry")),
                        List.of(List.of(GEOMETRY, STORAGE, PageTable.text("kernel", "kernel"), UTILISATION), OURS))));
        sections.add(section(
                "Tiles with ghost buffers (TGB) in 3D: D3Q19, tiles of 4³ and 8³",
                table(
                        row -> is(row, "lattice", "D3Q19") && is(row, "addressing", "ghost-tiles"),
                        List.of(
                                List.of(
                                        GEOMETRY,
                                        STORAGE,
                                        PageTable.text("precision", "precision"),
                                        PageTable.text("kernel", "kernel"),
                                        PageTable.text("blocks per multiprocessor", "least_blocks"),
                                        UTILISATION),
                                OURS,
                                List.of(MODEL),
                                LAUNCH))));
        sections.add(section(
                "Channels of a million nodes: propagation, T2C, FP64",
                table(
                        row -> text(row, "geometry").startsWith("channel"),
                        List.of(
                                List.of(
                                        GEOMETRY,
                                        PageTable.number("η_f", "common_faces", "%.3f"),
                                        PageTable.number("η_e", "common_edges", "%.3f")),
                                OURS))));
        sections.add(section(
                "The limit: dense kernels that only read and write",
                table(
                        row -> is(row, "geometry", "full-box"),
                        List.of(
                                List.of(
                                        PageTable.text("precision", "precision"),
                                        PageTable.text("population arrays", "copies"),
                                        PageTable.text("nodes per thread", "nodes_per_thread")),
                                OURS,
                                LAUNCH))));
        return String.join("\n\n", sections);
    }

    private static String section(String title, String body) {
        return "## %s\n\n%s".formatted(title, body);
    }

    /// The fastest and the largest size of each kernel.
    private String table3() {
        List<Map<String, Object>> lines = new ArrayList<>();
        Set<List<String>> kernels = new LinkedHashSet<>();
        List<Map<String, Object>> cavities = rows.stream()
                .filter(row -> isTiles(row)
                        && is(row, "precision", "fp64")
                        && is(row, "layout", "papers")
                        && is(row, "threads", "64")
                        && hasRestingLid(row)
                        && !LaunchHistogram.storesTimes(row))
                .toList();
        cavities.forEach(row -> kernels.add(kernel(row)));
        for (List<String> kernel : kernels) {
            List<Map<String, Object>> ofKernel =
                    cavities.stream().filter(row -> kernel(row).equals(kernel)).toList();
            List<Map<String, Object>> published =
                    ofKernel.stream().filter(row -> is(row, "paper_table", "3")).toList();
            lines.add(line(
                    "fastest",
                    most(ofKernel, "mlups"),
                    published.isEmpty() ? Map.of() : most(published, "paper_mlups")));
            Map<String, Object> largest = ofKernel.stream()
                    .max(Comparator.comparingDouble(row -> Page.number(row, "fluid_nodes")))
                    .orElseThrow();
            lines.add(line("largest", largest, largest));
        }
        List<Column> columns = new ArrayList<>(List.of(
                PageTable.text("kernel", "kernel"),
                PageTable.text("collision", "collision"),
                PageTable.text("equilibrium", "equilibrium"),
                PageTable.text("size", "what"),
                PageTable.text("b", "side")));
        columns.addAll(OURS);
        columns.addAll(LAUNCH);
        columns.add(PageTable.text("their b", "their_side"));
        columns.addAll(THEIRS);
        return lines.isEmpty() ? NONE : new PageTable(columns).of(lines);
    }

    static final String NONE = "Not measured in this run.";

    private static Map<String, Object> line(String what, Map<String, Object> ours, Map<String, Object> theirs) {
        Map<String, Object> line = new LinkedHashMap<>(ours);
        line.put("what", what);
        line.put("side", text(ours, "geometry").substring(CAVITY.length()));
        boolean areKnown = theirs.containsKey("paper_mlups");
        line.put("their_side", areKnown ? text(theirs, "geometry").substring(CAVITY.length()) : "");
        for (String key : List.of("paper_mlups", "paper_limit_fraction", "paper_sheet_fraction")) {
            line.put(key, theirs.get(key));
        }
        return line;
    }

    private static Map<String, Object> most(List<Map<String, Object>> some, String key) {
        return some.stream()
                .max(Comparator.comparingDouble(row -> {
                    double value = Page.number(row, key);
                    return Double.isNaN(value) ? -1 : value;
                }))
                .orElseThrow();
    }

    private String table4(String precision) {
        return table(
                row -> isTiles(row)
                        && is(row, "precision", precision)
                        && is(row, "geometry", CAVITY + "100")
                        && Set.of("papers", "xyz").contains(text(row, "layout")),
                List.of(
                        List.of(
                                PageTable.text("layout", "layout"),
                                new Column(
                                        "tiles per block", row -> "%.0f".formatted(Page.number(row, "threads") / 64)),
                                new Column("registers at most", PaperSuite::registers)),
                        KERNEL,
                        OURS,
                        LAUNCH.subList(1, LAUNCH.size()),
                        THEIRS));
    }

    private String table5() {
        Map<List<String>, String[]> published = new LinkedHashMap<>();
        for (String[] row : ReferenceTable.rows("tomczak_szafran2019_table5.csv")) {
            published.put(List.of(row[0], row[1]), row);
        }
        List<Map<String, Object>> lines = new ArrayList<>();
        for (Map<String, Object> row : rows) {
            String layout = PaperSuite.word(text(row, "layout"));
            String[] theirs = published.get(List.of(layout, text(row, "kernel")));
            if (theirs != null
                    && isTiles(row)
                    && is(row, "threads", "64")
                    && is(row, "precision", "fp64")
                    && is(row, "geometry", CAVITY + "100")) {
                Map<String, Object> line = new LinkedHashMap<>(row);
                line.put("word", layout);
                count(line, row);
                line.put("their_l2", Double.parseDouble(theirs[2]) * 1e-6);
                line.put("their_memory", Double.parseDouble(theirs[3]) * 1e-6);
                line.put("their_hits", Double.parseDouble(theirs[4]));
                line.put("their_instructions", Double.parseDouble(theirs[5]));
                lines.add(line);
            }
        }
        List<Column> columns =
                new ArrayList<>(List.of(PageTable.text("layout", "word"), PageTable.text("kernel", "kernel")));
        columns.addAll(OURS);
        columns.addAll(LAUNCH);
        columns.addAll(List.of(
                PageTable.number("loads, 10⁶", "loads", "%.2f"),
                PageTable.number("L2 reads, 10⁶", "l2", "%.2f"),
                PageTable.number("memory reads, 10⁶", "memory", "%.2f"),
                PageTable.number("hits", "hits", "%.3f"),
                PageTable.number("instructions", "instructions", "%.0f")));
        columns.addAll(THEIRS);
        columns.addAll(List.of(
                PageTable.number("L2 reads, 10⁶", "their_l2", "%.2f"),
                PageTable.number("memory reads, 10⁶", "their_memory", "%.2f"),
                PageTable.number("hits", "their_hits", "%.3f"),
                PageTable.number("instructions", "their_instructions", "%.0f")));
        return lines.isEmpty() ? NONE : new PageTable(columns).of(lines);
    }

    /// Reads of 32 bytes per step, as in the paper.
    private void count(Map<String, Object> line, Map<String, Object> row) {
        counted.stream()
                .filter(of -> Objects.equals(of.get("storage"), row.get("storage"))
                        && Objects.equals(of.get("kernel"), row.get("kernel"))
                        && Objects.equals(of.get("geometry"), row.get("geometry")))
                .findFirst()
                .ifPresent(of -> {
                    double nodes = Page.number(of, "fluid_nodes") * 1e-6;
                    double l2 = Page.number(of, "l2_read_bytes") / Sectors.BYTES * nodes;
                    double memory = Page.number(of, "dram_read_bytes") / Sectors.BYTES * nodes;
                    line.put("loads", Page.number(of, "load_sectors") * nodes);
                    line.put("l2", l2);
                    line.put("memory", memory);
                    line.put("hits", 1 - memory / l2);
                    line.put("instructions", of.get("instructions"));
                });
    }

    private String vessel(String name) {
        return table(
                row -> text(row, "geometry").startsWith(name) && !is(row, "addressing", "ghost-tiles"),
                List.of(
                        List.of(STORAGE, PageTable.text("precision", "precision")),
                        KERNEL,
                        List.of(UTILISATION),
                        OURS,
                        LAUNCH,
                        THEIRS));
    }

    private String table(Predicate<Map<String, Object>> isSelected, List<List<Column>> columns) {
        List<Map<String, Object>> meant = rows.stream().filter(isSelected).toList();
        return meant.isEmpty()
                ? NONE
                : new PageTable(columns.stream().flatMap(List::stream).toList()).of(meant);
    }

    private static String spread(Map<String, Object> row) {
        double spread = Page.number(row, "spread");
        return Double.isFinite(spread) ? "%.1f".formatted(100 * spread) : "";
    }

    private static List<String> kernel(Map<String, Object> row) {
        return Stream.of("kernel", "collision", "equilibrium")
                .map(key -> text(row, key))
                .toList();
    }

    private static boolean isTiles(Map<String, Object> row) {
        return is(row, "addressing", "tiles") && is(row, "lattice", "D3Q19");
    }

    private static boolean isCompact(Map<String, Object> row) {
        return is(row, "addressing", "compact-tiles");
    }

    private static boolean is(Map<String, Object> row, String key, String value) {
        return value.equals(text(row, key));
    }

    /// Whether a row's geometry is a cavity with resting walls only.
    private static boolean hasRestingLid(Map<String, Object> row) {
        return text(row, "geometry").startsWith(CAVITY)
                && !text(row, "geometry").endsWith("-lid");
    }

    /// Speed of a row with a moving lid relative to the same cavity with a resting lid.
    private String ofRestingLid(Map<String, Object> row) {
        String geometry = text(row, "geometry").replace("-lid", "");
        return rows.stream()
                .filter(other -> is(other, "geometry", geometry)
                        && Stream.of(
                                        "storage",
                                        "precision",
                                        "kernel",
                                        "collision",
                                        "equilibrium",
                                        "threads",
                                        "least_blocks")
                                .allMatch(key -> text(other, key).equals(text(row, key))))
                .findFirst()
                .map(other -> "%.2f".formatted(Page.number(row, "mlups") / Page.number(other, "mlups")))
                .orElse("");
    }

    private static String text(Map<String, Object> row, String key) {
        return PageTable.text(row, key);
    }
}
