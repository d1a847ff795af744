package dev.tessera.suites.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.DOUBLE;

import dev.tessera.device.Devices;
import dev.tessera.solver.Ledger;
import dev.tessera.suites.bench.RunSuite.Kind;
import dev.tessera.suites.bench.RunSuite.Trial;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ForkJoinPool;
import org.junit.jupiter.api.Test;

/// Suite `run` on a coarse vessel, in processes of the present JVM's program.
final class RunSuiteTest {
    private static final List<String> PROGRAM = List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "@jvm.options",
            "-XX:MaxRAMPercentage=20",
            "-XX:TieredStopAtLevel=1", // short runs: optimising takes longer than what it saves
            "-Dtessera.jvm.busy-nodes=" + System.getProperty("tessera.jvm.busy-nodes", "10000000"),
            "-cp",
            System.getProperty("java.class.path"),
            "dev.tessera.cli.Main");

    private static List<Map<String, Object>> rows(List<String> program, Trial... trials) throws IOException {
        try (ForkJoinPool pool = new ForkJoinPool(2);
                Devices devices = Devices.on(pool)) {
            return new RunSuite(
                            devices.byKey("cpu:jvm"),
                            program,
                            System::nanoTime,
                            line -> {},
                            words -> !words.contains("400 steps"),
                            List.of(trials))
                    .run(rowsSoFar -> {});
        }
    }

    @Test
    void a_row_tells_where_the_time_of_a_whole_process_went() throws IOException {
        List<Map<String, Object>> rows = rows(
                PROGRAM,
                new Trial(1e-3, 200, Kind.FIRST),
                new Trial(1e-3, 400, Kind.BARE),
                new Trial(1e-3, 200, Kind.FIELDS));
        assertThat(rows).extracting(row -> row.get("kernel")).containsExactly("first", "fields");
        for (Map<String, Object> row : rows) {
            assertThat(row).doesNotContainKey("error").containsEntry("steps", 200);
            double wall = seconds(row, "wall_s");
            double sum = Arrays.stream(Ledger.Phase.values())
                    .mapToDouble(phase -> seconds(row, phase.key() + "_s"))
                    .sum();
            assertThat(sum).isPositive().isLessThan(wall);
            assertThat(row.get("steps_fraction")).asInstanceOf(DOUBLE).isEqualTo(seconds(row, "steps_s") / wall);
            assertThat(BenchPage.phases(row)).matches("([a-z]+ \\d+\\.\\d(, |$))+");
        }
    }

    private static double seconds(Map<String, Object> row, String key) {
        return row.get(key) instanceof Number number ? number.doubleValue() : 0;
    }

    @Test
    void a_run_that_fails_is_a_row_with_its_last_words() throws IOException {
        Path java = Path.of(System.getProperty("java.home"), "bin", "java");
        assertThat(rows(List.of(java.toString(), "--no-such-option"), new Trial(1e-3, 200, Kind.BARE)))
                .singleElement()
                .satisfies(row -> assertThat((String) row.get("error")).contains("exit status 1", "--no-such-option"));
    }
}
