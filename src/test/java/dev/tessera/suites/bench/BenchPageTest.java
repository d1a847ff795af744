package dev.tessera.suites.bench;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tessera.suites.Provenance;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

final class BenchPageTest {
    private static final Provenance SOMEWHERE =
            new Provenance("Tessera 1 (commit abc)", "a machine", "cpu:jvm", "2026-11-21", "./tessera bench");

    private static final Map<String, Object> MEMORY =
            Map.of("suite", "bandwidth", "geometry", "copy", "gb_per_s", 27.64);

    @Test
    void a_page_of_speeds_has_rows_and_names_failed_measurements() {
        String page = BenchPage.of(
                "cpu",
                List.of(
                        MEMORY,
                        Map.of(
                                "suite",
                                "cpu",
                                "geometry",
                                "channel",
                                "kernel",
                                "step",
                                "fluid_nodes",
                                3994240L,
                                "mlups",
                                230.25),
                        Map.of("suite", "cpu", "geometry", "chip-a", "kernel", "step", "error", "no memory")),
                SOMEWHERE);
        assertThat(page)
                .contains("# Speed: suite cpu", "copy 27.6 GB/s", "Tessera 1 (commit abc)", "device cpu:jvm")
                .contains("| channel | 3,994,240 | step |  |  |  |  |  | 230.3 |")
                .contains("**Not measured:** chip-a step : no memory");
    }

    @Test
    void a_page_of_geometries_has_seconds() {
        String page = BenchPage.of(
                "geometry",
                List.of(
                        MEMORY,
                        Map.of(
                                "geometry",
                                "ring",
                                "kernel",
                                "voxelise",
                                "triangles",
                                1_000_000,
                                "box",
                                "9 x 9 x 9",
                                "fluid_nodes",
                                7L,
                                "first_seconds",
                                8.25,
                                "seconds",
                                6.5)),
                SOMEWHERE);
        assertThat(page)
                .contains("# Time to read and voxelise geometries")
                .contains("| ring | voxelise | 1,000,000 | 9 x 9 x 9 | 7 |  | 8.25 | 6.50 |  |");
    }

    /// Whole runs have neither a measured memory nor a limit.
    @Test
    void a_page_of_whole_runs_explains_its_own_columns() {
        String page = BenchPage.of(
                "run",
                List.of(Map.of(
                        "suite",
                        "run",
                        "geometry",
                        "aneurysm-0.2mm",
                        "kernel",
                        "bare",
                        "steps",
                        1000,
                        "wall_s",
                        11.8,
                        "steps_fraction",
                        0.47,
                        "steps_s",
                        5.5)),
                SOMEWHERE);
        assertThat(page)
                .contains("# Time of whole runs", "| aneurysm-0.2mm | bare | 1000 | 11.80 |", "* **bare**")
                .doesNotContain("Memory in the same run", "MLUPS", "predicted", "limit");
    }

    @Test
    void a_page_of_sides_has_a_line_for_each_box_and_columns_for_each_precision() {
        String page = BenchPage.of(
                "sides",
                List.of(
                        side("periodic", "fp64", "usual", 13763.8, 1),
                        side("walls", "fp64", "usual", 13000, 0.9445),
                        side("periodic", "fp32", "usual", 27000, 1),
                        side("periodic", "fp64", "measured", 13800, 1)),
                SOMEWHERE);
        assertThat(page)
                .contains("# Speed of boxes by their sides")
                .contains("| sides | kernel | launch | FP64 pull MLUPS | of periodic | spread | FP32 pull MLUPS |")
                .contains("| periodic | step | usual | 13,764 | 1.000 | 1 % | 27,000 | 1.000 | 1 % |")
                .contains("| periodic | step | measured | 13,800 | 1.000 | 1 % |  |  |  |")
                .contains("| walls | step | usual | 13,000 | 0.945 | 1 % |  |  |  |");
    }

    private static Map<String, Object> side(
            String geometry, String precision, String launches, double mlups, double fraction) {
        return Map.of(
                "geometry",
                geometry,
                "kernel",
                "step",
                "launches",
                launches,
                "pattern",
                "pull",
                "precision",
                precision,
                "mlups",
                mlups,
                "periodic_fraction",
                fraction,
                "spread",
                0.01);
    }

    static List<String> suites() {
        return Bench.suites();
    }

    @ParameterizedTest
    @MethodSource("suites")
    void every_suite_writes_a_page(String suite) {
        assertThat(BenchPage.of(suite, List.of(), SOMEWHERE)).startsWith("# ").doesNotContain("{{");
    }

    @ParameterizedTest
    @ValueSource(strings = {"cpu", "step", "scaling", "hybrid", "coprocessor", "thesis", "run", "geometry"})
    void a_page_without_measured_memory_does_not_mention_it(String suite) {
        assertThat(BenchPage.of(suite, List.of(), SOMEWHERE)).doesNotContain("Memory in the same run", "{{");
    }

    @ParameterizedTest
    @CsvSource({"step, Of steady", "scaling, Efficiency", "hybrid, Of the fastest"})
    void a_page_of_simulations_explains_no_limits(String suite, String explained) {
        assertThat(BenchPage.of(suite, List.of(), SOMEWHERE))
                .contains("\"" + explained + "\"")
                .doesNotContain("limit");
    }
}
