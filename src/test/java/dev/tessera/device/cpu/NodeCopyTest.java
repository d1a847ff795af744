package dev.tessera.device.cpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tessera.device.Execution;
import dev.tessera.geometry.Box;
import dev.tessera.geometry.FluidNodes;
import dev.tessera.kernel.Kernel;
import dev.tessera.kernel.Precision;
import dev.tessera.kernel.StepPlan;
import dev.tessera.kernel.interpret.TestPlans;
import dev.tessera.layout.Addressing;
import dev.tessera.layout.Geometries;
import dev.tessera.layout.StreamingPattern;
import dev.tessera.layout.addressing.CompactTiles;
import dev.tessera.layout.addressing.Dense;
import dev.tessera.layout.pattern.AaPattern;
import dev.tessera.layout.pattern.EsotericPull;
import dev.tessera.layout.pattern.TwoBufferPull;
import dev.tessera.model.lattice.Lattices;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ForkJoinPool;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Boxes whose nodes several workers copy in chunks, with the results of [Execution#readPopulations].
final class NodeCopyTest {
    private static final int Q = Lattices.D3Q19.size();

    record Trial(StreamingPattern pattern, Addressing addressing, Precision precision, Box box, boolean hasStones) {
        StepPlan plan() {
            FluidNodes fluid = FluidNodes.where(box, (x, y, z) -> !hasStones || (x * 5 + y * 3 + z * 7) % 41 != 0);
            return TestPlans.bulkAndDriven(
                    Lattices.D3Q19, pattern, addressing, Geometries.nodes(fluid), precision, number -> number == 77);
        }
    }

    static Stream<Trial> trials() {
        Box periodic = new Box(67, 23, 6, true, true, true);
        Box closed = new Box(131, 9, 10, false, true, false);
        List<Trial> trials = new ArrayList<>();
        for (StreamingPattern pattern : List.of(new AaPattern(), new TwoBufferPull(), new EsotericPull())) {
            for (Addressing addressing : List.of(new Dense(), CompactTiles.forCpu())) {
                trials.add(new Trial(pattern, addressing, Precision.FP64, periodic, false));
                trials.add(new Trial(pattern, addressing, Precision.FP32, closed, false));
                trials.add(new Trial(pattern, addressing, Precision.FP64, closed, true));
            }
        }
        return trials.stream();
    }

    @ParameterizedTest
    @MethodSource("trials")
    void parts_of_boxes_are_copied_bit_for_bit_up_to_a_value_that_is_not_finite(Trial trial) {
        StepPlan plan = trial.plan();
        int bytes = plan.precision().storedBytes();
        int first = 40;
        int count = (int) plan.fluidNodes() - first - 3;
        int[] directions = new int[Q];
        Arrays.setAll(directions, i -> (i * 7 + 2) % Q);
        try (ForkJoinPool pool = new ForkJoinPool(3);
                Arena arena = Arena.ofShared();
                Execution run = new CpuDevice(JvmKernels.warmWhenBusy((delay, work) -> {}), pool).prepare(plan)) {
            MemorySegment nodes =
                    arena.allocate((long) count * Q * bytes + 8, 8).asSlice(0, (long) count * Q * bytes);
            for (int phase = 0; phase < plan.phases(); phase++) {
                run.restart(phase);
                double[] values = new double[(int) plan.fluidNodes() * Q];
                Arrays.setAll(values, k -> k * 0x1p-20);
                run.writePopulations(0, (int) plan.fluidNodes(), values);
                run.copyStored(Kernel.FLUID, first, count, directions, nodes);
                for (int k = 0; k < count * Q; k++) {
                    assertThat(value(nodes, bytes, k)).isEqualTo(values[(first + k / Q) * Q + directions[k % Q]]);
                }
                for (int bad : new int[] {0, 2047, 2048, 5000, count}) {
                    checkPaste(run, values, nodes, bytes, first, count, directions, bad);
                }
                for (int few : new int[] {0, 1, 7, 130}) {
                    checkPaste(run, values, nodes, bytes, first, few, directions, few);
                }
                checkPaste(run, values, nodes, bytes, first, 130, directions, 129);
            }
        }
    }

    /// @param bad the node with a value that is not finite; `count`: none
    private static void checkPaste(
            Execution run,
            double[] before,
            MemorySegment nodes,
            int bytes,
            int first,
            int count,
            int[] directions,
            int bad) {
        run.writePopulations(0, before.length / Q, before);
        for (int k = 0; k < count * Q; k++) {
            set(nodes, bytes, k, k / Q == bad && k % Q == 11 ? Double.NEGATIVE_INFINITY : -k * 0x1p-20);
        }
        int written = run.pasteFinite(Kernel.FLUID, first, count, directions, nodes);
        assertThat(written).isEqualTo(bad == count ? count : bad / 2048 * 2048);
        double[] expected = before.clone();
        for (int k = 0; k < written * Q; k++) {
            expected[(first + k / Q) * Q + directions[k % Q]] = -k * 0x1p-20;
        }
        double[] present = new double[before.length];
        run.readPopulations(0, before.length / Q, present);
        assertThat(present).isEqualTo(expected);
    }

    private static double value(MemorySegment nodes, int bytes, int k) {
        return bytes == Double.BYTES
                ? nodes.getAtIndex(ValueLayout.JAVA_DOUBLE, k)
                : nodes.getAtIndex(ValueLayout.JAVA_FLOAT, k);
    }

    private static void set(MemorySegment nodes, int bytes, int k, double value) {
        if (bytes == Double.BYTES) {
            nodes.setAtIndex(ValueLayout.JAVA_DOUBLE, k, value);
        } else {
            nodes.setAtIndex(ValueLayout.JAVA_FLOAT, k, (float) value);
        }
    }

    @ParameterizedTest
    @MethodSource("trials")
    void what_addresses_would_not_find_is_refused(Trial trial) {
        StepPlan plan = trial.plan();
        int[] directions = new int[Q];
        Arrays.setAll(directions, i -> i);
        int count = (int) plan.fluidNodes();
        long bytes = (long) count * Q * plan.precision().storedBytes();
        try (Execution run =
                new CpuDevice(JvmKernels.warmWhenBusy((delay, work) -> {}), ForkJoinPool.commonPool()).prepare(plan)) {
            Arena arena = Arena.ofShared();
            MemorySegment nodes = arena.allocate(bytes);
            assertThatThrownBy(() -> run.copyStored(Kernel.FLUID, 0, count, directions, nodes.asSlice(0, bytes - 1)))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("need %d bytes".formatted(bytes));
            assertThatThrownBy(() -> run.copyStored(Kernel.FLUID, 0, count, directions, nodes.asReadOnly()))
                    .isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> run.copyStored(Kernel.FLUID, 1, count, directions, nodes))
                    .isInstanceOf(IndexOutOfBoundsException.class);
            int[] twice = directions.clone();
            twice[3] = 4;
            assertThatThrownBy(() -> run.pasteFinite(Kernel.FLUID, 0, count, twice, nodes))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("each once");
            arena.close();
            assertThatThrownBy(() -> run.pasteFinite(Kernel.FLUID, 0, count, directions, nodes))
                    .isInstanceOf(IllegalStateException.class);
        }
    }
}
