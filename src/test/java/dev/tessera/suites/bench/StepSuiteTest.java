package dev.tessera.suites.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.DOUBLE;

import dev.tessera.device.Devices;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ForkJoinPool;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

/// Suite `step` on a coarse vessel.
final class StepSuiteTest {
    private static List<Map<String, Object>> rows(Predicate<String> wanted) throws IOException {
        try (ForkJoinPool pool = new ForkJoinPool(1);
                Devices devices = Devices.on(pool)) {
            List<Map<String, Object>> written = new ArrayList<>();
            List<Map<String, Object>> rows = new StepSuite(
                            devices.byKey("cpu:jvm"),
                            pool,
                            System::nanoTime,
                            line -> {},
                            wanted,
                            Launches.LISTED,
                            List.of(0.6e-3),
                            0.001)
                    .run(written::addAll);
            assertThat(written).isEqualTo(rows);
            return rows;
        }
    }

    @Test
    void every_kind_of_run_has_a_speed_and_its_fraction_of_the_steady_one() throws IOException {
        List<Map<String, Object>> rows = rows(words -> true);
        assertThat(rows)
                .extracting(row -> row.get("kernel"))
                .containsExactly("steady", "ramp", "sine", "front", "series", "sums", "windkessel", "curved", "parts");
        assertThat(rows).allSatisfy(row -> {
            assertThat(row).doesNotContainKey("error");
            assertThat(row.get("mlups")).asInstanceOf(DOUBLE).isPositive().isFinite();
            assertThat(row.get("steady_fraction"))
                    .asInstanceOf(DOUBLE)
                    .isPositive()
                    .isFinite();
        });
        assertThat(rows.getFirst()).containsEntry("steady_fraction", 1.0);
    }

    @Test
    void rows_are_selected_by_their_words_and_need_the_steady_one() throws IOException {
        assertThat(rows(words -> words.contains("series")))
                .extracting(row -> row.get("kernel"))
                .containsExactly("steady", "series");
    }
}
