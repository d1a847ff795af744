package dev.tessera.geometry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class FluidNodesTest {
    @ParameterizedTest
    @ValueSource(doubles = {0.0001, 0.01, 0.3, 0.9, 1})
    void numbers_and_places_of_nodes_agree_also_where_they_are_few(double porosity) {
        Random random = new Random(7);
        Box box = new Box(97, 61, 83, false, false, false);
        FluidNodes fluid = FluidNodes.where(
                box, (x, y, z) -> random.nextDouble() < porosity && (z < 20 || z > 60) || x + y + z == 3);
        FluidNodes.Ascending all = fluid.ascending();
        FluidNodes.Ascending some = fluid.ascending();
        long number = 0;
        long nextOfSome = 0;
        for (long n = 0; n < box.size(); n++) {
            if (!fluid.isFluid(n)) {
                assertThat(fluid.number(n)).isEqualTo(-1);
                continue;
            }
            assertThat(fluid.number(n)).isEqualTo(number);
            assertThat(fluid.boxIndex(number)).isEqualTo(n);
            assertThat(all.boxIndex(number)).isEqualTo(n);
            assertThat(all.boxIndex(number)).isEqualTo(n);
            if (number == nextOfSome) {
                assertThat(some.boxIndex(number)).isEqualTo(n);
                nextOfSome += 1 + random.nextInt(3000);
            }
            number++;
        }
        assertThat(fluid.count()).isEqualTo(number);
        long last = number - 1;
        assertThatThrownBy(() -> all.boxIndex(last - 1)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> all.boxIndex(last + 1)).isInstanceOf(IndexOutOfBoundsException.class);
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
