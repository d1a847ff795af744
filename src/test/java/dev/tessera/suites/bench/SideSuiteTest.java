package dev.tessera.suites.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.InstanceOfAssertFactories.DOUBLE;

import dev.tessera.device.gpu.FirstGpu;
import dev.tessera.device.opencl.OpenClPlatforms;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ForkJoinPool;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.RegisterExtension;

/// Suite `sides` on small boxes.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class SideSuiteTest {
    private static final int NODES = 10;

    @RegisterExtension
    final FirstGpu first = new FirstGpu(new OpenClPlatforms());

    @Test
    void every_box_runs_in_both_forms_and_is_compared_with_the_periodic_one() throws IOException {
        try (ForkJoinPool pool = new ForkJoinPool(2)) {
            List<Map<String, Object>> written = new ArrayList<>();
            List<Map<String, Object>> rows = new SideSuite(
                            first.device(),
                            pool,
                            System::nanoTime,
                            line -> {},
                            words -> words.startsWith("regularized-x pull fp64")
                                    || words.startsWith("six-mixed pull fp64 step"),
                            Launches.LISTED,
                            NODES,
                            0.001)
                    .run(written::addAll);
            assertThat(rows)
                    .extracting(row -> row.get("geometry"), row -> row.get("kernel"))
                    .containsExactly(
                            tuple("periodic", "step"),
                            tuple("regularized-x", "step"),
                            tuple("regularized-x", "listed"),
                            tuple("six-mixed", "step"));
            assertThat(rows).allSatisfy(row -> {
                assertThat(row).doesNotContainKey("error").containsEntry("fluid_nodes", (long) NODES * NODES * NODES);
                assertThat(row).containsEntry("launches", "usual");
                assertThat(row.get("periodic_fraction"))
                        .asInstanceOf(DOUBLE)
                        .isPositive()
                        .isFinite();
            });
        }
    }
}
