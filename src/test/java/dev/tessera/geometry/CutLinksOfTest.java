package dev.tessera.geometry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ForkJoinPool;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class CutLinksOfTest {
    private final ForkJoinPool workers = ForkJoinPool.commonPool();

    record Link(long from, long to, int code, int side) {}

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12})
    void every_link_to_a_node_that_is_not_fluid_is_found_once_in_order(int seed) {
        Random random = new Random(seed);
        int nz = seed % 3 == 0 ? 1 : 1 + random.nextInt(9);
        Box box = new Box(
                1 + random.nextInt(seed % 2 == 0 ? 200 : 9),
                1 + random.nextInt(9),
                nz,
                random.nextBoolean(),
                random.nextBoolean(),
                random.nextBoolean());
        double porosity = random.nextDouble();
        FluidNodes fluid = FluidNodes.where(box, (x, y, z) -> random.nextDouble() < porosity);

        List<Link> seen = new ArrayList<>();
        CutLinks links = CutLinksOf.fluid(
                fluid,
                (from, to, code, side) -> {
                    synchronized (seen) {
                        seen.add(new Link(from, to, code, side));
                    }
                    return (int) ((from + code) % 128);
                },
                workers);

        List<Link> expected = expected(fluid);
        List<Link> found = new ArrayList<>();
        for (int b = 0; b < links.boundaryNodes(); b++) {
            long from = fluid.boxIndex(links.node(b));
            assertThat(links.endLink(b)).isGreaterThan(links.firstLink(b));
            for (int l = links.firstLink(b); l < links.endLink(b); l++) {
                int code = links.code(l);
                assertThat(links.surface(l)).isEqualTo((int) ((from + code) % 128));
                long to = box.neighbour(
                        box.x(from), box.y(from), box.z(from), code % 3 - 1, code / 3 % 3 - 1, code / 9 - 1);
                found.add(new Link(from, to, code, side(box, from, code)));
            }
        }
        assertThat(found).isEqualTo(expected);
        assertThat(seen).containsExactlyInAnyOrderElementsOf(expected);
    }

    private static List<Link> expected(FluidNodes fluid) {
        Box box = fluid.box();
        List<Link> links = new ArrayList<>();
        for (long n = 0; n < box.size(); n++) {
            for (int code = 0; fluid.isFluid(n) && code < 27; code++) {
                int dz = code / 9 - 1;
                if (code == 13 || box.is2d() && dz != 0) {
                    continue;
                }
                long to = box.neighbour(box.x(n), box.y(n), box.z(n), code % 3 - 1, code / 3 % 3 - 1, dz);
                if (!fluid.isFluid(to)) {
                    links.add(new Link(n, to, code, side(box, n, code)));
                }
            }
        }
        return links;
    }

    private static int side(Box box, long from, int code) {
        int x = box.x(from) + code % 3 - 1;
        int y = box.y(from) + code / 3 % 3 - 1;
        int z = box.z(from) + code / 9 - 1;
        if (!box.periodicX() && (x < 0 || x == box.nx())) {
            return x < 0 ? 0 : 1;
        }
        if (!box.periodicY() && (y < 0 || y == box.ny())) {
            return y < 0 ? 2 : 3;
        }
        return box.periodicZ() || z >= 0 && z < box.nz() ? -1 : z < 0 ? 4 : 5;
    }

    @Test
    void a_surface_beyond_the_range_of_ids_is_refused() {
        FluidNodes fluid = FluidNodes.where(new Box(2, 2, 2, false, false, false), (x, y, z) -> true);
        assertThatThrownBy(() -> CutLinksOf.fluid(fluid, (from, to, code, side) -> 128, workers))
                .hasMessageContaining("surface 128 at node (0,0,0): ids are 0 to 127");
    }

    @Test
    void rank_counts_the_fluid_nodes_before() {
        Random random = new Random(3);
        FluidNodes fluid = FluidNodes.where(new Box(64, 16, 1, false, false, false), (x, y, z) -> random.nextBoolean());
        long count = 0;
        for (long n = 0; n < fluid.box().size(); n++) {
            assertThat(fluid.rank(n)).isEqualTo(count);
            assertThat(fluid.bits(n, 1)).isEqualTo(fluid.isFluid(n) ? 1 : 0);
            count += fluid.isFluid(n) ? 1 : 0;
        }
        assertThat(fluid.rank(fluid.box().size())).isEqualTo(count).isEqualTo(fluid.count());
    }
}
