package dev.tessera.suites.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tessera.device.Device;
import dev.tessera.device.gpu.FirstGpu;
import dev.tessera.device.interpreter.Interpreter;
import dev.tessera.device.opencl.OpenClPlatforms;
import dev.tessera.model.collision.Elbm;
import dev.tessera.suites.Page;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ForkJoinPool;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Mixtures, and ELBM over Kida's vortex, on small boxes.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class FlowSuiteTest {
    @RegisterExtension
    final FirstGpu first = new FirstGpu(new OpenClPlatforms());

    private static List<Map<String, Object>> rows(Device device, String wanted) throws IOException {
        try (ForkJoinPool pool = new ForkJoinPool(2)) {
            List<List<Map<String, Object>>> written = new ArrayList<>();
            List<Map<String, Object>> rows = new FlowSuite(
                            device,
                            pool,
                            System::nanoTime,
                            line -> {},
                            words -> words.matches(wanted),
                            Launches.LISTED,
                            new FlowSuite.Sizes(32, 8, 6, 0.001))
                    .run(written::add);
            assertThat(written.getLast()).isEqualTo(rows);
            assertThat(rows).allSatisfy(row -> assertThat(row).doesNotContainKey("error"));
            return rows;
        }
    }

    /// A form that moves fewer bytes has a higher share of its own bytes' limit than of the others'.
    @Test
    void mixtures_are_compared_with_one_fluid_on_their_lattice() throws IOException {
        List<Map<String, Object>> rows = rows(first.device(), "(free-energy|shan-chen-2) D2Q9 fp64");
        assertThat(rows).extracting(row -> row.get("kernel")).containsExactly("bgk", "free-energy", "shan-chen-2");
        assertThat(rows.getFirst()).containsEntry("limit_fraction", 1.0).containsEntry("bgk_fraction", 1.0);
        assertThat(rows.get(1)).containsEntry("bytes_per_update", (4 * 9 + 2) * 8.0);
        assertThat(rows.get(2)).containsEntry("bytes_per_update", 2 * (3 * 9 + 2) * 8.0);
        assertThat(Page.number(rows.get(1), "twice_fraction"))
                .isGreaterThan(Page.number(rows.get(1), "limit_fraction"));
        assertThat(new ModelPage(rows).text())
                .contains("## Mixtures and shallow water", "| shan-chen-2 | D2Q9 | fp64 |")
                .doesNotContain("## Collisions", "Kida");
    }

    @Test
    void the_ways_to_alpha_add_up_and_do_not_depend_on_where_newton_runs() throws IOException {
        List<Map<String, Object>> rows = rows(new Interpreter(), "kida (bgk|elbm.*) D3Q19 fp64");
        assertThat(rows).extracting(row -> row.get("collision")).containsExactly("bgk", "elbm", "elbm-newton");
        for (Map<String, Object> row : rows.subList(1, 3)) {
            double sum = Arrays.stream(Elbm.Way.values())
                    .mapToDouble(way -> Page.number(row, KidaSpeed.shareKey(way)))
                    .sum();
            assertThat(sum).isCloseTo(1, within(1e-12));
            assertThat(Page.number(row, "bgk_fraction")).isPositive();
        }
        String newton = "interval_" + KidaSpeed.shareKey(Elbm.Way.NEWTON);
        assertThat(rows.get(1).get(newton)).isEqualTo(rows.get(2).get(newton));
        assertThat(rows.get(1).get("peak_time")).isEqualTo(rows.get(2).get("peak_time"));
        assertThat(new ModelPage(rows).text()).contains("## ELBM over Kida's vortex", "| elbm-newton | D3Q19 | fp64 |");
    }

    @Test
    void shan_chen_and_elbm_over_kida_run_on_d3q15() throws IOException {
        List<Map<String, Object>> rows = rows(new Interpreter(), "(shan-chen-2|kida (bgk|elbm)) D3Q15 fp64");
        assertThat(rows)
                .extracting(row -> row.get("geometry") + " " + row.get("lattice") + " " + row.get("kernel"))
                .containsExactly(
                        "periodic D3Q15 bgk", "periodic D3Q15 shan-chen-2", "kida D3Q15 step", "kida D3Q15 step");
        assertThat(rows.get(1)).containsEntry("bytes_per_update", 2 * (3 * 15 + 2) * 8.0);
        assertThat(Page.number(rows.getLast(), "bgk_fraction")).isPositive();
    }

    /// Every pattern, direct and indirect, and several launches.
    @ParameterizedTest
    @ValueSource(strings = {"shallow-water", "free-energy"})
    void models_are_measured_in_every_storage_beside_that_of_a_run(String model) throws IOException {
        List<Map<String, Object>> rows = rows(first.device(), model + " D2Q9 fp64.*");
        assertThat(rows.subList(2, rows.size()))
                .allSatisfy(
                        row -> assertThat(Page.number(row, "limit_fraction")).isPositive())
                .extracting(row -> row.get("variant"))
                .contains(
                        "dense pull", "dense push", "dense aa", "compact-tiles pull", "dense pull 256 threads 1 nodes");
        assertThat(new ModelPage(rows).text())
                .contains("## Storages and launches of mixtures", "| %s | D2Q9 | fp64 | dense aa |".formatted(model));
    }
}
