package dev.tessera.coupling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tessera.device.DeviceException;
import dev.tessera.testkit.Needs;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Values that are not finite, in small boxes and in blocks, from memory that the device copies fastest and from any
/// other.
final class CheckedWritesIT {
    private static final int NX = 24;
    private static final int NY = 21;
    private static final int NZ = 20;
    private static final int Q = 19;

    /// The largest is checked on several threads where the host does so.
    private static final NodeBox[] FACES = {
        new NodeBox(0, 0, 0, NY - 1, 0, NZ - 1),
        new NodeBox(1, NX - 2, NY - 1, NY - 1, 0, NZ - 1),
        new NodeBox(1, NX - 2, 1, NY - 2, 0, 4),
        new NodeBox(5, 5, 6, 6, 7, 7)
    };

    private static Block block(String device, String precision) {
        return block(device, precision, NX, NY, NZ);
    }

    private static Block block(String device, String precision, int... nodes) {
        try {
            return Block.on(device, "periodic=xyz precision=" + precision, 1.7, nodes);
        } catch (DeviceException missing) {
            Needs.part(device.substring(0, device.indexOf(':')), false);
            throw missing;
        }
    }

    @ParameterizedTest
    @CsvSource({
        "cpu:interpreter, fp64",
        "cpu:jvm, fp64",
        "cpu:jvm, fp32",
        "cpu:c, fp64",
        "cpu:c, fp32",
        "opencl:0, fp64",
        "opencl:0, fp32",
        "cuda:0, fp64",
        "cuda:0, fp32"
    })
    void a_box_with_a_value_that_is_not_finite_changes_nothing(String device, String precision) {
        try (Block block = block(device, precision)) {
            block.write(block.scattered());
            for (int step = 0; step < 2; step++) {
                for (boolean isPageLocked : new boolean[] {false, true}) {
                    double[] before = block.read();
                    for (NodeBox face : FACES) {
                        checkFace(block, face, isPageLocked);
                        assertThat(block.read()).isEqualTo(before);
                    }
                }
                block.domain().step(1);
            }
        }
    }

    @ParameterizedTest
    @CsvSource({
        "cpu:interpreter, fp64",
        "cpu:jvm, fp64",
        "cpu:jvm, fp32",
        "cpu:c, fp64",
        "opencl:0, fp64",
        "opencl:0, fp32",
        "cuda:0, fp64",
        "cuda:0, fp32"
    })
    void a_block_with_a_value_that_is_not_finite_changes_nothing(String device, String precision) {
        try (Block block = block(device, precision)) {
            double[] start = block.scattered();
            block.write(start);
            for (boolean isPageLocked : new boolean[] {false, true}) {
                MemorySegment memory = block.memory(start.length, isPageLocked);
                NodeBox all = NodeBox.all(block.domain().size());
                double[] values = start.clone();
                Arrays.setAll(values, k -> k * 0x1p-22);
                for (int place : new int[] {0, 1234 * Q + 7, values.length - 1}) {
                    double[] bad = values.clone();
                    bad[place] = Double.NaN;
                    assertThatThrownBy(() -> block.write(all, memory, bad))
                            .isInstanceOf(CouplingException.class)
                            .hasMessageStartingWith(
                                    "population %d of node %d of those to write is NaN; nothing from node "
                                            .formatted(place % Q, place / Q));
                    if (place < values.length / 2) { // some devices write a part of the nodes before
                        assertThat(block.read()).isEqualTo(start);
                    }
                }
                block.write(all, memory, values);
                assertThat(block.read()).isEqualTo(values);
                block.write(start);
            }
        }
    }

    /// Boxes of one call: their message is refused as a whole, and counts nodes from the first box on.
    @ParameterizedTest
    @CsvSource({"cpu:interpreter", "cpu:jvm", "cpu:c", "opencl:0", "cuda:0"})
    void boxes_of_one_call_have_the_values_of_boxes_one_after_the_other(String device) {
        List<NodeBox> apart = List.of(FACES).subList(0, 3);
        List<NodeBox> overlapping = List.of(FACES[0], FACES[3], new NodeBox(0, 6, 4, 8, 6, 9), FACES[3]);
        try (Block together = block(device, "fp64");
                Block one = block(device, "fp64")) {
            for (Block block : List.of(together, one)) {
                block.write(block.scattered());
            }
            for (List<NodeBox> boxes : List.of(apart, overlapping)) {
                double[] values = new double[Math.toIntExact(NodeBox.nodes(boxes) * Q)];
                Arrays.setAll(values, k -> k * 0x1p-22);
                together.write(boxes, values);
                int from = 0;
                for (NodeBox box : boxes) {
                    int to = from + Math.toIntExact(box.nodes() * Q);
                    one.write(box, ValueOrder.PALABOS, Arrays.copyOfRange(values, from, to));
                    from = to;
                }
                double[] all = together.read();
                assertThat(all).isEqualTo(one.read());
                assertThat(together.read(boxes))
                        .isEqualTo(boxes.stream()
                                .flatMapToDouble(box -> Arrays.stream(one.read(box, ValueOrder.PALABOS)))
                                .toArray());
                int bad = Math.toIntExact((boxes.getFirst().nodes() + 2) * Q + 5);
                values[bad] = Double.NaN;
                Arrays.setAll(values, k -> values[k] + 1e-3);
                assertThatThrownBy(() -> together.write(boxes, values))
                        .isInstanceOf(CouplingException.class)
                        .hasMessageStartingWith("population 5 of node %d of those to write is NaN; nothing from node "
                                .formatted(bad / Q));
                if (boxes == apart) {
                    assertThat(together.read()).isEqualTo(all);
                }
                together.write(all);
            }
        }
    }

    /// Chunks of 2^11 nodes (on CPUs) or parts of 2^16 are copied one after the other.
    @ParameterizedTest
    @CsvSource({"cpu:jvm", "opencl:0", "cuda:0"})
    void parts_of_a_block_before_the_value_have_been_written(String device) {
        try (Block block = block(device, "fp32", 65, 64, 64)) {
            double[] values = new double[65 * 64 * 64 * Q];
            Arrays.setAll(values, k -> k % 1000 * 0x1p-20);
            int written = 1 << 18;
            values[written * Q + 3] = Double.POSITIVE_INFINITY;
            assertThatThrownBy(() -> block.write(values))
                    .isInstanceOf(CouplingException.class)
                    .hasMessage(
                            "population 3 of node %d of those to write is Infinity; nothing from node %d on has been written",
                            written, written);
            double[] read = block.read();
            Arrays.fill(values, written * Q, values.length, 0);
            assertThat(read).isEqualTo(values);
        }
    }

    private static void checkFace(Block block, NodeBox face, boolean isPageLocked) {
        double[] present = block.read(face, ValueOrder.PALABOS);
        int count = present.length;
        MemorySegment memory = block.memory(count, isPageLocked);
        double[] changed = new double[count];
        Arrays.setAll(changed, k -> k * 0x1p-20);
        int[] places = {0, count / 2, count - 1};
        double[] bad = {Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY};
        for (int k = 0; k < places.length; k++) {
            double[] values = changed.clone();
            values[places[k]] = bad[k];
            assertThatThrownBy(() -> block.write(face, memory, values))
                    .isInstanceOf(CouplingException.class)
                    .hasMessage(
                            "population %d of node %d of those to write is %s; nothing from node 0 on has been written",
                            places[k] % Q, places[k] / Q, bad[k]);
            assertThat(block.read(face, ValueOrder.PALABOS)).isEqualTo(present);
        }
        double[] large = changed.clone();
        large[count / 3] = -Float.MAX_VALUE;
        large[count / 4] = Float.MIN_VALUE;
        block.write(face, memory, large);
        assertThat(block.read(face, ValueOrder.PALABOS)).isEqualTo(large);
        block.write(face, memory, present);
    }
}
