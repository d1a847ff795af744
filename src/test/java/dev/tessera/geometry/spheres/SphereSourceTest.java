package dev.tessera.geometry.spheres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.tessera.geometry.Box;
import dev.tessera.geometry.CutLinks;
import dev.tessera.geometry.FluidNodes;
import dev.tessera.geometry.NodeMap;
import dev.tessera.geometry.Surface;
import dev.tessera.geometry.Tiling;
import dev.tessera.geometry.TilingStatistics;
import dev.tessera.geometry.Vec;
import dev.tessera.geometry.image.AxisEnds;
import dev.tessera.geometry.shape.Sphere;
import dev.tessera.geometry.spheres.Packing.Overlap;
import java.util.concurrent.ForkJoinPool;
import org.junit.jupiter.api.Test;

final class SphereSourceTest {
    private final ForkJoinPool workers = ForkJoinPool.commonPool();

    private static SphereSource spheres(double edge, double porosity, Overlap overlap) {
        return SphereSource.of(new Vec(edge, edge, edge), 1, porosity, overlap, 11);
    }

    private static Vec position(NodeMap map, long node) {
        Box box = map.box();
        return Vec.of(map.originM()).plus(new Vec(box.x(node), box.y(node), box.z(node)).times(map.spacingM()));
    }

    @Test
    void nodes_are_fluid_where_no_sphere_is_and_links_end_on_the_nearest_one() {
        SphereSource source = spheres(3, 0.5, Overlap.FREE);
        double h = 1 / 12.0;
        NodeMap map = source.voxelise(h, workers);
        var spheres = source.packing(h).shape().spheres();
        assertThat(map.box()).isEqualTo(new Box(36, 36, 36, true, true, true));
        for (long n = 0; n < map.box().size(); n++) {
            Vec at = position(map, n);
            boolean free = spheres.stream().allMatch(s -> s.centre().distance(at) > s.radiusM());
            assertThat(map.fluid().isFluid(n)).isEqualTo(free);
        }
        CutLinks links = map.links();
        for (int b = 0; b < links.boundaryNodes(); b++) {
            Vec at = position(map, map.fluid().boxIndex(links.node(b)));
            for (int link = links.firstLink(b); link < links.endLink(b); link++) {
                int code = links.code(link);
                Vec step = new Vec(code % 3 - 1, code / 3 % 3 - 1, code / 9 - 1).times(h);
                Vec end = at.plus(step.times(links.distance(link)));
                double nearest = Double.POSITIVE_INFINITY;
                for (Sphere s : spheres) {
                    nearest = Math.min(nearest, s.centre().distance(end) - s.radiusM());
                }
                assertThat(nearest).isCloseTo(0, within(1e-5 * h + 1e-4 * h));
            }
        }
        assertThat(map.surfaces()).extracting(Surface::name).contains("spheres");
    }

    @Test
    void normals_point_out_of_the_spheres() {
        SphereSource source = spheres(3, 0.8, Overlap.NONE);
        double h = 1 / 16.0;
        NodeMap map = source.voxelise(h, workers);
        var spheres = source.packing(h).shape().spheres();
        CutLinks links = map.links();
        double sum = 0;
        for (int b = 0; b < links.boundaryNodes(); b++) {
            Vec at = position(map, map.fluid().boxIndex(links.node(b)));
            Vec normal = new Vec(links.normal(b, 0), links.normal(b, 1), links.normal(b, 2));
            double best = 0;
            for (Sphere s : spheres) {
                if (s.centre().distance(at) < s.radiusM() + 2 * h) {
                    best = Math.max(best, at.minus(s.centre()).unit().dot(normal));
                }
            }
            sum += best;
        }
        assertThat(sum / links.boundaryNodes()).isGreaterThan(0.99);
    }

    @Test
    void a_packed_bed_has_openings_behind_buffers_and_whole_spheres_between_walls() {
        NodeMap map = SphereSource.of(new Vec(6, 4, 4), 1, 0.6, Overlap.NONE, 1)
                .ends(AxisEnds.open(5), AxisEnds.periodic(), AxisEnds.closed())
                .voxelise(0.1, workers);
        Box box = map.box();
        assertThat(box).isEqualTo(new Box(70, 40, 40, false, true, false));
        assertThat(map.originM()).containsExactly(new double[] {-0.45, 0.05, 0.05}, within(1e-12));
        assertThat(map.openings()).hasSize(2);
        assertThat(map.openings().get(0).areaM2()).isCloseTo(16, within(1e-6));
        assertThat(map.findings()).anyMatch(f -> f.contains("spheres leave a porosity of 0.6"));
        for (int y = 0; y < 40; y++) {
            for (int x = 0; x < 5; x++) {
                assertThat(map.fluid().isFluid(x, y, 20)).isTrue();
                assertThat(map.fluid().isFluid(69 - x, y, 20)).isTrue();
            }
        }
    }

    /// Tomczak & Szafran 2019, table 6: spheres of 40 nodes' diameter in 192³ nodes; at porosity 0.1
    /// tiles of 4³ nodes were used to 0.512. The validation suite compares all nine porosities.
    @Test
    void the_utilisation_of_tiles_is_that_of_the_paper_of_2019() {
        double sum = 0;
        for (long seed = 1; seed <= 5; seed++) {
            FluidNodes fluid = SphereSource.of(new Vec(192, 192, 192), 40, 0.1, Overlap.NO_CENTRE_INSIDE, seed)
                    .ends(AxisEnds.closed(), AxisEnds.closed(), AxisEnds.closed())
                    .fluidNodes(1, workers);
            sum += TilingStatistics.of(Tiling.of(4, 4, 4), fluid).utilisation();
        }
        assertThat(sum / 5).isCloseTo(0.512, within(0.01));
    }

    @Test
    void a_spacing_that_is_too_coarse_is_refused() {
        SphereSource source = spheres(3, 0.5, Overlap.FREE);
        assertThatThrownBy(() -> source.voxelise(0.5, workers))
                .hasMessage("a spacing of 0.5 m is too coarse for spheres of 1 m; use 0.25 m or less");
        assertThatThrownBy(() -> source.ends(AxisEnds.mirrored(), AxisEnds.mirrored(), AxisEnds.mirrored()))
                .hasMessageContaining("not mirrored");
    }
}
