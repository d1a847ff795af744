package dev.tessera.suites.bench;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tessera.casefile.RowsFile;
import dev.tessera.suites.Page;
import dev.tessera.suites.Provenance;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class PaperPageTest {
    /// Table 6: reading and writing in FP64, porosities 0.5 to 0.9.
    private static final List<Double> THEIR_READ_WRITE = List.of(711.0, 726.0, 740.0, 751.0, 761.0);

    private static final Path DOCS = Path.of("docs/benchmarks");

    /// After new measurements, write the page with `./tessera bench --suite papers --from FILES --markdown`,
    /// with `gpu-papers-h200.json` and `counters.json` of `docs/benchmarks` as FILES.
    @Test
    void the_page_agrees_with_its_rows() throws IOException {
        List<Map<String, Object>> rows = new ArrayList<>(RowsFile.read(DOCS.resolve("gpu-papers-h200.json")));
        rows.addAll(RowsFile.read(DOCS.resolve("counters.json")));
        assertThat(Files.readString(DOCS.resolve("papers.md")))
                .isEqualTo(BenchPage.of("papers", rows, Provenance.of(rows)));
    }

    /// Every figure of tables 3 to 6, 8 and 9 that a row of the suite has is in the page.
    @Test
    void every_measured_row_is_in_a_table() throws IOException {
        List<Map<String, Object>> rows = RowsFile.read(DOCS.resolve("gpu-papers-h200.json"));
        String page = new PaperPage(rows).text();
        for (Map<String, Object> row : rows) {
            if (row.containsKey("mlups")) {
                assertThat(page).contains("| %.0f |".formatted(Page.number(row, "mlups")));
            }
        }
    }

    @Test
    void table_3_takes_the_fastest_size_of_each_kernel() {
        String page = new PaperPage(List.of(
                        propagation("cavity-3d-112", 1_404_928, 12_000, 696),
                        propagation("cavity-3d-148", 3_241_792, 13_000, Double.NaN),
                        propagation("cavity-3d-252", 16_003_008, 12_500, 650)))
                .text();
        assertThat(page)
                .contains("| propagate |  |  | fastest | 148 | 13000 |")
                .contains("| 112 | 696 |")
                .contains("| propagate |  |  | largest | 252 | 12500 |")
                .contains("| 252 | 650 |");
    }

    @Test
    void table_5_counts_reads_of_32_bytes() {
        Map<String, Object> row = propagation("cavity-3d-100", 1_000_000, 12_500, 698);
        Map<String, Object> counted = new LinkedHashMap<>(row);
        counted.put("suite", "counters");
        counted.put("load_sectors", 7.5);
        counted.put("l2_read_bytes", 192.0);
        counted.put("dram_read_bytes", 144.0);
        counted.put("instructions", 400.0);
        assertThat(new PaperPage(List.of(row, counted)).text())
                .contains("| 7.50 | 6.00 | 4.50 | 0.250 | 400 | 698 |  |  | 6.37 | 4.92 | 0.228 | 711 |");
    }

    @Test
    void findings_are_judged_by_the_distance_of_ratios_from_one() {
        Map<String, Object> papers = propagation("cavity-3d-100", 1_000_000, 12_500, 698);
        Map<String, Object> plain = propagation("cavity-3d-100", 1_000_000, 12_550, 586);
        plain.put("layout", "xyz");
        String gone = "| layouts speed up propagation, FP64 (papers' / XYZ, 100³) | 1.19 | 1.00 | no effect today |  |";
        assertThat(new PaperClaims(List.of(papers, plain)).text()).contains(gone);
        plain.put("mlups", 10_500.0);
        assertThat(new PaperClaims(List.of(papers, plain)).text()).contains("| 1.19 | 1.19 | holds |");
        plain.put("mlups", 11_900.0);
        assertThat(new PaperClaims(List.of(papers, plain)).text()).contains("| 1.19 | 1.05 | less than half as much |");
        plain.put("mlups", 14_000.0);
        assertThat(new PaperClaims(List.of(papers, plain)).text()).contains("| 1.19 | 0.89 | reversed |");
    }

    /// If all slots of a tile are transferred, empty ones included, speed is proportional to the utilisation:
    /// slope 1. The paper's slope is computed in the same way, with the utilisation that it prints for these
    /// porosities.
    @Test
    void slopes_over_the_utilisation_are_relative_to_the_speed_of_full_tiles() {
        List<Map<String, Object>> rows = new ArrayList<>();
        for (int k = 5; k < 10; k++) {
            Map<String, Object> row = propagation("spheres-0." + k, 1_000_000, 1000 * k, THEIR_READ_WRITE.get(k - 5));
            row.put("kernel", "read-write");
            row.put("tile_utilisation", 0.1 * k);
            rows.add(row);
        }
        assertThat(new PaperClaims(rows).text()).contains("reading and writing, FP64) | 0.41 | 1.00 | more | none |");
    }

    private static Map<String, Object> propagation(String geometry, long nodes, double mlups, double theirs) {
        Map<String, Object> row = new LinkedHashMap<>();
        row.put("suite", "papers");
        row.put("geometry", geometry);
        row.put("kernel", "propagate");
        row.put("addressing", "tiles");
        row.put("storage", "tiles (usual, layout papers)");
        row.put("layout", "papers");
        row.put("lattice", "D3Q19");
        row.put("collision", "");
        row.put("equilibrium", "");
        row.put("precision", "fp64");
        row.put("threads", 64);
        row.put("least_blocks", 0);
        row.put("fluid_nodes", nodes);
        row.put("mlups", mlups);
        if (Double.isFinite(theirs)) {
            row.put("paper_mlups", theirs);
            row.put("paper_table", "3");
        }
        return row;
    }
}
