package dev.tessera.suites.bench;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tessera.suites.Provenance;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
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
