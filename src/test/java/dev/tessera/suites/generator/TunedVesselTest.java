package dev.tessera.suites.generator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tessera.geometry.Box;
import dev.tessera.geometry.FluidNodes;
import dev.tessera.geometry.Tiling;
import dev.tessera.geometry.TilingStatistics;
import java.util.concurrent.ForkJoinPool;
import org.junit.jupiter.api.Test;

/// Tomczak & Szafran 2019, tables 8 and 9.
final class TunedVesselTest {
    @Test
    void the_aorta_has_the_papers_size_and_tile_utilisation() {
        assertMeets(TunedVessel.coarctation(), new Box(93, 161, 442, false, false, false), 0.66e6, 0.807);
    }

    static void assertMeets(TunedVessel vessel, Box box, double nodes, double utilisation) {
        FluidNodes fluid = vessel.fluid(ForkJoinPool.commonPool());
        assertThat(fluid.box()).isEqualTo(box);
        assertThat((double) fluid.count()).isCloseTo(nodes, within(0.01 * nodes));
        assertThat(TilingStatistics.of(Tiling.of(4, 4, 4), fluid).utilisation()).isCloseTo(utilisation, within(0.01));
    }

    @Test
    void a_vessel_is_one_piece_that_reaches_the_ends_of_its_box() {
        FluidNodes fluid = TunedVessel.coarctation().fluid(ForkJoinPool.commonPool());
        boolean[] atEnd = new boolean[2];
        for (int y = 0; y < 161; y++) {
            for (int x = 0; x < 93; x++) {
                atEnd[0] |= fluid.isFluid(x, y, 0);
                atEnd[1] |= y < 60 && fluid.isFluid(x, y, 200);
            }
        }
        assertThat(atEnd).doesNotContain(false);
    }
}
