package dev.tessera.suites.bench;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tessera.geometry.NodeMap;
import dev.tessera.kernel.gpu.GpuPlan;
import dev.tessera.kernel.gpu.Tuning;
import dev.tessera.solver.plan.CountedRows;
import dev.tessera.solver.plan.GpuCounts;
import dev.tessera.solver.plan.GpuSheets;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.Set;
import java.util.concurrent.ForkJoinPool;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/// The counts for predictions of speed, with the layouts of the bench, without a device. After a change of the counts
/// or of the suites, delete the file (or its wrong lines) and write the missing lines (15 minutes and 10 GiB for all):
/// `mvn test -Dtest=GpuCountsFileTest -Dtessera.counts=write -DargLine=-Xmx10g`.
final class GpuCountsFileTest {
    private static final List<String> SUITES = List.of(
            "gpu-quick", "storages", "layouts", "vessels", "models", "sizes", "channels", "chips", "papers", "memory");

    @Test
    void the_file_agrees_with_the_counts_of_this_version() throws IOException {
        SequencedMap<String, String> known = CountedRows.lines();
        NodeMap nodes = BenchGeometry.spheres(192, 0.1).make(ForkJoinPool.commonPool());
        Set<String> counted = new LinkedHashSet<>();
        for (GpuTrial trial : trials("gpu-quick").getOrDefault("spheres-0.1", List.of())) {
            if (trial.tuning().blocks() == 4) {
                String line = line(trial, nodes);
                assertThat(known).containsValue(line);
                counted.add(line);
            }
        }
        assertThat(counted).hasSize(9); // pull, AA and esoteric pull in three precisions
    }

    @Test
    @EnabledIfSystemProperty(named = "tessera.counts", matches = "write")
    void write() throws IOException {
        if (!Files.exists(CountedRows.FILE)) {
            Files.writeString(CountedRows.FILE, CountedRows.HEADING + "\n");
        }
        SequencedMap<String, String> known = CountedRows.lines();
        for (String suite : SUITES) {
            for (List<GpuTrial> trials : trials(suite).values()) {
                write(trials, known);
            }
        }
    }

    /// Adds missing lines to the file, geometry by geometry.
    private static void write(List<GpuTrial> trials, SequencedMap<String, String> known) throws IOException {
        List<String> wanted = new ArrayList<>();
        NodeMap nodes = null;
        Set<Object> done = new LinkedHashSet<>();
        for (GpuTrial trial : trials) {
            if (!done.add(List.of(
                            trial.words(""),
                            trial.tuning().nodesPerThread(),
                            trial.tuning().lookup()))
                    || known.containsKey(CountedRows.key(row(trial, trial.tuning())))) {
                continue;
            }
            nodes = nodes == null ? trial.geometry().make(ForkJoinPool.commonPool()) : nodes;
            String line = line(trial, nodes);
            if (!known.containsValue(line)) {
                known.put(line, line);
                wanted.add(line);
            }
        }
        Files.write(CountedRows.FILE, wanted, StandardOpenOption.APPEND);
    }

    private static Map<String, List<GpuTrial>> trials(String suite) {
        Map<String, List<GpuTrial>> byGeometry = new LinkedHashMap<>();
        for (GpuTrial trial : GpuSuites.of(suite, GpuSheets.byKey("h200").orElseThrow())) {
            byGeometry
                    .computeIfAbsent(trial.geometry().key(), key -> new ArrayList<>())
                    .add(trial);
        }
        return byGeometry;
    }

    /// With the launch that its storage allows, which may differ from the suite's.
    private static String line(GpuTrial trial, NodeMap nodes) {
        GpuPlan plan = trial.plan(nodes);
        return CountedRows.line(
                CountedRows.key(row(trial, plan.tuning())), plan.kernelsOfBulk().size(), GpuCounts.of(plan));
    }

    private static Map<String, Object> row(GpuTrial trial, Tuning tuning) {
        Map<String, Object> row = trial.words("");
        GpuTrial.putLaunch(row, tuning);
        return row;
    }
}
