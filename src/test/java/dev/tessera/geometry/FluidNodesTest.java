package dev.tessera.geometry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class FluidNodesTest {
    private static final Box BOX = new Box(301, 97, 41, false, false, false);

    /// Full words, words with few nodes, and long stretches without any.
    private static final FluidNodes FLUID = FluidNodes.where(
            BOX,
            (x, y, z) ->
                    z > 2 && (z < 6 || z > 30 && Math.floorMod(x * 31 + y * 17 + z, 97) < 3) || z == 40 && x > 290);

    private static List<Long> boxIndices() {
        List<Long> indices = new ArrayList<>();
        for (long n = 0; n < BOX.size(); n++) {
            if (FLUID.isFluid(n)) {
                indices.add(n);
            }
        }
        return indices;
    }

    @Test
    void ascending_numbers_find_their_nodes_one_after_the_other_again_and_in_jumps() {
        List<Long> indices = boxIndices();
        assertThat(FLUID.count()).isEqualTo(indices.size()).isGreaterThan(90_000);
        Random random = new Random(1);
        for (int longest : new int[] {1, 2, 5, 70, 1000, 50_000}) {
            FluidNodes.Ascending ascending = FLUID.ascending();
            for (int n = longest == 1 ? 0 : random.nextInt(longest); n < indices.size(); ) {
                assertThat(ascending.boxIndex(n)).isEqualTo(indices.get(n));
                assertThat(ascending.boxIndex(n)).as("again").isEqualTo(indices.get(n));
                n += longest == 1 ? 1 : random.nextInt(longest);
            }
        }
    }

    @Test
    void numbers_that_were_passed_or_do_not_exist_are_refused() {
        FluidNodes.Ascending ascending = FLUID.ascending();
        ascending.boxIndex(1000);
        assertThatThrownBy(() -> ascending.boxIndex(2)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> ascending.boxIndex(FLUID.count())).isInstanceOf(IndexOutOfBoundsException.class);
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, 0.0005, 0.2})
    void the_next_fluid_node_is_found_across_empty_words(double porosity) {
        Random random = new Random(11);
        Box box = new Box(130, 70, 1, false, false, false);
        FluidNodes fluid = FluidNodes.where(box, (x, y, z) -> random.nextDouble() < porosity);
        for (int i = 0; i < 300; i++) {
            long end = 1 + random.nextLong(box.size());
            long from = random.nextLong(end + 1);
            long expected = from;
            while (expected < end && !fluid.isFluid(expected)) {
                expected++;
            }
            assertThat(fluid.next(from, end)).isEqualTo(expected);
        }
    }
}
