package dev.tessera.suites.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.InstanceOfAssertFactories.DOUBLE;

import dev.tessera.device.Devices;
import dev.tessera.suites.Page;
import dev.tessera.suites.Provenance;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ForkJoinPool;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

/// Suite `coprocessor` on tiny blocks.
final class CoProcessorSuiteTest {
    private static final CoProcessorSuite.Sizes TINY =
            new CoProcessorSuite.Sizes(List.of(4, 9), List.of(6), 12, List.of(8));

    private static List<Map<String, Object>> rows(Predicate<String> wanted) throws IOException {
        try (ForkJoinPool pool = new ForkJoinPool(2);
                Devices devices = Devices.on(pool)) {
            List<Map<String, Object>> last = new ArrayList<>();
            List<Map<String, Object>> rows = new CoProcessorSuite(
                            devices.byKey("cpu:jvm"), pool, System::nanoTime, line -> {}, wanted, TINY, 1e-3)
                    .run(soFar -> {
                        last.clear();
                        last.addAll(soFar);
                    });
            assertThat(last).isEqualTo(rows);
            return rows;
        }
    }

    @Test
    void every_cycle_is_measured_and_predicted() throws IOException {
        List<Map<String, Object>> rows = rows(words -> true);
        assertThat(rows)
                .extracting(
                        row -> "%s %s %s".formatted(row.get("geometry"), row.get("kernel"), row.get("steps_between")))
                .containsExactly(
                        "box-4 whole 1",
                        "box-4 whole 10",
                        "box-4 whole 100",
                        "box-4 layers 1",
                        "box-9 whole 1",
                        "box-9 whole 10",
                        "box-9 whole 100",
                        "box-9 layers 1",
                        "box-4,box-9 model null",
                        "box-6 whole 1",
                        "box-6 whole 10",
                        "box-6 whole 100",
                        "box-6 layers 1",
                        "blocks-8 centre 1",
                        "blocks-8 all 1",
                        "blocks-8 all-exchange 1");
        assertThat(rows)
                .filteredOn(row -> row.containsKey("deviation"))
                .hasSize(14)
                .allSatisfy(row -> {
                    assertThat(row).doesNotContainKey("error");
                    for (String figure : List.of("send_ms", "steps_ms", "receive_ms", "mlups", "predicted_mlups")) {
                        assertThat(row.get(figure))
                                .as(figure)
                                .asInstanceOf(DOUBLE)
                                .isPositive()
                                .isFinite();
                    }
                    assertThat(row.get("fixed_fraction")).asInstanceOf(DOUBLE).isBetween(0.0, 1.0);
                    double predicted = Page.number(row, "predicted_cycle_ms") / Page.number(row, "cycle_ms") - 1;
                    assertThat(row.get("deviation")).asInstanceOf(DOUBLE).isCloseTo(predicted, within(1e-9));
                });
    }

    @Test
    void nodes_and_calls_of_a_block_and_of_all_27_are_counted() throws IOException {
        List<Map<String, Object>> rows = rows(words -> words.startsWith("blocks"));
        assertThat(rows).hasSize(8 + 1 + 3); // the fitted ones are needed
        // (8 + 2)³ nodes, the outermost layer and the one inside it, one call each way and one for the step
        assertThat(rows.get(9))
                .containsEntry("fluid_nodes", 1000L)
                .containsEntry("sent_nodes", 1000L - 512)
                .containsEntry("received_nodes", 512L - 216)
                .containsEntry("calls", 3)
                .containsEntry("offloaded_fraction", Math.pow(8 / 12.0, 3));
        // (4 + 10 + 4)³ nodes
        assertThat(rows.get(10))
                .containsEntry("blocks", 27)
                .containsEntry("fluid_nodes", 18L * 18 * 18)
                .containsEntry("sent_nodes", 18L * 18 * 18 - 12 * 12 * 12)
                .containsEntry("received_nodes", 12L * 12 * 12 - 6 * 6 * 6)
                .containsEntry("calls", 27 * 3);
        // those of the envelopes that are inside the cavity: one call for all of them, and one for each block's step
        assertThat(rows.get(11))
                .containsEntry("sent_nodes", 0)
                .containsEntry("received_nodes", 0)
                .containsEntry("calls", 28)
                .containsEntry("exchanged_nodes", 16L * 16 * 16 - 12 * 12 * 12)
                .doesNotContainKey("predicted_cycle_ms");
    }

    @Test
    void nothing_runs_where_no_row_is_wanted() throws IOException {
        assertThat(rows(words -> false)).isEmpty();
    }

    @Test
    void the_page_names_the_numbers_of_the_model_and_how_far_it_is_off() throws IOException {
        List<Map<String, Object>> rows = rows(words -> words.startsWith("box-6 layers"));
        String page = BenchPage.of(
                CoProcessorSuite.NAME, rows, new Provenance("Tessera", "a machine", "cpu:jvm", "today", "bench"));
        assertThat(page)
                .contains("Ψ ", "ns per node and step", "layers: Γ ", "Predictions of 9 rows differ by")
                .contains("| box-6 | 216 | layers | 1 | 3 |")
                .doesNotContain("| model |");
    }
}
