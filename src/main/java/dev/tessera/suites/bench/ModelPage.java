package dev.tessera.suites.bench;

import dev.tessera.model.collision.Elbm;
import dev.tessera.model.equilibrium.Incompressible;
import dev.tessera.suites.Page;
import dev.tessera.suites.bench.PageTable.Column;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The rows of suite `models` as tables: models by lattices and precisions, storages by patterns, mixtures, and ELBM
/// over Kida's vortex. Of kernels that differ in their launch alone the fastest is shown.
final class ModelPage {
    private static final String DEVIATION = "deviations";
    private static final List<String> PRECISIONS = List.of("fp64", "fp32");

    private static final List<Column> FLOWS = List.of(
            PageTable.text("model", "kernel"),
            PageTable.text("lattice", "lattice"),
            PageTable.text("precision", "precision"),
            PageTable.number("MLUPS", "mlups", "%,.0f"),
            PageTable.number("bytes a node", "bytes_per_update", "%.0f"),
            PageTable.share("of limit", "limit_fraction"),
            PageTable.share("÷ form that reads twice", "twice_fraction"),
            PageTable.share("÷ BGK", "bgk_fraction"));

    private static final List<Column> KIDA = List.of(
            PageTable.text("collision", "collision"),
            PageTable.text("lattice", "lattice"),
            PageTable.text("precision", "precision"),
            PageTable.number("steps to the peak", "steps", "%.0f"),
            PageTable.number("MLUPS", "mlups", "%,.0f"),
            PageTable.share("÷ BGK", "bgk_fraction"),
            share("alpha = 2", Elbm.Way.TWO),
            share("series", Elbm.Way.SERIES),
            share("Newton", Elbm.Way.NEWTON),
            share("not defined", Elbm.Way.ONE));

    private static final List<Column> VARIANTS = List.of(
            PageTable.text("model", "kernel"),
            PageTable.text("lattice", "lattice"),
            PageTable.text("precision", "precision"),
            PageTable.text("storage", "variant"),
            PageTable.number("MLUPS", "mlups", "%,.0f"),
            PageTable.share("of limit", "limit_fraction"));

    private static final List<Column> DEVIATIONS = List.of(
            PageTable.text("collision", "collision"),
            PageTable.text("pattern", "pattern"),
            PageTable.text("precision", "precision"),
            PageTable.number("MLUPS", "mlups", "%,.0f"),
            PageTable.share("of limit", "limit_fraction"));

    private final List<Map<String, Object>> kernels;
    private final List<Map<String, Object>> flows;
    private final List<Map<String, Object>> variants;
    private final List<Map<String, Object>> kida;

    /// @param rows as `bench --json` writes them
    ModelPage(List<Map<String, Object>> rows) {
        this.kida = rows.stream()
                .filter(row -> KidaSpeed.GEOMETRY.equals(row.get("geometry")))
                .toList();
        Map<Boolean, List<Map<String, Object>>> periodic = rows.stream()
                .filter(row -> "periodic".equals(row.get("geometry")))
                .collect(Collectors.partitioningBy(row -> row.containsKey("variant")));
        this.flows = periodic.getOrDefault(false, List.of());
        this.variants = periodic.getOrDefault(true, List.of());
        this.kernels = rows.stream()
                .filter(row -> !kida.contains(row) && !"periodic".equals(row.get("geometry")))
                .toList();
    }

    private static Column share(String heading, Elbm.Way way) {
        return PageTable.number(heading, KidaSpeed.shareKey(way), "%.3f");
    }

    String text() {
        List<String> sections = new ArrayList<>();
        section(
                sections,
                "## Collisions\nDense storage, two arrays, pull, the usual equilibrium of each.",
                collisions());
        section(
                sections,
                "## Storages and patterns\nFull box. *Direct*: dense; *indirect*: compact segments. MLUPS.",
                patterns());
        section(
                sections,
                "## Deviations\nD3Q19, the incompressible equilibrium, dense storage: deviations from rest and populations.",
                table(DEVIATIONS, deviations()));
        section(sections, "## Mixtures and shallow water", table(FLOWS, flows));
        section(sections, "## Storages and launches of mixtures and shallow water", table(VARIANTS, variants));
        section(
                sections,
                "## ELBM over Kida's vortex\nRe 4000, from the start to the largest enstrophy; shares of nodes.",
                table(KIDA, kida));
        return String.join("\n\n", sections);
    }

    private static String table(List<Column> columns, List<Map<String, Object>> rows) {
        return rows.isEmpty() ? "" : new PageTable(columns).of(rows);
    }

    /// Rows of stored deviations, and those of populations beside them.
    private List<Map<String, Object>> deviations() {
        List<Map<String, Object>> all = steps().filter(row -> has(row, "lattice", "D3Q19"))
                .filter(row -> has(row, "geometry", "full-box") && has(row, "addressing", "dense"))
                .filter(row -> has(row, "equilibrium", new Incompressible().key()))
                .toList();
        Map<String, List<Map<String, Object>>> alike = new LinkedHashMap<>();
        all.forEach(row -> alike.computeIfAbsent(
                        "%s %s %s".formatted(row.get("collision"), row.get("pattern"), row.get("precision")),
                        key -> new ArrayList<>())
                .add(row));
        return alike.values().stream()
                .flatMap(rows -> fastest(rows.stream()).stream())
                .filter(row -> all.stream()
                        .filter(other -> PageTable.text(other, "precision").endsWith(DEVIATION))
                        .anyMatch(other -> has(other, "collision", PageTable.text(row, "collision"))
                                && has(other, "pattern", PageTable.text(row, "pattern"))))
                .toList();
    }

    /// @param heading the first line
    private static String table(String heading, List<String> lines) {
        String rule =
                "|" + "---|".repeat((int) heading.chars().filter(c -> c == '|').count() - 1);
        return lines.isEmpty() ? "" : "%s\n%s\n%s".formatted(heading, rule, String.join("\n", lines));
    }

    private static void section(List<String> sections, String heading, String table) {
        if (!table.isEmpty()) {
            sections.add(heading + "\n\n" + table);
        }
    }

    private Stream<Map<String, Object>> steps() {
        return kernels.stream().filter(row -> "step".equals(row.get("kernel")));
    }

    private static boolean has(Map<String, Object> row, String key, String value) {
        return value.equals(Objects.toString(row.get(key), ""));
    }

    private static Optional<Map<String, Object>> fastest(Stream<Map<String, Object>> rows) {
        return rows.max(Comparator.comparingDouble(row -> Page.number(row, "mlups")));
    }

    private static String launch(Map<String, Object> row) {
        return "%s × %s".formatted(row.get("threads"), row.get("nodes_per_thread"));
    }

    /// By lattice and collision.
    private String collisions() {
        Map<String, List<Map<String, Object>>> byModel = new LinkedHashMap<>();
        steps().filter(row -> has(row, "addressing", "dense") && has(row, "pattern", "pull"))
                .filter(row -> Stream.of("full-box", "full-square")
                        .anyMatch(prefix -> PageTable.text(row, "geometry").startsWith(prefix)))
                .forEach(row -> byModel.computeIfAbsent(
                                row.get("lattice") + " " + row.get("collision"), key -> new ArrayList<>())
                        .add(row));
        List<String> lines = new ArrayList<>();
        for (List<Map<String, Object>> rows : byModel.values()) {
            List<Object> cells = new ArrayList<>();
            cells.add(rows.getFirst().get("lattice"));
            cells.add(rows.getFirst().get("collision"));
            for (String precision : PRECISIONS) {
                Optional<Map<String, Object>> row =
                        fastest(rows.stream().filter(one -> has(one, "precision", precision)));
                row.ifPresentOrElse(
                        one -> cells.addAll(speeds(one, byModel)), () -> cells.addAll(List.of("", "", "", "")));
            }
            lines.add(Page.row(cells.toArray()));
        }
        return table(
                "| lattice | collision | FP64 MLUPS | of limit | ÷ BGK | launch | FP32 MLUPS | of limit | ÷ BGK | launch |",
                lines);
    }

    private static List<Object> speeds(Map<String, Object> row, Map<String, List<Map<String, Object>>> byModel) {
        double bgk = fastest(byModel.getOrDefault(row.get("lattice") + " bgk", List.of()).stream()
                        .filter(one -> has(one, "precision", PageTable.text(row, "precision"))))
                .map(one -> Page.number(one, "mlups"))
                .orElse(Double.NaN);
        double fraction = Page.number(row, "mlups") / bgk;
        return List.of(
                Page.number(row, "mlups", "%,.0f"),
                Page.number(row, "limit_fraction", "%.2f"),
                Double.isFinite(fraction) ? "%.2f".formatted(fraction) : "",
                launch(row));
    }

    /// A column for each storage and pattern.
    private String patterns() {
        List<String> columns = List.of(
                "dense pull", "dense push", "dense aa", "compact-tiles pull", "compact-tiles push", "compact-tiles aa");
        List<String> lines = new ArrayList<>();
        for (String lattice : List.of("D3Q19", "D3Q27")) {
            for (String precision : PRECISIONS) {
                List<Map<String, Object>> all = steps().filter(row -> has(row, "lattice", lattice))
                        .filter(row -> has(row, "geometry", "full-box") && has(row, "precision", precision))
                        .toList();
                all.stream()
                        .filter(row -> !has(row, "pattern", "pull") || !has(row, "addressing", "dense"))
                        .map(row -> PageTable.text(row, "collision"))
                        .distinct()
                        .forEach(collision -> {
                            List<Object> cells = new ArrayList<>(List.of(lattice, collision, precision));
                            for (String column : columns) {
                                cells.add(fastest(all.stream()
                                                .filter(row -> has(row, "collision", collision))
                                                .filter(row -> column.equals(
                                                        row.get("addressing") + " " + row.get("pattern"))))
                                        .map(row ->
                                                "%s (%s)".formatted(Page.number(row, "mlups", "%,.0f"), launch(row)))
                                        .orElse(""));
                            }
                            lines.add(Page.row(cells.toArray()));
                        });
            }
        }
        return table(
                "| lattice | collision | precision | direct: pull | push | AA | indirect: pull | push | AA |", lines);
    }
}
