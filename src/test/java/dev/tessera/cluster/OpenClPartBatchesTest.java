package dev.tessera.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tessera.device.DeviceKit;
import dev.tessera.device.Execution;
import dev.tessera.device.gpu.Accelerator;
import dev.tessera.device.gpu.BinaryCache;
import dev.tessera.device.gpu.GpuDevice;
import dev.tessera.device.gpu.GpuPlatform;
import dev.tessera.device.gpu.GpuSlots;
import dev.tessera.device.gpu.ReplayedLaunches;
import dev.tessera.device.interpreter.Interpreter;
import dev.tessera.device.opencl.OpenClPlatforms;
import dev.tessera.geometry.NodeMap;
import dev.tessera.geometry.Partitions;
import dev.tessera.kernel.Precision;
import dev.tessera.kernel.StepPlan;
import dev.tessera.kernel.interpret.TestPlans;
import dev.tessera.layout.Geometries;
import dev.tessera.layout.addressing.CompactTiles;
import dev.tessera.layout.pattern.Patterns;
import dev.tessera.model.lattice.Lattices;
import dev.tessera.testkit.Needs;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ForkJoinPool;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Steps of parts that are captured with their messages give the bits of one part on the interpreter: on one device
/// whose captured launches are repeated in their order.
final class OpenClPartBatchesTest {
    @TempDir
    Path folder;

    /// Requests of many lengths, from an odd step on, with a value that changes and rows of the series that end.
    @ParameterizedTest
    @CsvSource({"pull, COPY", "aa, WRITE", "esoteric-pull, WRITE"})
    void captured_steps_give_the_bits_of_one_part(String pattern, GpuSlots.Direct direct) {
        List<GpuPlatform.Offer> offers = new OpenClPlatforms().list().offers();
        Needs.part("OpenCL", !offers.isEmpty());
        NodeMap nodes = Geometries.random(2, 2).nodes();
        StepPlan plan = TestPlans.changing(DeviceKit.lowered(TestPlans.bulkAndDriven(
                Lattices.D2Q9, Patterns.byKey(pattern), new CompactTiles(), nodes, Precision.FP64)));
        Partitions.Division division = Partitions.of(nodes).stream()
                .filter(each -> each.parts().count() == 3)
                .findFirst()
                .orElseThrow();
        ReplayedLaunches replayed =
                ReplayedLaunches.of(offers.getFirst().driver().get());
        try (Accelerator gpu = new Accelerator(replayed.driver(), new BinaryCache(folder))) {
            PartedDevice devices = new PartedDevice(
                            Collections.nCopies(3, new GpuDevice(gpu)),
                            (map, count, workers) -> division.parts(),
                            ForkJoinPool.commonPool())
                    .with(direct);
            try (Execution one = DeviceKit.started(new Interpreter(), plan);
                    Execution parts = DeviceKit.started(devices, plan)) {
                for (Execution run : List.of(one, parts)) {
                    run.setSeries("swing", step -> 1e-3 * StrictMath.cos(0.7 * step));
                    run.setSeries("pulse", step -> 1e-2 * StrictMath.sin(0.3 * step));
                }
                for (int count : List.of(3, 70, 20, 20, 20, 1, 33)) {
                    for (Execution run : List.of(one, parts)) {
                        run.step(count);
                        if (count == 1) {
                            run.setParameter("omega", 1.3);
                        }
                    }
                    double[] expected = DeviceKit.populations(plan, one);
                    assertThat(expected).doesNotContain(Double.NaN);
                    assertThat(DeviceKit.populations(plan, parts)).isEqualTo(expected);
                }
                assertThat(parts.readField("driven", "memory")).isEqualTo(one.readField("driven", "memory"));
                List<String> quantities = List.of("velocity-x", "density");
                assertThat(parts.observe(quantities)).isDeepEqualTo(one.observe(quantities));
                assertThat(parts.steps()).isEqualTo(167);
            }
            assertThat(replayed.repeated()).isGreaterThan(4);
        }
    }
}
