package dev.tessera.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tessera.casefile.CaseFile;
import dev.tessera.device.Device;
import dev.tessera.device.Devices;
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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The heap of a run between steps, as predicted and as it is after collecting garbage.
final class HostMemoryTest {
    private static final List<String> WITHOUT_FILES = List.of(
            "output.formats=[]", "output.pictures=[]", "storage.addressing=compact-tiles", "storage.pattern=aa");

    @ParameterizedTest
    @CsvSource({
        "porous-rock, 16 um, cpu:jvm",
        "aneurysm, 0.14 mm, cpu:jvm",
        "porous-rock, 16 um, opencl"
    })
    void a_run_without_files_holds_what_is_predicted(String example, String spacing, String device) throws IOException {
        try (ForkJoinPool pool = new ForkJoinPool(2);
                Devices devices = Devices.on(pool)) {
            String key = devices.keys().stream()
                    .filter(one -> one.startsWith(device))
                    .findFirst()
                    .orElse("");
            Needs.part("opencl", !key.isEmpty());
            heldByRun(theCase(example, coarse(spacing)), devices.byKey(key), pool); // loads classes, compiles kernels
            Held held = heldByRun(theCase(example, spacing), devices.byKey(key), pool);
            assertThat((double) held.bytes()).isCloseTo((double) held.predicted(), Percentage.withPercentage(20));
        }
    }

    /// @param predicted without the program itself
    private record Held(long bytes, long predicted) {}

    private static String coarse(String spacing) {
        return "%s %s"
                .formatted(
                        4 * Double.parseDouble(spacing.substring(0, spacing.indexOf(' '))),
                        spacing.substring(spacing.indexOf(' ') + 1));
    }

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
                    new AaPattern().phases(),
                    device.isGpu(),
                    OptionalLong.empty());
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
