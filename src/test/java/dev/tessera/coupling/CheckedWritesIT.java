package dev.tessera.coupling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tessera.device.DeviceException;
import dev.tessera.testkit.Needs;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
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
        try {
            return Block.on(device, "periodic=xyz precision=" + precision, 1.7, NX, NY, NZ);
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
