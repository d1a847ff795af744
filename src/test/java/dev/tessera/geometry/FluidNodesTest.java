package dev.tessera.geometry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.atomic.AtomicInteger;
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

    /// Pages that are full, have few nodes, or none; the box ends within a word and within a page.
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 41})
    void nodes_collected_by_stretches_are_those_of_the_whole_box(int planes) {
        Box box = new Box(301, 97, planes, false, false, false);
        FluidNodes whole = FluidNodes.where(
                box, (x, y, z) -> planes < 2 ? y > 90 : z > 2 && z < 4 || z > 30 && (x * 31 + y * 17 + z) % 97 < 1);
        FluidNodes.Collected collected = new FluidNodes.Collected(box);
        for (int word = 0; word * 64L < box.size(); word++) {
            long bits = whole.bits(word * 64L, 64);
            collected.add(word, bits & 0xFFFFL); // slabs meet within words
            collected.add(word, bits & ~0xFFFFL);
        }
        FluidNodes fluid = collected.build();
        assertThat(fluid.count()).isEqualTo(whole.count());
        assertThat(fluid.runs()).isEqualTo(whole.runs());
        Random random = new Random(7);
        for (long n = 0; n <= box.size(); n += 1 + random.nextInt(9)) {
            assertThat(fluid.rank(n)).isEqualTo(whole.rank(n));
            long end = random.nextLong(n, box.size() + 1);
            assertThat(fluid.next(n, end)).isEqualTo(whole.next(n, end));
            if (n < box.size()) {
                assertThat(fluid.number(n)).isEqualTo(whole.number(n));
                int count = 1 + random.nextInt(64);
                assertThat(fluid.bits(n, count)).isEqualTo(whole.bits(n, count));
            }
        }
        FluidNodes.Ascending ascending = fluid.ascending();
        FluidNodes.Ascending jumping = fluid.ascending();
        for (long number = 0; number < fluid.count(); number++) {
            assertThat(fluid.boxIndex(number)).isEqualTo(whole.boxIndex(number));
            assertThat(ascending.boxIndex(number)).isEqualTo(whole.boxIndex(number));
            if (random.nextInt(500) == 0) {
                assertThat(jumping.boxIndex(number)).isEqualTo(whole.boxIndex(number));
            }
        }
        assertThat(fluid.numbersWithout(FluidNodes.where(box, (x, y, z) -> x % 3 == 0)))
                .isEqualTo(whole.numbersWithout(FluidNodes.where(box, (x, y, z) -> x % 3 == 0)));
    }

    @Test
    void a_large_box_with_little_fluid_needs_little_memory() {
        Box box = new Box(1650, 1650, 1650, false, false, false);
        FluidNodes.Collected collected = new FluidNodes.Collected(box);
        for (int z = 0; z < box.nz(); z++) {
            long index = box.index(z, z, z);
            collected.add((int) (index >>> 6), 1L << index);
        }
        FluidNodes fluid = collected.build();
        assertThat(fluid.count()).isEqualTo(box.nz());
        assertThat(fluid.boxIndex(1000)).isEqualTo(box.index(1000, 1000, 1000));
        assertThat(fluid.number(box.index(1649, 1649, 1649))).isEqualTo(1649);
        assertThat(fluid.next(box.index(7, 7, 7) + 1, box.size())).isEqualTo(box.index(8, 8, 8));
        assertThat(fluid.bytes()).isLessThan(16_000_000);
    }

    @Test
    void where_candidates_are_named_only_these_are_tested_in_rows_that_words_and_chunks_cut() {
        Box box = new Box(131, 67, 65, false, false, false);
        FluidNodes all = FluidNodes.where(box, FluidNodesTest::isThird);
        AtomicInteger tested = new AtomicInteger();
        FluidNodes some = FluidNodes.where(
                box,
                (x, end, y, z) -> Math.min(end, x + Math.floorMod(-(x + y + z), 3)),
                (x, y, z) -> {
                    tested.incrementAndGet();
                    return isThird(x, y, z) && x != 128;
                },
                ForkJoinPool.commonPool());
        assertThat(tested).hasValue(Math.toIntExact(all.count()));
        for (long n = 0; n < box.size(); n++) {
            assertThat(some.isFluid(n)).isEqualTo(all.isFluid(n) && box.x(n) != 128);
        }
    }

    private static boolean isThird(int x, int y, int z) {
        return (x + y + z) % 3 == 0;
    }
}
