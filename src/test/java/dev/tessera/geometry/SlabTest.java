package dev.tessera.geometry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tessera.geometry.FluidComponents.Connectivity;
import dev.tessera.geometry.FluidParts.Part;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ForkJoinPool;
import org.junit.jupiter.api.Test;

final class SlabTest {
    private static final ForkJoinPool WORKERS = ForkJoinPool.commonPool();

    private static Box randomBox(Random random, int parts) {
        return new Box(
                3 + random.nextInt(5),
                3 + random.nextInt(5),
                Slab.GHOST * parts + random.nextInt(20),
                random.nextBoolean(),
                random.nextBoolean(),
                random.nextBoolean());
    }

    /// The fluid of a slab's stored box.
    private static FluidNodes stored(FluidNodes whole, Slab slab) {
        return FluidNodes.where(slab.box(), (x, y, z) -> whole.isFluid(x, y, slab.wholeZ(z)));
    }

    private static SlabNodes nodes(FluidNodes whole, SlabExchange exchange) {
        Slab slab = Slab.of(whole.box(), exchange);
        CutLinks none = new CutLinks(new long[0], new int[1], new byte[0], new byte[0], null, null);
        FluidNodes stored = stored(whole, slab);
        return SlabNodes.of(
                slab,
                stored,
                new double[3],
                1,
                (originM, halo) -> new NodeMap(stored, 1, originM, List.of(), none, List.of(), List.of(), halo));
    }

    @Test
    void parts_percolate_as_in_a_search_over_the_periodic_images() {
        Random random = new Random(7);
        for (int trial = 0; trial < 40; trial++) {
            int parts = 2 + random.nextInt(7);
            Box box = randomBox(random, parts);
            double share = 0.1 + 0.3 * random.nextDouble();
            FluidNodes fluid = FluidNodes.where(box, (x, y, z) -> random.nextDouble() < share);
            for (Connectivity connectivity : Connectivity.values()) {
                List<List<Part>> found = InProcessSlabs.run(parts, exchange -> {
                    Slab slab = Slab.of(box, exchange);
                    return FluidParts.of(stored(fluid, slab), connectivity, slab, WORKERS)
                            .all();
                });
                List<Part> one = FluidParts.of(fluid, connectivity, Slab.whole(box), WORKERS)
                        .all();
                for (List<Part> all : found) {
                    assertThat(all).hasSameSizeAs(one);
                    for (int i = 0; i < one.size(); i++) {
                        assertThat(all.get(i).component())
                                .usingRecursiveComparison()
                                .isEqualTo(one.get(i).component());
                        percolates(all.get(i), fluid, connectivity, trial);
                    }
                }
            }
        }
    }

    private static void percolates(Part part, FluidNodes fluid, Connectivity connectivity, int trial) {
        for (int axis = 0; axis < 3; axis++) {
            assertThat(part.percolates(axis))
                    .as("trial %d, %s, axis %d of %s", trial, connectivity, axis, fluid.box())
                    .isEqualTo(PeriodicSearch.winds(fluid, part.component().firstNode(), connectivity, axis));
        }
    }

    @Test
    void the_best_origin_of_tiles_is_that_of_one_part() {
        Random random = new Random(11);
        for (int trial = 0; trial < 30; trial++) {
            int parts = 1 + random.nextInt(8);
            Box box = randomBox(random, parts);
            FluidNodes fluid = FluidNodes.where(box, (x, y, z) -> random.nextDouble() < 0.02);
            for (Tiling size : List.of(Tiling.of(4, 4, 4), Tiling.of(8, 2, 3))) {
                List<TileOrigins> found =
                        InProcessSlabs.run(parts, exchange -> TileOrigins.of(size, nodes(fluid, exchange)));
                Tiling best = size.bestFor(fluid);
                for (TileOrigins origins : found) {
                    assertThat(origins.best()).isEqualTo(best);
                    assertThat(origins.kept())
                            .isEqualTo(TilingStatistics.of(size, fluid).kept());
                    assertThat(origins.keptByBest())
                            .isEqualTo(TilingStatistics.of(best, fluid).kept());
                    assertThat(origins.utilisation())
                            .isEqualTo(TilingStatistics.of(size, fluid).utilisation());
                }
            }
        }
    }
}
