package dev.tessera.suites.bench;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tessera.device.gpu.FirstGpu;
import dev.tessera.device.opencl.OpenClPlatforms;
import dev.tessera.suites.Provenance;
import dev.tessera.testkit.OptimisedOpenCl;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ForkJoinPool;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/// Suites of GPUs, in the sizes for a device that is none: every kind of row that they have between them once.
final class SuitesOnOpenClTest {
    @RegisterExtension
    static final FirstGpu FIRST = new FirstGpu(new OpenClPlatforms());

    /// By kernel, addressing, layout and pattern; on geometries that are small enough for a CPU in a test.
    private static boolean isNew(String words, Set<String> seen) {
        boolean isSmall = words.matches("(full-box|full-square|cavity-|spheres-0.9|chip-a).*");
        String kind = words.replaceFirst("^\\S+ ", "").replaceFirst(" (bgk|mrt|trt|rr)?\\s*fp(64|32).*$", "");
        return isSmall && seen.add(kind);
    }

    @Test
    void every_kind_of_row_is_measured() throws IOException {
        OptimisedOpenCl.during(this::measureEveryKind);
    }

    private void measureEveryKind() throws IOException {
        Set<String> seen = new LinkedHashSet<>();
        List<Map<String, Object>> failed = new ArrayList<>();
        List<String> lines = new ArrayList<>();
        try (ForkJoinPool pool = new ForkJoinPool(1)) {
            for (String suite : List.of("papers", "layouts")) {
                GpuBench bench = new GpuBench(
                        FIRST.device(), pool, System::nanoTime, lines::add, words -> isNew(words, seen), 0, null);
                List<Map<String, Object>> rows = bench.run(suite, soFar -> {});
                rows.stream().filter(BenchPage::isFailure).forEach(failed::add);
                Provenance provenance = new Provenance("Tessera", "a machine", "opencl:0", "today", "bench");
                assertThat(BenchPage.of(suite, rows, provenance)).contains("| geometry |");
            }
        }
        assertThat(failed).isEmpty();
        assertThat(lines).as("OpenCL says no registers").noneMatch(line -> line.contains("registers"));
        assertThat(seen).anyMatch(kind -> kind.contains("step without ghosts")).hasSizeGreaterThan(15);
    }
}
