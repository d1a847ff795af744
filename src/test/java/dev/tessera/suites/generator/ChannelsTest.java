package dev.tessera.suites.generator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.tessera.geometry.Box;
import dev.tessera.geometry.FluidNodes;
import dev.tessera.geometry.Tiling;
import dev.tessera.geometry.TilingStatistics;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Tomczak & Szafran 2019, sections 4.3 and 4.4.
final class ChannelsTest {
    private static double least(FluidNodes channel) {
        return Arrays.stream(Channels.utilisations(channel, 4)).min().orElseThrow();
    }

    private static double mean(FluidNodes channel) {
        return Arrays.stream(Channels.utilisations(channel, 4)).average().orElseThrow();
    }

    @Test
    void a_square_of_8_nodes_fits_at_one_of_sixteen_offsets() {
        double[] found = Arrays.stream(Channels.utilisations(Channels.square(8, 4), 4))
                .sorted()
                .toArray();
        for (int i = 0; i < 16; i++) {
            assertThat(found[i]).isCloseTo(i < 9 ? 4 / 9.0 : i < 15 ? 2 / 3.0 : 1, within(1e-12));
        }
        assertThat(mean(Channels.square(8, 4))).isCloseTo(0.56, within(0.005));
    }

    @Test
    void utilisation_is_independent_of_the_offset_for_4k_plus_1_nodes_and_lowest_for_4k_plus_2() {
        for (int k = 2; k < 12; k++) {
            double[] found = Channels.utilisations(Channels.square(4 * k + 1, 4), 4);
            assertThat(Arrays.stream(found).distinct()).hasSize(1);
            double worst = least(Channels.square(4 * k + 2, 4));
            assertThat(worst)
                    .isLessThan(least(Channels.square(4 * k + 1, 4)))
                    .isLessThan(least(Channels.square(4 * k + 3, 4)));
        }
    }

    @Test
    void wide_channels_have_a_high_utilisation_at_every_offset() {
        assertThat(least(Channels.square(44, 4))).isGreaterThan(0.8);
        assertThat(least(Channels.square(34, 4))).isLessThan(0.8);
        assertThat(least(Channels.square(100, 4))).isGreaterThan(0.9);
        assertThat(mean(Channels.square(25, 4))).isCloseTo(0.8, within(0.03));
        assertThat(mean(Channels.round(30, 4))).isCloseTo(0.8, within(0.03));
        assertThat(mean(Channels.square(55, 4))).isCloseTo(0.9, within(0.015));
        assertThat(mean(Channels.round(65, 4))).isCloseTo(0.9, within(0.015));
    }

    @Test
    void a_channel_that_does_not_end_with_a_tile_is_refused() {
        FluidNodes channel = Channels.square(8, 6);
        assertThatThrownBy(() -> Channels.utilisations(channel, 4)).hasMessageContaining("a channel of 6 nodes");
    }

    @Test
    void there_are_as_many_boxes_of_a_million_nodes_as_the_paper_measured() {
        List<Box> boxes = Channels.boxesOfAMillionNodes();
        assertThat(boxes).hasSize(1873).doesNotHaveDuplicates();
        assertThat(boxes)
                .contains(new Box(4, 4, 62_500, false, false, false), new Box(100, 100, 100, false, false, false))
                .allSatisfy(box -> assertThat((double) box.size()).isCloseTo(1e6, within(5e3)));
    }

    /// Equations 17 and 18: η_e = 1.85 η_f - 2.56 for most channels, η_f - 1 below η_f = 2.
    @Test
    void common_edges_are_a_function_of_common_faces() {
        assertOnPaperLine(4, 4, 62_500, 1, 0);
        assertOnPaperLine(4, 40, 6_250, 1.9, 0.9);
        assertOnPaperLine(40, 40, 624, 2.78, 1.85 * 2.78 - 2.56);
        assertOnPaperLine(100, 100, 100, 2.88, 1.85 * 2.88 - 2.56);
    }

    private static void assertOnPaperLine(int a, int b, int c, double faces, double edges) {
        FluidNodes fluid = FluidNodes.where(new Box(a, b, c, false, false, false), (x, y, z) -> true);
        TilingStatistics tiles = TilingStatistics.of(Tiling.of(4, 4, 4), fluid);
        assertThat(tiles.commonFacesPerTile()).isCloseTo(faces, within(0.02));
        assertThat(tiles.commonEdgesPerTile()).isCloseTo(edges, within(0.1));
    }
}
