package dev.tessera.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tessera.device.DeviceKit;
import dev.tessera.device.Execution;
import dev.tessera.device.gpu.Accelerator;
import dev.tessera.device.gpu.BinaryCache;
import dev.tessera.device.gpu.FakeDriver;
import dev.tessera.device.gpu.FakeExchanges;
import dev.tessera.device.gpu.GpuDevice;
import dev.tessera.geometry.NodeMap;
import dev.tessera.geometry.Partitions;
import dev.tessera.kernel.Precision;
import dev.tessera.kernel.StepPlan;
import dev.tessera.kernel.interpret.TestPlans;
import dev.tessera.layout.Geometries;
import dev.tessera.layout.addressing.Dense;
import dev.tessera.layout.pattern.Patterns;
import dev.tessera.model.lattice.Lattices;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ForkJoinPool;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Steps of parts on two GPUs of a process, as one captured sequence (docs/decisions/0103), with drivers that only
/// record what they are told.
final class PartBatchesTest {
    private static final long MEMORY = 1L << 30;

    @TempDir
    Path folder;

    private final FakeExchanges queue = new FakeExchanges();
    private FakeDriver first = new FakeDriver(MEMORY, MEMORY);
    private FakeDriver second = new FakeDriver(MEMORY, MEMORY);

    /// 3 + 100 + 40 + 40 steps, with another parameter before the last.
    private void run(String pattern, UnaryOperator<FakeDriver> kind) {
        first = kind.apply(new FakeDriver(MEMORY, MEMORY)).withExchanges(queue);
        second = new FakeDriver(MEMORY, MEMORY).named("cuda:1").withExchanges(queue.another());
        first.capturingWith(second);
        NodeMap nodes = Geometries.random(2, 2).nodes();
        StepPlan plan = DeviceKit.lowered(
                TestPlans.bulkAndDriven(Lattices.D2Q9, Patterns.byKey(pattern), new Dense(), nodes, Precision.FP64));
        Partitions.Division division = Partitions.of(nodes).stream()
                .filter(each -> each.parts().count() == 2)
                .findFirst()
                .orElseThrow();
        try (Accelerator one = new Accelerator(first, new BinaryCache(folder));
                Accelerator other = new Accelerator(second, new BinaryCache(folder))) {
            PartedDevice devices = new PartedDevice(
                    List.of(new GpuDevice(one), new GpuDevice(other)),
                    (map, count, workers) -> division.parts(),
                    ForkJoinPool.commonPool());
            try (Execution parts = devices.prepare(plan)) {
                parts.setParameter("omega", 1.5);
                first.forget();
                parts.step(3);
                parts.step(100);
                parts.step(40);
                parts.setParameter("omega", 1.25);
                parts.step(40);
                assertThat(parts.steps()).isEqualTo(183);
            }
            assertThat(one.openResources()).isZero();
            assertThat(other.openResources()).isZero();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"pull", "aa", "esoteric-pull"})
    void each_device_runs_the_same_kernels_with_the_same_arguments_in_the_same_order(String pattern) {
        run(pattern, FakeDriver::withoutSequences);
        assertThat(first.count("capture") + first.count("repeat")).isZero();
        List<List<String>> expected = List.of(first.launched(), second.launched());
        run(pattern, driver -> driver);
        assertThat(List.of(first.launched(), second.launched())).isEqualTo(expected);
        assertThat(first.count("repeat")).isGreaterThan(5);
        assertThat(second.count("capture")).isZero();
    }

    @Test
    void a_driver_that_fails_to_capture_leaves_steps_as_they_were() {
        run("aa", FakeDriver::withoutSequences);
        List<List<String>> expected = List.of(first.launched(), second.launched());
        run("aa", FakeDriver::refusingSequences);
        assertThat(List.of(first.launched(), second.launched())).isEqualTo(expected);
        assertThat(first.count("capture")).isEqualTo(1);
        assertThat(first.count("repeat")).isZero();
    }

    /// The next message is the first one again, which waits for none before: both devices wait for each other instead.
    @Test
    void messages_after_a_capture_that_failed_wait_for_those_before() {
        run("aa", FakeDriver::refusingSequences);
        int failed = IntStream.range(0, queue.names().size())
                .filter(queue::isCaptured)
                .findFirst()
                .orElseThrow();
        for (int device = 0; device < 2; device++) {
            int before = launches("unpack", 0).get(1 - device).stream()
                    .filter(k -> k < failed)
                    .reduce((_, last) -> last)
                    .orElseThrow();
            int after = launches("pack", failed).get(device).stream()
                    .filter(k -> !queue.isCaptured(k))
                    .findFirst()
                    .orElseThrow();
            assertThat(queue.waits(after, before)).isTrue();
        }
    }

    /// Launches of both kernels in their order, `[device][step]`.
    private List<List<Integer>> launches(String kernel, int from) {
        List<String> names = queue.names();
        List<List<Integer>> found = new ArrayList<>();
        for (String key : List.of("cuda:0", "cuda:1")) {
            found.add(IntStream.range(from, names.size())
                    .filter(k -> names.get(k).startsWith(key + " ")
                            && names.get(k).contains(kernel)
                            && !names.get(k).contains("un" + kernel))
                    .boxed()
                    .toList());
        }
        return found;
    }

    private List<List<Integer>> captured(String kernel) {
        return launches(kernel, 0).stream()
                .map(ofDevice -> ofDevice.stream().filter(queue::isCaptured).toList())
                .toList();
    }

    /// What is in the first and last step of a capture is ordered against other sequences by the queues of both
    /// devices.
    @Test
    void captured_messages_and_steps_wait_for_each_other_as_without_a_capture() {
        run("aa", driver -> driver);
        int steps = 32; // of the first capture
        List<List<Integer>> packs = captured("pack");
        List<List<Integer>> unpacks = captured("unpack");
        List<List<Integer>> edges = captured("_edge");
        for (int device = 0; device < 2; device++) {
            int other = 1 - device;
            List<Integer> packed = packs.get(device).subList(0, steps);
            List<Integer> unpacked = unpacks.get(other).subList(0, steps);
            List<Integer> edge = edges.get(other).subList(0, steps);
            for (int step = 0; step < steps; step++) {
                assertThat(queue.waits(unpacked.get(step), packed.get(step))).isTrue();
                if (step > 0) {
                    assertThat(queue.waits(edge.get(step), unpacked.get(step - 1)))
                            .isTrue();
                }
                if (step > 1) { // there are two buffers
                    assertThat(queue.waits(packed.get(step), unpacked.get(step - 2)))
                            .isTrue();
                }
            }
        }
    }
}
