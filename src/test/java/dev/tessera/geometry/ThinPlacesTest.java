package dev.tessera.geometry;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ForkJoinPool;
import java.util.function.LongPredicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class ThinPlacesTest {
    private final ForkJoinPool workers = ForkJoinPool.commonPool();

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12})
    void thin_nodes_are_away_from_all_that_are_in_runs_along_each_axis(int seed) {
        Random random = new Random(seed);
        Box box = new Box(
                20 + random.nextInt(180),
                8 + random.nextInt(seed % 3 == 0 ? 140 : 7),
                seed % 4 == 0 ? 1 : 8 + random.nextInt(40),
                random.nextBoolean(),
                random.nextBoolean(),
                random.nextBoolean());
        Set<Long> holes = new HashSet<>();
        for (long i = box.size() * (4 + seed % 3) / 10; i >= 0; i--) {
            holes.add(random.nextLong(box.size()));
        }
        boolean everywhere = seed % 2 == 0;
        FluidNodes fluid = FluidNodes.where(
                box, (x, y, z) -> (everywhere || x > box.nx() / 3) && !holes.contains(box.index(x, y, z)));
        FluidNodes near = where(box, n -> isWide(fluid, n));
        for (int axis = 0; axis < (box.is2d() ? 2 : 3); axis++) {
            FluidNodes before = near;
            int along = axis;
            near = where(box, n -> near(before, n, along));
        }
        FluidRuns runs = ThinNodes.runs(fluid, Slab.whole(fluid.box()), workers);
        long count = 0;
        for (long n = 0; n < box.size(); n++) {
            boolean thin = runs.runOf((int) (n / box.nx()), box.x(n)) >= 0;
            assertThat(thin).isEqualTo(fluid.isFluid(n) && !near.isFluid(n));
            count += thin ? 1 : 0;
        }
        assertThat(count).isBetween(1L, fluid.count() - 1);
    }

    private static FluidNodes where(Box box, LongPredicate test) {
        return FluidNodes.where(box, (x, y, z) -> test.test(box.index(x, y, z)));
    }

    private static boolean isWide(FluidNodes fluid, long n) {
        boolean wide = inRun(fluid, n, 0) && inRun(fluid, n, 1);
        return fluid.isFluid(n) && wide && (fluid.box().is2d() || inRun(fluid, n, 2));
    }

    private static boolean at(FluidNodes fluid, long n, int axis, int by) {
        Box box = fluid.box();
        int[] p = {box.x(n), box.y(n), box.z(n)};
        int[] count = {box.nx(), box.ny(), box.nz()};
        boolean[] periodic = {box.periodicX(), box.periodicY(), box.periodicZ()};
        p[axis] += by;
        if (p[axis] < 0 || p[axis] >= count[axis]) {
            if (axis == 0 || !periodic[axis]) {
                return periodic[axis];
            }
            p[axis] = Math.floorMod(p[axis], count[axis]);
        }
        return fluid.isFluid(p[0], p[1], p[2]);
    }

    private static boolean inRun(FluidNodes fluid, long n, int axis) {
        for (int first = -3; first <= 0; first++) {
            boolean all = true;
            for (int i = first; i < first + 4; i++) {
                all &= at(fluid, n, axis, i);
            }
            if (all) {
                return true;
            }
        }
        return false;
    }

    private static boolean near(FluidNodes fluid, long n, int axis) {
        boolean any = false;
        for (int i = -2; i <= 2; i++) {
            any |= at(fluid, n, axis, i);
        }
        return any;
    }

    @Test
    void a_narrow_neck_is_named_and_round_walls_are_not() {
        Box box = new Box(60, 30, 30, false, false, false);
        FluidNodes ball = FluidNodes.where(box, (x, y, z) -> inBall(x, y, z, 14.3, 13.7));
        assertThat(ThinPlaces.findings(ball, new double[3], 1, workers)).isEmpty();
        FluidNodes neck = FluidNodes.where(
                box,
                (x, y, z) -> inBall(x, y, z, 13, 12)
                        || inBall(x, y, z, 46, 12)
                        || x > 10 && x < 50 && Math.abs(y - 15) < 2 && Math.abs(z - 15) < 2);
        assertThat(ThinPlaces.findings(neck, new double[] {100, 0, 0}, 1, workers))
                .singleElement()
                .asString()
                .matches("fluid less than 4 nodes wide: \\d\\d nodes .* in 1 place, the largest of \\d\\d at"
                        + " \\(129.5, 15.0, 15.0\\) m; the flow .*");
    }

    private static boolean inBall(int x, int y, int z, double centre, double radius) {
        return (x - centre) * (x - centre) + (y - 15.2) * (y - 15.2) + (z - 14.9) * (z - 14.9) < radius * radius;
    }
}
