package dev.tessera.kernel.lane;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tessera.geometry.Box;
import dev.tessera.geometry.FluidNodes;
import org.junit.jupiter.api.Test;

final class StripsTest {
    @Test
    void a_full_box_is_cut_into_strips_of_equal_rows() {
        FluidNodes full = FluidNodes.where(new Box(70, 12, 5, false, false, false), (x, y, z) -> true);
        Strips strips = Strips.of(full, 70 * 3);
        assertThat(strips.ofRow()).containsExactly(0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3);
        assertThat(strips.count()).isEqualTo(4);
    }

    @Test
    void strips_hold_equal_numbers_of_nodes_and_planes_without_any_do_not_count() {
        FluidNodes wedge =
                FluidNodes.where(new Box(64, 6, 9, false, false, false), (x, y, z) -> z > 5 && (y > 3 || x < 8));
        // 4 rows of 8 nodes and 2 of 64, in 3 planes
        assertThat(Strips.of(wedge, 70).ofRow()).containsExactly(0, 0, 0, 0, 0, 1);
    }

    @Test
    void small_planes_and_flat_boxes_are_one_strip() {
        FluidNodes small = FluidNodes.where(new Box(8, 8, 8, true, true, true), (x, y, z) -> true);
        assertThat(Strips.of(small, 65).count()).isEqualTo(1);
        FluidNodes flat = FluidNodes.where(new Box(80, 80, 1, true, true, true), (x, y, z) -> true);
        assertThat(Strips.of(flat, 10).count()).isEqualTo(1);
        FluidNodes none = FluidNodes.where(new Box(4, 4, 4, true, true, true), (x, y, z) -> false);
        assertThat(Strips.of(none, 10).count()).isEqualTo(1);
    }
}
