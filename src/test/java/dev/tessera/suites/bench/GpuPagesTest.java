package dev.tessera.suites.bench;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tessera.casefile.RowsFile;
import dev.tessera.suites.Page;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// Compares the tables of `gpu.md` and `gpu-geometries.md`, cell by cell, with their raw rows. After new
/// measurements the failures show the cells as they have to be.
final class GpuPagesTest {
    private static final Path DOCS = Path.of("docs/benchmarks");
    private static final List<String> PRECISIONS = List.of("fp64", "fp32", "fp32/fp16");
    private static final List<String> PATTERNS = List.of("pull", "push", "aa", "esoteric-pull");
    private static final String SEGMENTS = "compact tiles (32×1×1)";
    private static final String TILES = "tiles (usual)";
    private static final String GHOSTS = "tiles with ghost buffers (usual)";

    /// The page's name of a row: its suite, storage and pattern.
    private static final Map<String, List<String>> FULL_BOX = Map.of(
            "dense, two buffers (pull)", List.of("quick", "dense", "pull"),
            "dense, in place (AA)", List.of("quick", "dense", "aa"),
            "dense, in place (esoteric pull)", List.of("quick", "dense", "esoteric-pull"),
            "tiles 4³ (T2C, plain order)", List.of("quick", TILES, "pull"),
            "compact, segments of lines, pull", List.of("quick", SEGMENTS, "pull"),
            "compact, segments of lines, AA", List.of("quick", SEGMENTS, "aa"),
            "compact tiles 4³, pull", List.of("quick", "compact tiles (usual)", "pull"),
            "connectivity matrix, pull", List.of("quick", whole("connectivity matrix q - 1 indices per node"), "pull"),
            "tiles with ghost buffers 4³ (TGB)", List.of("layouts", GHOSTS, "push"),
            "tiles with ghost buffers 8³", List.of("layouts", "tiles with ghost buffers (8×8×8)", "push"));

    @Test
    void the_page_of_models_has_the_tables_of_its_rows() throws IOException {
        String page = Files.readString(DOCS.resolve("models.md"));
        String text = new ModelPage(RowsFile.read(DOCS.resolve("models-h200.json"))).text();
        List<String> lines = text.lines().filter(line -> line.startsWith("|")).toList();
        assertThat(page.lines().filter(line -> line.startsWith("|"))).containsAll(lines);
    }

    @Test
    void storages_on_the_full_box_have_their_fastest_launches() throws IOException {
        for (List<String> line : table("gpu.md", "full box 256³, BGK ")) {
            List<String> what = Objects.requireNonNull(FULL_BOX.get(line.getFirst()), line.getFirst());
            Rows rows =
                    Rows.of(what.get(0)).steps("full-box").storage(what.get(1)).where("pattern", what.get(2));
            List<String> cells = new ArrayList<>();
            for (String precision : PRECISIONS) {
                Rows fastest = rows.where("precision", precision);
                cells.add(fastest.updates());
                cells.add(tenths(fastest.mlups()
                        / Rows.of("quick").where("precision", precision).number("limit_mlups")));
            }
            assertThat(line.subList(1, 7)).as(line.getFirst()).isEqualTo(cells);
        }
    }

    @Test
    void segments_in_spheres_are_compared_with_the_dense_box() throws IOException {
        Rows quick = Rows.of("quick");
        for (List<String> line : table("gpu.md", "spheres of 40 nodes' diameter ")) {
            boolean isSpheres = line.getFirst().contains("porosity");
            Rows rows = isSpheres ? quick : Rows.of("vessels");
            String in = line.getFirst().startsWith("384") ? "-in-384" : "";
            String vessel = line.getFirst().contains("aorta") ? "coarctation-93" : "aneurysm-730";
            String geometry = isSpheres ? "spheres-" + line.getFirst().replaceAll(".* ", "") + in : vessel;
            List<String> cells = new ArrayList<>();
            for (String precision : PRECISIONS) {
                double dense = quick.steps("full-box")
                        .storage("dense")
                        .where("precision", precision)
                        .mlups();
                Rows segments = rows.steps(geometry).storage(SEGMENTS).where("pattern", "pull");
                Rows fastest = segments.where("precision", precision);
                cells.add(fastest.updates());
                cells.add(fastest.isEmpty() ? "" : tenths(fastest.mlups() / dense));
                if (!precision.equals("fp32/fp16")) {
                    cells.add(tenths(fastest.number("mlups_together") / dense));
                }
            }
            assertThat(line.subList(3, 11)).as(line.getFirst()).isEqualTo(cells);
        }
    }

    @Test
    void cavities_are_compared_with_the_peak_of_tiles() throws IOException {
        Rows sizes = Rows.of("sizes");
        double peak = sizes.where("lattice", "D3Q19").storage(TILES).mlups();
        for (List<String> line : table("gpu-geometries.md", "b | T2C 4³ ")) {
            List<String> cells = new ArrayList<>();
            for (String storage : List.of(TILES, SEGMENTS)) {
                Rows row = sizes.steps("cavity-3d-" + line.getFirst()).storage(storage);
                Stream.of(row.glups(), row.batched(), percent(row.best() / peak), two(row.number("tile_utilisation")))
                        .forEach(cells::add);
            }
            assertThat(line.subList(1, 9)).as("cavity of %s³", line.getFirst()).isEqualTo(cells);
        }
        for (List<String> line : table("gpu-geometries.md", "b | T2C 16² ")) {
            Rows tiles = sizes.steps("cavity-2d-" + line.getFirst()).storage(TILES);
            Rows ghosts = sizes.steps("cavity-2d-" + line.getFirst()).storage(GHOSTS);
            String ratio = two(ghosts.best() / tiles.best());
            assertThat(line.subList(1, 7))
                    .as("cavity of %s²", line.getFirst())
                    .containsExactly(
                            tiles.glups(),
                            tiles.batched(),
                            ghosts.glups(),
                            ghosts.batched(),
                            ratio,
                            two(tiles.number("tile_utilisation")));
        }
    }

    @Test
    void vessels_are_compared_with_the_dense_box_of_the_same_run() throws IOException {
        Rows vessels = Rows.of("vessels");
        for (List<String> line : table("gpu-geometries.md", "storage | aneurysm FP64 ")) {
            String[] words = line.getFirst().replace(", shared look-up", "").split(", (?=[a-z]+$)", 2);
            String lookup = line.getFirst().endsWith("shared look-up") ? "shared" : "cached";
            Rows rows = vessels.storage(words[0]).where("pattern", words[1]).where("tile_lookup", lookup);
            List<String> cells = new ArrayList<>();
            for (String geometry : List.of("aneurysm-730", "coarctation-93")) {
                for (String precision : List.of("fp64", "fp32")) {
                    double dense = vessels.steps("full-box")
                            .where("precision", precision)
                            .mlups();
                    Rows row = rows.steps(geometry).where("precision", precision);
                    cells.addAll(List.of(row.glups(), percent(row.mlups() / dense)));
                    if (geometry.startsWith("coarctation") && precision.equals("fp64")) {
                        cells.addAll(List.of(row.batched(), percent(row.number("mlups_together") / dense)));
                    }
                }
            }
            assertThat(line.subList(1, 11)).as(line.getFirst()).isEqualTo(cells);
        }
    }

    @Test
    void chips_mark_the_fastest_storage() throws IOException {
        for (List<String> line : table("gpu-geometries.md", "chip, width ")) {
            Rows chip = Rows.of("chips")
                    .steps("chip-" + line.getFirst().toLowerCase(Locale.ROOT).replace(' ', '-'));
            List<String> cells = new ArrayList<>();
            for (String addressing :
                    List.of("tiles", "ghost-tiles", "connectivity-matrix", "fluid-index", "compact-tiles")) {
                Rows row = chip.where("addressing", addressing);
                String glups = row.mlups() == chip.mlups() ? "**" + row.glups() + "**" : row.glups();
                cells.add(glups + (row.batched().isEmpty() ? "" : " / " + row.batched()));
            }
            assertThat(line.subList(2, 7)).as(line.getFirst()).isEqualTo(cells);
        }
    }

    @Test
    void every_pattern_on_every_addressing_is_compared_with_the_limit() throws IOException {
        Rows storages = Rows.of("storages");
        for (String heading : List.of("geometry | storage | pull (of limit) ", "precision | storage | pull ")) {
            for (List<String> line : table("gpu-geometries.md", heading)) {
                boolean isPrecision = PRECISIONS.contains(line.getFirst());
                Rows rows = storages.where("geometry", isPrecision ? "spheres-0.3" : line.getFirst())
                        .where("precision", isPrecision ? line.getFirst() : "fp64");
                boolean isGhosts = line.get(1).equals(GHOSTS);
                Rows storage = rows.storage(isGhosts ? GHOSTS : whole(line.get(1)));
                Rows limits =
                        rows.storage(isGhosts ? TILES : whole(line.get(1))).where("kernel", "read-write");
                List<String> cells = new ArrayList<>();
                PATTERNS.forEach(pattern -> cells.add(storage.where("kernel", "step")
                        .where("pattern", pattern)
                        .ofLimit()));
                cells.add(storage.where("kernel", "propagate").ofLimit());
                cells.add(limits.where("pattern", isGhosts ? "in-place" : "two-buffer")
                        .ofLimit());
                assertThat(line.subList(2, 8)).as("%s", line.subList(0, 2)).isEqualTo(cells);
            }
        }
    }

    @Test
    void layouts_list_all_rows_except_the_limits() throws IOException {
        Rows rows = Rows.of("layouts").where("kernel", "step", "step without barriers", "step without ghosts");
        assertThat(table("gpu-geometries.md", "geometry | storage | kernel "))
                .containsExactlyElementsOf(
                        rows.all().stream().map(GpuPagesTest::layout).toList());
    }

    private static List<String> layout(Map<String, Object> row) {
        List<String> cells = new ArrayList<>();
        Stream.of("geometry", "storage", "kernel", "pattern", "layout", "precision")
                .forEach(key -> cells.add(PageTable.text(row, key).replaceAll(", layout.*", ")")));
        int blocks = (int) Page.number(row, "least_blocks");
        cells.add(PageTable.text(row, "threads") + (blocks == 0 ? "" : " × %d blocks".formatted(blocks)));
        Stream.of("nodes_per_thread", "tile_lookup", "tile_order").forEach(key -> cells.add(PageTable.text(row, key)));
        cells.add(two(Page.number(row, "mlups") / 1000));
        cells.add(tenths(Page.number(row, "limit_fraction")));
        return cells;
    }

    /// Rows of cells of the first table whose header begins with `header`.
    private static List<List<String>> table(String page, String header) throws IOException {
        List<List<String>> table = Files.readAllLines(DOCS.resolve(page)).stream()
                .dropWhile(line -> !line.startsWith("| " + header))
                .takeWhile(line -> line.startsWith("|"))
                .skip(2)
                .map(line -> Stream.of(line.substring(1, line.length() - 1).split("\\|", -1))
                        .map(String::strip)
                        .toList())
                .toList();
        assertThat(table).as("%s: %s", page, header).isNotEmpty();
        return table;
    }

    /// The name of a storage in the raw rows.
    private static String whole(String storage) {
        return storage.replace("connectivity matrix q", "connectivity matrix in the order of the box, q")
                .replace("indices per node", "indices a node");
    }

    private static String two(double number) {
        return Double.isNaN(number) ? "" : "%.2f".formatted(number);
    }

    private static String percent(double fraction) {
        return Double.isNaN(fraction) ? "" : "%.0f %%".formatted(100 * fraction);
    }

    private static String tenths(double fraction) {
        return Double.isNaN(fraction) ? "" : "%.1f %%".formatted(100 * fraction);
    }

    /// Rows of one suite; a figure is that of the fastest row, empty or NaN without rows.
    private record Rows(List<Map<String, Object>> all) {
        static Rows of(String suite) throws IOException {
            return new Rows(RowsFile.read(DOCS.resolve("gpu-%s-h200.json".formatted(suite))))
                    .where("lattice", "D3Q19", "D2Q9");
        }

        Rows where(String key, String... values) {
            return new Rows(all.stream()
                    .filter(row -> List.of(values).contains(PageTable.text(row, key)))
                    .toList());
        }

        Rows storage(String storage) {
            return where("storage", whole(storage));
        }

        Rows steps(String geometry) {
            return where("geometry", geometry).where("kernel", "step");
        }

        boolean isEmpty() {
            return all.isEmpty();
        }

        double number(String key) {
            return all.stream()
                    .max(Comparator.comparingDouble(row -> Page.number(row, "mlups")))
                    .map(row -> Page.number(row, key))
                    .orElse(Double.NaN);
        }

        double mlups() {
            return number("mlups");
        }

        /// Of batched steps where they were measured.
        double best() {
            return Double.isNaN(number("mlups_together")) ? mlups() : number("mlups_together");
        }

        String glups() {
            return two(mlups() / 1000);
        }

        String batched() {
            return two(number("mlups_together") / 1000);
        }

        String updates() {
            return isEmpty() ? "" : String.format(Locale.ROOT, "%,.0f", mlups()).replace(',', ' ');
        }

        String ofLimit() {
            return isEmpty() ? "" : "%s (%s)".formatted(glups(), percent(number("limit_fraction")));
        }
    }
}
