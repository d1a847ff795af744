package dev.tessera.suites.bench;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tessera.device.interpreter.Interpreter;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ForkJoinPool;
import org.junit.jupiter.api.Test;

/// What suites ask for on a CPU, without measuring it.
final class CpuSuitesTest {
    @Test
    void storages_of_the_papers_are_measured_in_a_box_and_between_spheres() throws IOException {
        List<String> asked = new ArrayList<>();
        Bench bench = new Bench(
                new Interpreter(),
                ForkJoinPool.commonPool(),
                System::nanoTime,
                line -> {},
                words -> {
                    asked.add(words);
                    return false;
                },
                Launches.LISTED);
        assertThat(bench.run("storages", rows -> {}))
                .extracting(row -> row.get("suite"))
                .containsOnly("bandwidth");
        for (String geometry : List.of("full-box", "spheres-0.7", "spheres-0.3")) {
            assertThat(asked)
                    .contains(
                            geometry + " step ghost-tiles push bgk fp64",
                            geometry + " step ghost-tiles push bgk fp32",
                            geometry + " step tiles pull bgk fp64",
                            geometry + " step compact-tiles aa bgk fp64");
        }
    }
}
