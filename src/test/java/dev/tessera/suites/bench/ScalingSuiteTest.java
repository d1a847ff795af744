package dev.tessera.suites.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.DOUBLE;

import dev.tessera.cluster.PartedDevice;
import dev.tessera.device.Devices;
import dev.tessera.device.opencl.OpenClPlatforms;
import dev.tessera.testkit.Needs;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ForkJoinPool;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

/// Suite `scaling` on tiny geometries.
final class ScalingSuiteTest {
    private static List<Map<String, Object>> rows(List<String> keys, Predicate<String> wanted) throws IOException {
        try (ForkJoinPool pool = new ForkJoinPool(1);
                Devices devices = Devices.on(pool)) {
            PartedDevice parts = new PartedDevice(
                    keys.stream().map(devices::byKey).toList(), PartedDevice.Division.balanced(), pool);
            return new ScalingSuite(parts, pool, System::nanoTime, line -> {}, wanted, Launches.LISTED, 0.04, 0.001)
                    .run(soFar -> {});
        }
    }

    @Test
    void boxes_scale_weakly_and_strongly() throws IOException {
        List<Map<String, Object>> rows =
                rows(List.of("cpu:jvm", "cpu:jvm"), words -> words.startsWith("box-16x16x") && words.contains("copy"));
        assertThat(rows).extracting(row -> row.get("kernel")).containsExactly("weak", "weak", "strong");
        assertThat(rows).allSatisfy(row -> {
            assertThat(row).doesNotContainKey("error").containsEntry("devices", 2);
            for (String speed : List.of("mlups", "one_device_mlups", "efficiency", "predicted_efficiency")) {
                assertThat(row.get(speed)).asInstanceOf(DOUBLE).isPositive().isFinite();
            }
        });
        assertThat(rows.getLast()).containsEntry("part_nodes", 16L * 16 * 8);
        assertThat(rows.getLast().get("efficiency_of_part"))
                .asInstanceOf(DOUBLE)
                .isPositive()
                .isFinite();
        Map<String, Object> weak = rows.getFirst();
        assertThat(weak)
                .containsEntry("one_device_nodes", 16L * 16 * 16)
                .containsEntry("fluid_nodes", 2L * 16 * 16 * 16);
        // across two planes, since z is periodic, both ways: five directions of each node, eight bytes each
        assertThat(weak).containsEntry("messages", 2L).containsEntry("bytes_exchanged", 4L * 16 * 16 * 5 * 8);
    }

    @Test
    void sparse_geometries_run_on_two_opencl_devices_and_values_cross_as_they_are_stored() throws IOException {
        Needs.part("opencl", !new OpenClPlatforms().list().offers().isEmpty());
        List<Map<String, Object>> rows = rows(
                List.of("opencl:0", "opencl:0"),
                words -> words.startsWith("aneurysm-29 ") || words.startsWith("box-20x20x20 strong copy"));
        assertThat(rows).hasSizeGreaterThan(3).allSatisfy(row -> assertThat(row).doesNotContainKey("error"));
        assertThat(bytesOfBox(rows, "fp32/fp16")).isPositive().isEqualTo(bytesOfBox(rows, "fp32") / 2);
    }

    private static long bytesOfBox(List<Map<String, Object>> rows, String precision) {
        return rows.stream()
                .filter(row -> precision.equals(row.get("precision")) && "box-20x20x20".equals(row.get("geometry")))
                .mapToLong(row -> (long) Objects.requireNonNull(row.get("bytes_exchanged")))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void one_device_has_nothing_to_compare() {
        try (ForkJoinPool pool = new ForkJoinPool(1);
                Devices devices = Devices.on(pool)) {
            Bench bench = new Bench(
                    devices.byKey("cpu:jvm"),
                    pool,
                    System::nanoTime,
                    line -> {},
                    words -> true,
                    Launches.LISTED,
                    List.of());
            assertThatThrownBy(() -> bench.run(ScalingSuite.NAME, soFar -> {}))
                    .hasMessageContaining("add for example --device cuda:0-1");
        }
    }
}
