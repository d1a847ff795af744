package dev.tessera.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tessera.casefile.CaseFile;
import dev.tessera.device.Device;
import dev.tessera.device.Devices;
import dev.tessera.geometry.HeapBudget;
import dev.tessera.geometry.NodeMap;
import dev.tessera.layout.pattern.AaPattern;
import dev.tessera.solver.Case;
import dev.tessera.solver.CaseKernels;
import dev.tessera.solver.HostMemory;
import dev.tessera.solver.Simulation;
import dev.tessera.testkit.Needs;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.ForkJoinPool;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The heap of a run between steps, as predicted and as it is after collecting garbage.
final class HostMemoryTest {
    private static final List<String> WITHOUT_FILES = List.of(
            "output.formats=[]", "output.pictures=[]", "storage.addressing=compact-tiles", "storage.pattern=aa");

    @ParameterizedTest
    @CsvSource({
        "cavity-3d, 10 mm, cpu:jvm",
        "porous-rock, 16 um, cpu:jvm",
        "aneurysm, 0.14 mm, cpu:jvm",
        "porous-rock, 16 um, opencl",
        "aneurysm, 0.14 mm, opencl"
    })
    void a_run_without_files_holds_what_is_predicted(String example, String spacing, String device) throws IOException {
        try (ForkJoinPool pool = new ForkJoinPool(2);
                Devices devices = Devices.on(pool)) {
            String key = devices.keys().stream()
                    .filter(one -> one.startsWith(device))
                    .findFirst()
                    .orElse("");
            Needs.part("opencl", !key.isEmpty());
            // loads classes and compiles kernels; threads and drivers keep buffers of the same size
            heldByRun(theCase(example, spacing), devices.byKey(key), pool);
            Held held = heldByRun(theCase(example, spacing), devices.byKey(key), pool);
            assertThat((double) held.bytes())
                    .as("%s", held)
                    .isCloseTo((double) held.predicted(), Percentage.withPercentage(20));
        }
    }

    @Test
    void plan_says_where_a_run_is_refused_and_where_it_warns() throws IOException {
        Case theCase = CaseFile.read(
                        Path.of("examples/cavity-3d/case.yaml"), List.of("output.fields=[velocity, pressure]"))
                .theCase();
        NodeMap nodes = theCase.geometry().voxelise(theCase.spacingM(), ForkJoinPool.commonPool());
        var setting = new HostMemory.Setting(false, 1, 2, OptionalLong.empty());
        HostMemory memory = HostMemory.of(theCase, nodes, CaseKernels.of(theCase, nodes), setting);
        long snapshot = 4 * 8 * 50L * 50 * 50;
        assertThat(memory.leastBytes()).isBetween(snapshot, 2 * snapshot).isLessThan(memory.peakBytes());
        var report = new HostMemoryReport(memory, OptionalLong.of(19_000_000));
        assertThat(report.lines(nodes, new HeapBudget(snapshot, 1L << 34)))
                .anyMatch(line -> line.matches("  snapshot of fields +3.8 MiB  counted    with files"))
                .contains(
                        "Outside the heap: populations 18.1 MiB, and as much again for a copy of a good state, if a quarter of the free memory suffices.")
                .last()
                .asString()
                .startsWith("A run is refused: 50 x 50 x 50 nodes (125,000) need at least")
                .contains("Fewer output.fields need less", "TESSERA_JAVA_OPTS=-Xmx1g");
        assertThat(report.lines(nodes, new HeapBudget(memory.leastBytes(), 1L << 34)))
                .last()
                .asString()
                .startsWith("A run warns: the Java heap may be too small: 50 x 50 x 50 nodes (125,000) need about");
        assertThat(report.lines(nodes, new HeapBudget(2 * memory.peakBytes(), 1L << 34)))
                .noneMatch(line -> line.startsWith("A run"));
    }

    /// @param predicted without the program itself
    private record Held(long bytes, long predicted) {}

    private static Case theCase(String example, String spacing) throws IOException {
        List<String> changes = new ArrayList<>(WITHOUT_FILES);
        changes.add("geometry.spacing=" + spacing);
        return CaseFile.read(Path.of("examples", example, "case.yaml"), changes).theCase();
    }

    private static Held heldByRun(Case theCase, Device device, ForkJoinPool pool) {
        long before = live();
        NodeMap nodes = theCase.geometry().voxelise(theCase.spacingM(), pool);
        try (Simulation simulation = Simulation.open(theCase, nodes, device, pool)) {
            for (int phase = 0; phase < new AaPattern().phases(); phase++) {
                simulation.step(1);
                simulation.observables(false);
            }
            long bytes = live() - before;
            HostMemory predicted = HostMemory.of(
                    theCase,
                    nodes,
                    CaseKernels.of(theCase, nodes),
                    new HostMemory.Setting(device.isGpu(), 1, new AaPattern().phases(), OptionalLong.empty()));
            long program = predicted.items().stream()
                    .filter(item -> item.what().equals("program"))
                    .mapToLong(HostMemory.Item::bytes)
                    .sum();
            return new Held(bytes, predicted.bytes(HostMemory.When.STEPS) - program);
        }
    }

    private static long live() {
        MemoryMXBean memory = ManagementFactory.getMemoryMXBean();
        long least = Long.MAX_VALUE;
        for (int k = 0; k < 3; k++) {
            memory.gc();
            least = Math.min(least, memory.getHeapMemoryUsage().getUsed());
        }
        return least;
    }
}
