package dev.tessera.output;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tessera.geometry.Box;
import dev.tessera.geometry.FluidNodes;
import dev.tessera.geometry.NodeMap;
import dev.tessera.geometry.Vec;
import java.util.Random;
import java.util.concurrent.ForkJoinPool;
import org.junit.jupiter.api.Test;

final class SurfaceRayTest {
    private static final ForkJoinPool WORKERS = ForkJoinPool.commonPool();
    private static final Vec ONE = new Vec(1, 1, 1); // node (0, 0, 0) is (1, 1, 1) in the box with a layer
    private static final Vec CENTRE = SampleSurfaces.CENTRE.plus(ONE);
    private static final double RADIUS = SampleSurfaces.RADIUS;

    @Test
    void rays_meet_a_sphere_at_its_measured_distances() {
        SurfaceRay ray = rays(SampleSurfaces.sphere(true));
        double furthest = 0;
        double mostTilted = 0;
        for (Vec along : directions(300)) {
            Vec from = CENTRE.minus(along.times(60));
            assertThat(ray.meets(from, along)).isTrue();
            assertThat(ray.isOnPlane()).isFalse();
            Vec place = ray.place();
            furthest = Math.max(furthest, Math.abs(place.distance(CENTRE) - RADIUS));
            mostTilted = Math.max(mostTilted, place.minus(CENTRE).unit().distance(ray.normal()));
            assertThat(ray.distance()).isCloseTo(place.distance(from), within(1e-9));
        }
        assertThat(furthest).as("in spacings").isLessThan(0.03);
        assertThat(mostTilted).as("radians").isLessThan(0.02);
    }

    @Test
    void the_outline_of_a_sphere_is_a_circle() {
        SurfaceRay ray = rays(SampleSurfaces.sphere(true));
        for (Vec along : directions(300)) {
            Vec side = along.anyNormal();
            Vec inside = CENTRE.plus(side.times(RADIUS - 0.1)).minus(along.times(60));
            Vec outside = CENTRE.plus(side.times(RADIUS + 0.05)).minus(along.times(60));
            assertThat(ray.meets(inside, along)).as("inside, along %s", along).isTrue();
            assertThat(ray.place().minus(CENTRE).dot(along)).as("the near side").isLessThan(0.5);
            assertThat(ray.meets(outside, along)).as("outside, along %s", along).isFalse();
        }
    }

    @Test
    void walls_half_way_between_nodes_are_smoothed() {
        SurfaceRay ray = rays(SampleSurfaces.sphere(false));
        double squares = 0;
        double mostTilted = 0;
        var directions = directions(300);
        for (Vec along : directions) {
            assertThat(ray.meets(CENTRE.minus(along.times(60)), along)).isTrue();
            double error = ray.place().distance(CENTRE) - RADIUS;
            assertThat(error).as("in spacings").isBetween(-0.7, 0.5);
            squares += error * error;
            mostTilted = Math.max(mostTilted, ray.place().minus(CENTRE).unit().distance(ray.normal()));
        }
        assertThat(Math.sqrt(squares / directions.length)).isLessThan(0.3);
        assertThat(mostTilted).as("radians").isLessThan(0.15);
    }

    @Test
    void an_opening_is_cut_flat() {
        SurfaceRay ray = rays(SampleSurfaces.tube());
        double level = SampleSurfaces.CUT + SampleSurfaces.CUT_NORMAL.dot(ONE);
        for (double x = -9; x <= 9; x += 1.3) {
            for (double y = -8; y <= 8; y += 1.1) {
                Vec from = new Vec(CENTRE.x() + x, CENTRE.y() + y, 80);
                assertThat(ray.meets(from, new Vec(0, 0, -1))).isTrue();
                assertThat(ray.isOnPlane()).isTrue();
                assertThat(ray.normal().distance(SampleSurfaces.CUT_NORMAL)).isLessThan(1e-9);
                assertThat(SampleSurfaces.CUT_NORMAL.dot(ray.place()))
                        .as("at %s", ray.place())
                        .isCloseTo(level, within(0.05));
            }
        }
    }

    @Test
    void a_periodic_side_is_cut_half_a_spacing_beyond_its_nodes() {
        SurfaceRay ray = rays(SampleSurfaces.tube());
        assertThat(ray.meets(new Vec(CENTRE.x(), CENTRE.y() - 7, -30), new Vec(0, 0, 1)))
                .isTrue();
        assertThat(ray.isOnPlane()).isTrue();
        assertThat(ray.place().z()).isCloseTo(0.5, within(1e-3));
        assertThat(ray.normal()).isEqualTo(new Vec(0, 0, -1));
        assertThat(ray.meets(new Vec(CENTRE.x() + RADIUS + 0.1, CENTRE.y(), -30), new Vec(0, 0, 1)))
                .as("beside the tube")
                .isFalse();
    }

    @Test
    void crossed_cells_have_fluid_and_other_corners() {
        Random random = new Random(7);
        for (int nx : new int[] {1, 5, 61, 62, 63, 130}) {
            Box box = new Box(nx, 9, 11, false, false, false);
            FluidNodes fluid = FluidNodes.where(box, (x, y, z) -> random.nextInt(20) == 0 || z == 5);
            SurfaceCells cells = new SurfaceCells(fluid, WORKERS);
            Box padded = cells.box();
            for (long at = 0; at < padded.size(); at++) {
                int x = padded.x(at);
                int y = padded.y(at);
                int z = padded.z(at);
                assertThat(cells.isFluid(at)).isEqualTo(isFluid(fluid, x, y, z));
                if (x <= nx && y <= 9 && z <= 11) {
                    int corners = 0;
                    for (int k = 0; k < 8; k++) {
                        corners += isFluid(fluid, x + (k & 1), y + (k >> 1 & 1), z + (k >> 2)) ? 1 : 0;
                    }
                    assertThat(cells.isCrossed(at)).isEqualTo(corners % 8 != 0);
                    assertThat(cells.emptyBricks(x, y, z) == 0 || corners % 8 == 0)
                            .isTrue();
                    if (corners % 8 != 0) {
                        for (int k = 0; k < 8; k++) {
                            assertThat(cells.corners().isFluid(x + (k & 1), y + (k >> 1 & 1), z + (k >> 2)))
                                    .isTrue();
                        }
                    }
                }
            }
        }
    }

    private static boolean isFluid(FluidNodes fluid, int x, int y, int z) {
        Box box = fluid.box();
        return x > 0
                && y > 0
                && z > 0
                && x <= box.nx()
                && y <= box.ny()
                && z <= box.nz()
                && fluid.isFluid(x - 1, y - 1, z - 1);
    }

    private static SurfaceRay rays(NodeMap nodes) {
        SurfaceCells cells = new SurfaceCells(nodes.fluid(), WORKERS);
        SurfacePlanes planes = new SurfacePlanes(nodes);
        return new SurfaceRay(cells, new SurfaceNodes(nodes, cells, planes, WORKERS), planes);
    }

    /// The axes and directions between them.
    private static Vec[] directions(int count) {
        Random random = new Random(3);
        Vec[] directions = new Vec[count];
        for (int k = 0; k < count; k++) {
            directions[k] = k < 6
                    ? new Vec(
                            k / 2 == 0 ? 1 - 2 * (k % 2) : 0,
                            k / 2 == 1 ? 1 - 2 * (k % 2) : 0,
                            k / 2 == 2 ? 1 - 2 * (k % 2) : 0)
                    : new Vec(random.nextGaussian(), random.nextGaussian(), random.nextGaussian()).unit();
        }
        return directions;
    }
}
