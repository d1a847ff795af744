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
    void a_fit_to_speeds_of_the_published_equation_gives_its_coefficients() {
        List<double[]> points = boxes();
        points.forEach(point -> point[2] = ChannelFit.value(ChannelFit.PUBLISHED, point[0], point[1]));
        ChannelFit fit = ChannelFit.of(points);
        for (int k = 0; k < ChannelFit.PUBLISHED.size(); k++) {
            assertThat(fit.coefficients().get(k)).isCloseTo(ChannelFit.PUBLISHED.get(k), within(1e-6));
        }
        assertThat(fit.rms()).isLessThan(1e-9);
    }

    /// The paper measured 851 MLUPS, 90 % of its peak, on its best channel, 4 × 62500 × 4 nodes.
    @Test
    void the_published_equation_gives_the_published_best_speed() {
        double faces = 1 - 1.0 / 15625;
        assertThat(ChannelFit.value(ChannelFit.PUBLISHED, faces, 0)).isCloseTo(851 * 304e-3 / 288.384, within(0.05));
    }

    /// Equations 17 and 18 hold in closed boxes, whose shared faces and edges follow from their tiles along each axis.
    @Test
    void edges_follow_from_faces_as_in_the_paper() {
        List<Map<String, Object>> rows = new ArrayList<>();
        for (int a = 1; a <= 25; a++) {
            for (int b = 1; b <= 25; b++) {
                double c = 15625.0 / (a * b);
                double faces = (3 * a * b * c - a * b - b * c - a * c) / (a * b * c);
                double edges = ((a - 1) * (b - 1) * c + (a - 1) * b * (c - 1) + a * (b - 1) * (c - 1)) / (a * b * c);
                rows.add(Map.of("common_faces", faces, "common_edges", edges, "sheet_fraction", 0.9 - faces / 20));
            }
        }
        assertThat(ChannelFit.section(rows))
                .containsPattern("equation 17, wider channels \\| η_e = 1.85 η_f - 2.56 \\| 0\\.0[0-4]")
                .containsPattern("η_e = η_f - 1 \\| 0\\.0");
    }

    @Test
    void channels_are_grouped_by_their_axis() {
        List<Map<String, Object>> rows = new ArrayList<>();
        for (double[] box : boxes()) {
            rows.add(Map.of(
                    "common_faces",
                    box[0],
                    "common_edges",
                    box[1],
                    "sheet_fraction",
                    0.8,
                    "geometry",
                    "channel-40x4x4"));
        }
        rows.add(Map.of("common_faces", 1.0, "common_edges", 0.0, "sheet_fraction", 0.9, "geometry", "channel-4x40x4"));
        assertThat(ChannelFit.section(rows))
                .contains("| x | 30 | 0.800 | channel-40x4x4 | 0.800 |", "| y | 1 | 0.900 | channel-4x40x4 | 0.900 |");
    }

    @Test
    void a_page_has_both_fits_or_the_reason_why_not() {
        List<Map<String, Object>> rows = new ArrayList<>();
        for (double[] box : boxes()) {
            rows.add(Map.of("common_faces", box[0], "common_edges", box[1], "sheet_fraction", 0.9 - box[0] / 20));
        }
        assertThat(ChannelFit.section(rows))
                .contains("| theirs, equation 19 | 0.92000 |", "| ours | 0.90000 |", "| 30 |");
        assertThat(ChannelFit.section(rows.subList(0, 3))).contains("not measured");
    }
}
