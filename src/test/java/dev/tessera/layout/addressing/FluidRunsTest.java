package dev.tessera.layout.addressing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tessera.geometry.Box;
import dev.tessera.geometry.FluidNodes;
import java.util.BitSet;
import java.util.Random;
import java.util.function.IntPredicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class FluidRunsTest {
    private static final int LENGTH = 200; // more than three words of 64 nodes

    /// Runs of the middle row of a small box: in order, none empty, none touching the next, and all fluid
    /// nodes.
    private static void assertRuns(int fromX, int endX, IntPredicate isFluid) {
        Box box = new Box(LENGTH, 3, 1, false, false, true);
        FluidNodes fluid = FluidNodes.where(box, (x, y, z) -> y != 1 || isFluid.test(x));
        BitSet found = new BitSet();
        int[] end = {fromX - 1};
        FluidRuns.inRow(fluid, fromX, endX, 1, 0, (x, count) -> {
            assertThat(count).isPositive();
            assertThat(x).isGreaterThan(end[0]);
            end[0] = x + count;
            assertThat(end[0]).isLessThanOrEqualTo(endX);
            found.set(x, x + count);
        });
        for (int x = fromX; x < endX; x++) {
            assertThat(found.get(x)).as("node %d", x).isEqualTo(isFluid.test(x));
        }
    }

    @ParameterizedTest
    @CsvSource({"0, 200", "0, 64", "1, 65", "63, 192", "70, 71", "5, 5"})
    void a_row_of_solid_nodes_alone_has_no_run_and_one_of_fluid_nodes_has_one(int fromX, int endX) {
        assertRuns(fromX, endX, x -> false);
        assertRuns(fromX, endX, x -> true);
    }

    @ParameterizedTest
    @CsvSource({"0, 64", "64, 128", "63, 65", "1, 127", "60, 200"})
    void a_gap_of_any_length_parts_two_runs(int solidFrom, int solidEnd) {
        assertRuns(0, LENGTH, x -> x < solidFrom || x >= solidEnd);
        assertRuns(0, LENGTH, x -> x >= solidFrom && x < solidEnd);
    }

    @Test
    void runs_of_random_rows_are_their_fluid_nodes() {
        Random random = new Random(7);
        for (int trial = 0; trial < 50; trial++) {
            BitSet fluid = new BitSet();
            boolean isFluid = random.nextBoolean();
            for (int x = 0; x < LENGTH; isFluid = !isFluid) {
                int end = Math.min(LENGTH, x + 1 + random.nextInt(1 << 1 + random.nextInt(7)));
                fluid.set(x, end, isFluid);
                x = end;
            }
            int from = random.nextInt(LENGTH);
            assertRuns(from, from + random.nextInt(LENGTH - from + 1), fluid::get);
        }
    }
}
