package dev.tessera.geometry.shape;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.tessera.geometry.Box;
import dev.tessera.geometry.CutLinks;
import dev.tessera.geometry.IsolatedFluid;
import dev.tessera.geometry.NodeMap;
import dev.tessera.geometry.Opening;
import dev.tessera.geometry.Surface;
import dev.tessera.geometry.Vec;
import java.util.concurrent.ForkJoinPool;
import org.junit.jupiter.api.Test;

final class ShapeSourceTest {
    private final ForkJoinPool workers = ForkJoinPool.commonPool();
    private static final Side WALL = Side.wall("wall");
    private static final Side PERIODIC = Side.periodic();

    private static Vec position(NodeMap map, long node) {
        Box box = map.box();
        double h = map.spacingM();
        return Vec.of(map.originM()).plus(new Vec(h * box.x(node), h * box.y(node), h * box.z(node)));
    }

    private static Vec step(NodeMap map, int link) {
        int code = map.links().code(link);
        return new Vec(code % 3 - 1, code / 3 % 3 - 1, code / 9 - 1).times(map.spacingM());
    }

    private static int id(NodeMap map, String name) {
        return map.surfaces().stream()
                .filter(s -> s.name().equals(name))
                .findFirst()
                .orElseThrow()
                .id();
    }

    @Test
    void half_way_sides_are_half_a_spacing_beyond_the_nodes() {
        NodeMap map = ShapeSource.in(Domain.of2d(1, 0.5, PERIODIC, PERIODIC, WALL, Side.wall("lid")))
                .voxelise(0.1, workers);
        assertThat(map.box()).isEqualTo(new Box(10, 5, 1, true, false, true));
        assertThat(map.fluid().count()).isEqualTo(50);
        assertThat(map.originM()).containsExactly(new double[] {0.05, 0.05, 0}, within(1e-15));
        CutLinks links = map.links();
        assertThat(links.boundaryNodes()).isEqualTo(20);
        for (int b = 0; b < 20; b++) {
            boolean low = map.box().y(map.fluid().boxIndex(links.node(b))) == 0;
            assertThat(links.normal(b, 1)).isEqualTo(low ? 1 : -1);
            for (int l = links.firstLink(b); l < links.endLink(b); l++) {
                assertThat(links.distance(l)).isEqualTo(0.5);
                assertThat(links.surface(l)).isEqualTo(id(map, low ? "wall" : "lid"));
            }
        }
        assertThat(map.findings()).isEmpty();
    }

    @Test
    void nodes_of_wet_sides_are_on_them() {
        NodeMap map = ShapeSource.in(Domain.of2d(
                        1,
                        0.5,
                        Side.opening("inlet").wet(),
                        Side.opening("outlet").wet(),
                        WALL,
                        WALL))
                .voxelise(0.1, workers);
        assertThat(map.box()).isEqualTo(new Box(11, 5, 1, false, false, true));
        assertThat(map.originM()[0]).isZero();
        Opening outlet = map.openings().get(1);
        assertThat(outlet.name()).isEqualTo("outlet");
        assertThat(outlet.centreM()).containsExactly(new double[] {1, 0.25, 0}, within(1e-12));
        assertThat(outlet.normal()).containsExactly(1, 0, 0);
        assertThat(outlet.areaM2()).isCloseTo(0.5, within(1e-12));
        assertThat(outlet.radiusM()).isCloseTo(0.25, within(1e-12));
        assertThat(map.surfaces().get(outlet.surface()).kind()).isEqualTo(Surface.Kind.OPENING);
        int b = map.links().find(10 + 2 * 11);
        assertThat(map.links().distance(map.links().firstLink(b))).isZero();
    }

    @Test
    void a_size_that_is_no_whole_number_of_spacings_is_rounded_and_reported() {
        NodeMap map = ShapeSource.in(Domain.enclosed(new Vec(1, 1, 1.04), WALL)).voxelise(0.1, workers);
        assertThat(map.box().nz()).isEqualTo(10);
        assertThat(map.findings())
                .containsExactly("the box is 1 m long along z instead of 1.04 m: a whole number of spacings of 0.1 m");
    }

    @Test
    void distances_to_a_sphere_are_exact_along_all_directions() {
        Vec centre = new Vec(0.51, 0.48, 0.53);
        NodeMap map = ShapeSource.in(Domain.enclosed(new Vec(1, 1, 1), PERIODIC))
                .obstacle("ball", new Sphere(centre, 0.31))
                .voxelise(0.05, workers);
        CutLinks links = map.links();
        assertThat(links.links()).isGreaterThan(2000);
        for (int b = 0; b < links.boundaryNodes(); b++) {
            Vec node = position(map, map.fluid().boxIndex(links.node(b)));
            Vec normal = new Vec(links.normal(b, 0), links.normal(b, 1), links.normal(b, 2));
            assertThat(normal.dot(node.minus(centre).unit())).isGreaterThan(0.95);
            for (int l = links.firstLink(b); l < links.endLink(b); l++) {
                Vec hit = node.plus(step(map, l).times(links.distance(l)));
                assertThat(hit.distance(centre)).isCloseTo(0.31, within(1e-8));
                assertThat(links.surface(l)).isEqualTo(id(map, "ball"));
            }
        }
    }

    @Test
    void the_volume_of_a_tilted_tube_converges() {
        Vec from = new Vec(0.3, 0.3, 0.3);
        Vec to = from.plus(new Vec(1, 2, 3).unit().times(0.7));
        double exact = Math.PI * 0.04 * 0.7;
        ShapeSource source = ShapeSource.in(Domain.enclosed(new Vec(1, 1, 1.3), WALL))
                .fluid(Tube.open(from, to, 0.2, "inlet", "outlet"))
                .opening(OpeningFace.ofTube("inlet", to, from, 0.2))
                .opening(OpeningFace.ofTube("outlet", from, to, 0.2));
        for (int n : new int[] {25, 50, 100}) {
            NodeMap map = source.voxelise(1.0 / n, workers);
            assertThat(map.fluid().count() / Math.pow(n, 3)).isCloseTo(exact, within(0.6 * exact / n));
        }
        NodeMap map = source.voxelise(0.02, workers);
        Vec axis = to.minus(from).unit();
        CutLinks links = map.links();
        for (int b = 0; b < links.boundaryNodes(); b++) {
            Vec node = position(map, map.fluid().boxIndex(links.node(b)));
            for (int l = links.firstLink(b); l < links.endLink(b); l++) {
                Vec hit = node.plus(step(map, l).times(links.distance(l))).minus(from);
                double along = hit.dot(axis);
                String name = map.surfaces().get(links.surface(l)).name();
                double off = switch (name) {
                    case "inlet" -> along;
                    case "outlet" -> along - 0.7;
                    default -> hit.cross(axis).length() - 0.2;
                };
                assertThat(off).as(name).isCloseTo(0, within(1e-8));
            }
        }
        assertThat(map.openings()).hasSize(2).allMatch(o -> !o.axisAligned());
    }

    @Test
    void obstacles_reach_across_periodic_sides() {
        double h = 1.0 / 32;
        NodeMap map = ShapeSource.in(Domain.enclosed(new Vec(1, 1, 1), PERIODIC))
                .obstacle("corner", new Sphere(Vec.ZERO, 0.3))
                .voxelise(h, workers);
        NodeMap middle = ShapeSource.in(Domain.enclosed(new Vec(1, 1, 1), PERIODIC))
                .obstacle("middle", new Sphere(new Vec(0.5, 0.5, 0.5), 0.3))
                .voxelise(h, workers);
        assertThat(map.fluid().count()).isEqualTo(middle.fluid().count());
        assertThat(map.links().links()).isEqualTo(middle.links().links());
    }

    @Test
    void nodes_on_a_surface_are_not_fluid() {
        NodeMap map = ShapeSource.in(Domain.of2d(1, 1, PERIODIC, PERIODIC, PERIODIC, PERIODIC))
                .obstacle("block", Cuboid.rectangle(0.25, 0.25, 0.75, 0.75))
                .voxelise(0.1, workers);
        assertThat(map.fluid().count()).isEqualTo(100 - 36);
        for (int l = 0; l < map.links().links(); l++) {
            assertThat(map.links().distance(l)).isEqualTo(1, within(1e-6));
        }
    }

    @Test
    void an_opening_counts_only_where_fluid_meets_it() {
        NodeMap map = ShapeSource.in(
                        Domain.of(new Vec(1, 1, 1), Side.opening("in"), Side.opening("out"), WALL, WALL, WALL, WALL))
                .fluid(new Cylinder(new Vec(0, 0.4, 0.5), new Vec(1, 0, 0), 0.3))
                .voxelise(1.0 / 40, workers);
        Opening in = map.openings().getFirst();
        assertThat(in.areaM2()).isCloseTo(Math.PI * 0.09, within(1e-4));
        assertThat(in.radiusM()).isCloseTo(0.3, within(1e-4));
        assertThat(in.centreM()).containsExactly(new double[] {0, 0.4, 0.5}, within(1e-9));
        assertThat(map.links().links()).isPositive();
    }

    @Test
    void fluid_enclosed_by_obstacles_is_dropped_on_request() {
        Shape shell = new Sphere(new Vec(0.5, 0.5, 0.5), 0.4).minus(new Sphere(new Vec(0.5, 0.5, 0.5), 0.25));
        ShapeSource source =
                ShapeSource.in(Domain.enclosed(new Vec(1, 1, 1), WALL)).obstacle("shell", shell);
        NodeMap kept = source.voxelise(0.04, workers);
        NodeMap dropped = source.isolated(IsolatedFluid.DROP).voxelise(0.04, workers);
        assertThat(kept.findings()).anyMatch(f -> f.contains("apart from the largest part; kept"));
        double inside = 4.0 / 3 * Math.PI * Math.pow(0.25 / 0.04, 3);
        assertThat((double) kept.fluid().count() - dropped.fluid().count()).isCloseTo(inside, within(0.05 * inside));
    }

    @Test
    void impossible_boxes_are_refused_with_the_remedy() {
        assertThatThrownBy(() -> Domain.of2d(1, 1, PERIODIC, WALL, WALL, WALL))
                .hasMessage("x-min and x-max must both be periodic, or neither");
        assertThatThrownBy(() ->
                        ShapeSource.in(Domain.enclosed(new Vec(1, 1, 0), WALL)).voxelise(3, workers))
                .hasMessageContaining("too coarse");
        assertThatThrownBy(() -> ShapeSource.in(Domain.enclosed(new Vec(1, 1, 1), WALL))
                        .fluid(new Sphere(new Vec(500, 0, 0), 1))
                        .voxelise(0.1, workers))
                .hasMessageContaining("no node of box of 1.000 x 1.000 x 1.000 m")
                .hasMessageContaining("check the shapes' units");
    }
}
