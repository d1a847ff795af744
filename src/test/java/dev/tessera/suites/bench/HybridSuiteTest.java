package dev.tessera.suites.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.DOUBLE;

import dev.tessera.cluster.PartedDevice;
import dev.tessera.device.Device;
import dev.tessera.device.Devices;
import dev.tessera.device.interpreter.Interpreter;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ForkJoinPool;
import org.junit.jupiter.api.Test;

/// Suite `hybrid` on tiny geometries.
final class HybridSuiteTest {
    @Test
    void devices_together_are_compared_with_each_alone() throws IOException {
        try (ForkJoinPool pool = new ForkJoinPool(2);
                Devices devices = Devices.on(pool)) {
            List<Device> both = List.of(devices.byKey("cpu:jvm"), new Interpreter());
            PartedDevice parts = new PartedDevice(both, PartedDevice.Division.balanced(), pool);
            List<Map<String, Object>> rows = new HybridSuite(
                            parts, pool, System::nanoTime, line -> {}, words -> words.startsWith("box"), 0.04, 1e-4)
                    .run(soFar -> {});
            assertThat(rows).extracting(row -> row.get("precision")).containsExactly("fp64", "fp32");
            assertThat(rows).allSatisfy(row -> {
                assertThat(row).doesNotContainKey("error");
                for (String figure : List.of("mlups", "gain", "efficiency")) {
                    assertThat(row.get(figure))
                            .asInstanceOf(DOUBLE)
                            .isPositive()
                            .isFinite();
                }
                List<?> alone = (List<?>) Objects.requireNonNull(row.get("alone_mlups"));
                List<?> shares = (List<?>) Objects.requireNonNull(row.get("shares"));
                assertThat(alone)
                        .hasSize(2)
                        .allSatisfy(speed -> assertThat((double) speed).isPositive());
                assertThat((double) shares.get(0) + (double) shares.get(1)).isBetween(0.999, 1.001);
            });
        }
    }
}
