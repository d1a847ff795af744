package dev.tessera.suites.generator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.tessera.geometry.FluidComponents;
import dev.tessera.geometry.FluidComponents.Connectivity;
import dev.tessera.geometry.NodeMap;
import dev.tessera.geometry.Opening;
import java.util.List;
import java.util.concurrent.ForkJoinPool;
import org.junit.jupiter.api.Test;

final class ChipTest {
    private final ForkJoinPool workers = ForkJoinPool.commonPool();

    @Test
    void channels_join_inlet_and_outlet_without_loose_parts() {
        for (Chip chip : List.of(Chip.tree(1e-4), Chip.mesh(1e-4), new Chip(Chip.Pattern.TREE, 1e-4, 1))) {
            NodeMap map = chip.voxelise(1e-5, workers);
            assertThat(map.box().is2d()).isTrue();
            assertThat(map.findings()).isEmpty();
            FluidComponents parts = FluidComponents.of(map.fluid(), Connectivity.FACES, workers);
            assertThat(parts.count()).isEqualTo(1);
            assertThat(map.openings()).extracting(Opening::name).containsExactly("inlet", "outlet");
            for (Opening opening : map.openings()) {
                assertThat(opening.areaM2()).isCloseTo(1e-4, within(1e-10)); // one metre deep
                assertThat(opening.centreM()[1]).isCloseTo(chip.heightM() / 2, within(1e-9));
            }
        }
    }

    @Test
    void a_tree_has_sixteen_capillaries_of_the_given_width_side_by_side() {
        Chip chip = Chip.tree(1e-4);
        NodeMap map = chip.voxelise(1e-5, workers);
        int middle = map.box().nx() / 2;
        int fluid = 0;
        int channels = 0;
        for (int y = 1; y < map.box().ny(); y++) {
            fluid += map.fluid().isFluid(middle, y, 0) ? 1 : 0;
            channels += map.fluid().isFluid(middle, y, 0) && !map.fluid().isFluid(middle, y - 1, 0) ? 1 : 0;
        }
        assertThat(channels).isEqualTo(16);
        assertThat(fluid).isEqualTo(16 * 10);
    }

    @Test
    void channels_are_symmetric_in_x_and_y() {
        NodeMap map = Chip.tree(1e-4).voxelise(1e-5, workers);
        int nx = map.box().nx();
        int ny = map.box().ny();
        for (int y = 0; y < ny; y++) {
            for (int x = 0; x < nx; x++) {
                boolean here = map.fluid().isFluid(x, y, 0);
                assertThat(map.fluid().isFluid(nx - 1 - x, y, 0)).isEqualTo(here);
                assertThat(map.fluid().isFluid(x, ny - 1 - y, 0)).isEqualTo(here);
            }
        }
    }

    @Test
    void impossible_chips_are_refused() {
        assertThatThrownBy(() -> Chip.tree(1e-4).voxelise(5e-5, workers))
                .hasMessage("a spacing of 50 um is too coarse for channels of 0.1 mm; use 25 um or less");
        assertThatThrownBy(() -> new Chip(Chip.Pattern.MESH, 1e-4, 9)).hasMessage("9 levels; give 1 to 8");
    }
}
