package dev.tessera.suites.bench;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tessera.suites.Provenance;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

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
}
