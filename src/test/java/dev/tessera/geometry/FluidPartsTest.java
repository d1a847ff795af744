package dev.tessera.geometry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tessera.geometry.FluidComponents.Connectivity;
import dev.tessera.geometry.FluidNodes.NodePredicate;
import dev.tessera.geometry.FluidParts.Part;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ForkJoinPool;
import org.junit.jupiter.api.Test;

final class FluidPartsTest {
    private static final ForkJoinPool WORKERS = ForkJoinPool.commonPool();

    @Test
    void a_channel_percolates_along_its_period_only() {
        Box box = new Box(12, 8, 3, true, true, false);
        assertThat(loops(box, (x, y, z) -> y > 1 && y < 6)).containsExactly("[1, 0, 0]");
    }

    @Test
    void a_pore_blocked_in_the_middle_does_not_percolate_by_the_periodic_side_alone() {
        Box box = new Box(12, 8, 5, true, false, false);
        assertThat(loops(box, (x, y, z) -> y == 3 && z == 2 && x != 6)).containsExactly("");
    }

    @Test
    void a_diagonal_helix_winds_around_both_periods_at_once() {
        Box box = new Box(9, 9, 3, true, true, false);
        assertThat(loops(box, (x, y, z) -> z == 1 && x == y)).containsExactly("[1, 1, 0]");
    }

    @Test
    void a_helix_that_winds_twice_along_one_axis_has_a_loop_of_two_periods() {
        Box box = new Box(4, 8, 3, true, true, false);
        assertThat(loops(box, (x, y, z) -> z == 1 && x == y % 4)).containsExactly("[2, 1, 0]");
    }

    @Test
    void two_pores_apart_percolate_each_along_its_own_axis() {
        Box box = new Box(8, 9, 12, true, true, true);
        assertThat(loops(box, (x, y, z) -> y == 2 && z == 2 || x == 4 && z == 8))
                .containsExactlyInAnyOrder("[1, 0, 0]", "[0, 1, 0]");
    }

    @Test
    void a_pore_that_crosses_a_periodic_side_and_comes_back_does_not_percolate() {
        Box box = new Box(10, 7, 1, true, false, true);
        // From the middle over x-max to x-min, and back: a U that lies across the side.
        assertThat(loops(box, (x, y, z) -> (y == 1 || y == 5) && (x > 6 || x < 3) || x == 2 && y > 0 && y < 6))
                .containsExactly("[0, 0, 1]");
    }

    @Test
    void parts_list_the_surfaces_that_they_touch() {
        Box box = new Box(9, 3, 3, false, false, false);
        FluidNodes fluid = FluidNodes.where(box, (x, y, z) -> y == 1 && z == 1 && x != 4);
        CutLinks links = CutLinksOf.fluid(fluid, (from, to, code, side) -> side < 0 ? 0 : 1 + side, WORKERS);
        List<Part> parts =
                FluidParts.of(fluid, links, Connectivity.EDGES, WORKERS).all();
        assertThat(parts).hasSize(2);
        assertThat(parts.getFirst().surfaces()).isNotEqualTo(parts.getLast().surfaces());
    }

    @Test
    void loops_are_those_of_a_search_over_the_periodic_images() {
        Random random = new Random(7);
        for (int trial = 0; trial < 60; trial++) {
            Box box = new Box(
                    3 + random.nextInt(5),
                    3 + random.nextInt(5),
                    3 + random.nextInt(4),
                    random.nextBoolean(),
                    random.nextBoolean(),
                    random.nextBoolean());
            double share = 0.15 + 0.3 * random.nextDouble();
            FluidNodes fluid = FluidNodes.where(box, (x, y, z) -> random.nextDouble() < share);
            for (Connectivity connectivity : Connectivity.values()) {
                FluidParts found = FluidParts.of(fluid, noLinks(), connectivity, WORKERS);
                for (Part part : found.all()) {
                    for (int axis = 0; axis < 3; axis++) {
                        int along = axis;
                        assertThat(part.loops().stream().anyMatch(loop -> loop[along] != 0))
                                .as("trial %d, %s, axis %d of %s", trial, connectivity, axis, box)
                                .isEqualTo(PeriodicSearch.winds(
                                        fluid, part.component().firstNode(), connectivity, axis));
                    }
                }
            }
        }
    }

    private static CutLinks noLinks() {
        return new CutLinks(new long[0], new int[1], new byte[0], new byte[0], null, null);
    }

    private static List<String> loops(Box box, NodePredicate isFluid) {
        FluidNodes fluid = FluidNodes.where(box, isFluid);
        return FluidParts.of(fluid, noLinks(), Connectivity.EDGES, WORKERS).all().stream()
                .map(part -> part.loops().stream()
                        .map(FluidPartsTest::positive)
                        .sorted((a, b) -> b.compareTo(a))
                        .toList())
                .map(all -> String.join(", ", all))
                .toList();
    }

    /// A loop and the same loop backwards are one.
    private static String positive(int[] loop) {
        int sign = loop[0] != 0
                ? Integer.signum(loop[0])
                : loop[1] != 0 ? Integer.signum(loop[1]) : Integer.signum(loop[2]);
        return "[%d, %d, %d]".formatted(sign * loop[0], sign * loop[1], sign * loop[2]);
    }
}
