package dev.tessera.suites.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tessera.geometry.Box;
import dev.tessera.geometry.FluidNodes;
import dev.tessera.geometry.Tiling;
import dev.tessera.geometry.TilingStatistics;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class ChannelFitTest {
    /// Faces and edges that tiles of 4³ nodes share in closed boxes of several shapes.
    private static List<double[]> boxes() {
        List<double[]> found = new ArrayList<>();
        for (int a : List.of(4, 8, 12, 20, 40, 64)) {
            for (int b : List.of(4, 8, 16, 32, 48)) {
                FluidNodes box = FluidNodes.where(new Box(a, b, 40, false, false, false), (x, y, z) -> true);
                TilingStatistics tiles = TilingStatistics.of(Tiling.of(4, 4, 4), box);
                found.add(new double[] {tiles.commonFacesPerTile(), tiles.commonEdgesPerTile(), 0});
            }
        }
        return found;
    }

    @Test
    void speeds_by_the_published_equation_give_its_coefficients_back() {
        List<double[]> points = boxes();
        points.forEach(point -> point[2] = ChannelFit.value(ChannelFit.PUBLISHED, point[0], point[1]));
        ChannelFit fit = ChannelFit.of(points);
        for (int k = 0; k < ChannelFit.PUBLISHED.size(); k++) {
            assertThat(fit.coefficients().get(k)).isCloseTo(ChannelFit.PUBLISHED.get(k), within(1e-6));
        }
        assertThat(fit.rms()).isLessThan(1e-9);
    }

    /// The paper measured 851 MLUPS, .90 of its peak, on its best channel, 4 × 62500 × 4 nodes.
    @Test
    void the_published_equation_meets_the_published_best_channel() {
        double faces = 1 - 1.0 / 15625;
        assertThat(ChannelFit.value(ChannelFit.PUBLISHED, faces, 0)).isCloseTo(851 * 304e-3 / 288.384, within(0.05));
    }

    @Test
    void a_page_has_both_fits_or_says_why_not() {
        List<Map<String, Object>> rows = new ArrayList<>();
        for (double[] box : boxes()) {
            rows.add(Map.of("common_faces", box[0], "common_edges", box[1], "sheet_fraction", 0.9 - box[0] / 20));
        }
        assertThat(ChannelFit.section(rows))
                .contains("| theirs, equation 19 | 0.92000 |", "| ours | 0.90000 |", "| 30 |");
        assertThat(ChannelFit.section(rows.subList(0, 3))).contains("not measured");
    }
}
