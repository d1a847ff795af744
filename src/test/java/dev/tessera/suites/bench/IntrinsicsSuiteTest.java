package dev.tessera.suites.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.InstanceOfAssertFactories.DOUBLE;

import dev.tessera.device.gpu.FirstGpu;
import dev.tessera.device.opencl.OpenClPlatforms;
import dev.tessera.suites.Provenance;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ForkJoinPool;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.RegisterExtension;

/// Suite `intrinsics` on small boxes.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class IntrinsicsSuiteTest {
    private static final int NODES = 16;
    private static final int STEPS = 3;

    @RegisterExtension
    final FirstGpu first = new FirstGpu(new OpenClPlatforms());

    private List<Map<String, Object>> rows(Predicate<String> wanted) throws IOException {
        try (ForkJoinPool pool = new ForkJoinPool(2)) {
            return new IntrinsicsSuite(
                            first.device(), pool, System::nanoTime, line -> {}, wanted, Launches.LISTED, NODES, STEPS)
                    .run(new ArrayList<>()::addAll);
        }
    }

    @Test
    void fluids_run_with_both_functions_and_are_compared() throws IOException {
        List<Map<String, Object>> rows = rows(words -> words.matches("(newtonian|carreau|shan-chen) fp32"));
        assertThat(rows)
                .allSatisfy(row -> assertThat(row)
                        .doesNotContainKey("error")
                        .containsEntry("precision", "fp32")
                        .containsEntry("fluid_nodes", (long) NODES * NODES * NODES));
        assertThat(rows)
                .extracting(row -> row.get("geometry"), row -> row.get("kernel"))
                .containsExactly(
                        tuple("newtonian", "exact"),
                        tuple("carreau", "exact"),
                        tuple("carreau", "fast"),
                        tuple("shan-chen", "exact"),
                        tuple("shan-chen", "fast"));
        assertThat(rows).filteredOn(row -> "fast".equals(row.get("kernel"))).allSatisfy(row -> {
            assertThat(row.get("gain")).asInstanceOf(DOUBLE).isGreaterThan(-1).isFinite();
            assertThat(row.get("velocity_difference"))
                    .as("%s", row.get("geometry"))
                    .asInstanceOf(DOUBLE)
                    .isBetween(0.0, 1e-3);
            assertThat(row.get("energy_difference")).asInstanceOf(DOUBLE).isBetween(-1e-3, 1e-3);
        });
        String page = BenchPage.of(IntrinsicsSuite.NAME, rows, new Provenance("p", "m", "d", "today", "c"));
        assertThat(page).contains("| fluid |", "| shan-chen | bgk | fast |");
    }

    @Test
    void only_wanted_fluids_run() throws IOException {
        assertThat(rows(words -> words.equals("newtonian fp32")))
                .extracting(row -> row.get("geometry"))
                .containsExactly("newtonian");
    }
}
