package dev.tessera.geometry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class TilingTest {
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8})
    void the_tiles_that_contain_fluid_are_those_of_a_node_by_node_search(int seed) {
        Random random = new Random(seed);
        FluidNodes fluid = randomBalls(random);
        Tiling tiling = randomTiling(random);
        Set<Integer> expected = holdingFluid(tiling, fluid);
        boolean[] found = tiling.holdingFluid(fluid);
        assertThat(found).hasSize((int) tiling.tiles(fluid.box()));
        for (int tile = 0; tile < found.length; tile++) {
            assertThat(found[tile]).isEqualTo(expected.contains(tile));
        }
        TilingStatistics statistics = TilingStatistics.of(tiling, fluid);
        assertThat(statistics.kept()).isEqualTo(expected.size());
        assertThat(statistics.utilisation())
                .isCloseTo((double) fluid.count() / (expected.size() * tiling.nodesPerTile()), within(1e-12));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6})
    void no_other_origin_keeps_fewer_tiles_than_the_best_one(int seed) {
        Random random = new Random(seed);
        FluidNodes fluid = randomBalls(random);
        Tiling any = seed % 2 == 0 ? new Tiling(4, 4, 4, 1, 2, 3) : randomTiling(random);
        long fewest = Long.MAX_VALUE;
        for (int x = 0; x < any.a(); x++) {
            for (int y = 0; y < any.b(); y++) {
                for (int z = 0; z < any.c(); z++) {
                    Tiling moved = new Tiling(any.a(), any.b(), any.c(), x, y, z);
                    fewest = Math.min(fewest, holdingFluid(moved, fluid).size());
                }
            }
        }
        Tiling best = any.bestFor(fluid);
        assertThat(holdingFluid(best, fluid)).hasSize((int) fewest);
        assertThat(TilingStatistics.of(best, fluid).kept()).isEqualTo(fewest);
    }

    /// Source: Tomczak & Szafran 2019, section on channels.
    @Test
    void common_faces_and_edges_are_counted_as_in_the_paper() {
        assertThat(ofChannel(8, 8, 4)).satisfies(s -> {
            assertThat(s.commonFacesPerTile()).isEqualTo(4 / 4.0);
            assertThat(s.commonEdgesPerTile()).isEqualTo(1 / 4.0);
        });
        assertThat(ofChannel(4, 4, 4000)).satisfies(s -> {
            assertThat(s.commonFacesPerTile()).isCloseTo(1, within(0.01));
            assertThat(s.commonEdgesPerTile()).isZero();
        });
        assertThat(ofChannel(4, 8, 4000)).satisfies(s -> {
            assertThat(s.commonFacesPerTile()).isCloseTo(1.5, within(0.01));
            assertThat(s.commonEdgesPerTile()).isCloseTo(0.5, within(0.01));
        });
    }

    @Test
    void a_periodic_box_has_three_faces_and_three_edges_per_tile() {
        FluidNodes fluid = FluidNodes.where(new Box(16, 12, 20, true, true, true), (x, y, z) -> true);
        TilingStatistics statistics = TilingStatistics.of(new Tiling(4, 4, 4, 0, 0, 0), fluid);
        assertThat(statistics.commonFacesPerTile()).isEqualTo(3);
        assertThat(statistics.commonEdgesPerTile()).isEqualTo(3);
        assertThat(statistics)
                .hasToString("60 of 60 tiles of 4×4×4 nodes contain fluid, 100.0 % of their nodes are fluid");
    }

    private static TilingStatistics ofChannel(int nx, int ny, int nz) {
        FluidNodes fluid = FluidNodes.where(new Box(nx, ny, nz, false, false, false), (x, y, z) -> true);
        return TilingStatistics.of(new Tiling(4, 4, 4, 0, 0, 0), fluid);
    }

    private static Tiling randomTiling(Random random) {
        int a = random.nextBoolean() ? 1 << random.nextInt(4) : 1 + random.nextInt(100);
        int b = 1 + random.nextInt(5);
        int c = 1 + random.nextInt(5);
        return new Tiling(a, b, c, random.nextInt(a), random.nextInt(b), random.nextInt(c));
    }

    private static FluidNodes randomBalls(Random random) {
        Box box = new Box(5 + random.nextInt(150), 3 + random.nextInt(20), 1 + random.nextInt(12), false, true, false);
        double x0 = box.nx() * random.nextDouble();
        double y0 = box.ny() * random.nextDouble();
        return FluidNodes.where(
                box, (x, y, z) -> Math.hypot(x - x0, y - y0) < 6 || x % 37 == 0 && random.nextInt(40) == 0);
    }

    private static Set<Integer> holdingFluid(Tiling tiling, FluidNodes fluid) {
        Box box = fluid.box();
        Set<Integer> tiles = new TreeSet<>();
        for (long n = 0; n < box.size(); n++) {
            if (fluid.isFluid(n)) {
                int x = (box.x(n) + tiling.offsetX()) / tiling.a();
                int y = (box.y(n) + tiling.offsetY()) / tiling.b();
                int z = (box.z(n) + tiling.offsetZ()) / tiling.c();
                tiles.add(x + tiling.tilesX(box) * (y + tiling.tilesY(box) * z));
            }
        }
        return tiles;
    }
}
