package dev.tessera.geometry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tessera.geometry.FluidComponents.Connectivity;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ForkJoinPool;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class FluidComponentsTest {
    private final ForkJoinPool workers = ForkJoinPool.commonPool();

    /// Flood fill, node by node.
    private static List<Long> sizes(FluidNodes fluid, Connectivity connectivity) {
        Box box = fluid.box();
        int most = switch (connectivity) {
            case FACES -> 1;
            case EDGES -> 2;
            case CORNERS -> 3;
        };
        boolean[] seen = new boolean[(int) box.size()];
        List<Long> sizes = new ArrayList<>();
        for (long start = 0; start < box.size(); start++) {
            if (!fluid.isFluid(start) || seen[(int) start]) {
                continue;
            }
            ArrayDeque<Long> todo = new ArrayDeque<>(List.of(start));
            seen[(int) start] = true;
            long size = 0;
            while (!todo.isEmpty()) {
                long at = todo.poll();
                size++;
                for (int code = 0; code < 27; code++) {
                    int dx = code % 3 - 1;
                    int dy = code / 3 % 3 - 1;
                    int dz = code / 9 - 1;
                    long to = box.neighbour(box.x(at), box.y(at), box.z(at), dx, dy, dz);
                    boolean near = Math.abs(dx) + Math.abs(dy) + Math.abs(dz) <= most;
                    if (near && to >= 0 && fluid.isFluid(to) && !seen[(int) to]) {
                        seen[(int) to] = true;
                        todo.add(to);
                    }
                }
            }
            sizes.add(size);
        }
        sizes.sort(Comparator.reverseOrder());
        return sizes;
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18})
    void connected_parts_are_those_of_a_flood_fill(int seed) {
        Random random = new Random(seed);
        Box box = new Box(
                1 + random.nextInt(seed % 2 == 0 ? 150 : 12),
                1 + random.nextInt(12),
                seed % 4 == 0 ? 1 : 1 + random.nextInt(90),
                random.nextBoolean(),
                random.nextBoolean(),
                random.nextBoolean());
        double porosity = 0.1 + 0.3 * random.nextDouble();
        FluidNodes fluid = FluidNodes.where(box, (x, y, z) -> random.nextDouble() < porosity);
        for (Connectivity connectivity : Connectivity.values()) {
            FluidComponents parts = FluidComponents.of(fluid, connectivity, workers);
            List<Long> sizes = new ArrayList<>();
            long[] counted = new long[parts.count()];
            for (long n = 0; n < box.size(); n++) {
                if (fluid.isFluid(n)) {
                    int part = parts.componentOf(n);
                    counted[part]++;
                    assertThat(box.x(n))
                            .isBetween(
                                    parts.component(part).low()[0],
                                    parts.component(part).high()[0]);
                    assertThat(box.z(n))
                            .isBetween(
                                    parts.component(part).low()[2],
                                    parts.component(part).high()[2]);
                } else {
                    assertThat(parts.componentOf(n)).isEqualTo(-1);
                }
            }
            for (int i = 0; i < parts.count(); i++) {
                sizes.add(parts.component(i).nodes());
                assertThat(counted[i]).isEqualTo(parts.component(i).nodes());
                assertThat(parts.componentOf(parts.component(i).firstNode())).isEqualTo(i);
            }
            assertThat(sizes).as("%s %s", box, connectivity).isEqualTo(sizes(fluid, connectivity));
            assertThat(parts.only(i -> i % 2 == 0, workers).count())
                    .isEqualTo(IntStream.range(0, parts.count())
                            .filter(i -> i % 2 == 0)
                            .mapToLong(i -> parts.component(i).nodes())
                            .sum());
        }
    }

    @Test
    void fluid_without_an_opening_is_named_and_dropped_on_request() {
        Box box = new Box(20, 5, 5, false, false, false);
        FluidNodes fluid = FluidNodes.where(
                box, (x, y, z) -> y == 2 && z == 2 && x < 10 || x > 12 && x < 16 && y > 0 && y < 4 && z > 0 && z < 4);
        List<Surface> surfaces =
                List.of(new Surface(0, "wall", Surface.Kind.WALL), new Surface(1, "inlet", Surface.Kind.OPENING));
        CutLinks links = CutLinksOf.fluid(fluid, (from, to, code, side) -> side == 0 ? 1 : 0, workers);
        double[] origin = {1, 2, 3};
        IsolatedFluid.Found kept = IsolatedFluid.KEEP.in(fluid, links, surfaces, origin, 0.5, workers);
        assertThat(kept.fluid()).isSameAs(fluid);
        assertThat(kept.findings())
                .containsExactly("isolated fluid: 27 nodes at (7.500, 2.500, 3.500) m without an opening; kept");
        IsolatedFluid.Found dropped = IsolatedFluid.DROP.in(fluid, links, surfaces, origin, 0.5, workers);
        assertThat(dropped.fluid().count()).isEqualTo(10);
        assertThat(dropped.isolatedNodes()).isEqualTo(27);

        CutLinks closed = CutLinksOf.fluid(fluid, (from, to, code, side) -> 0, workers);
        assertThat(IsolatedFluid.DROP
                        .in(fluid, closed, surfaces, origin, 0.5, workers)
                        .fluid()
                        .count())
                .as("where nothing is open the largest part stays")
                .isEqualTo(27);
    }
}
