package dev.tessera.geometry.partition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.tessera.geometry.Box;
import dev.tessera.geometry.FluidNodes;
import dev.tessera.geometry.GeometryException;
import dev.tessera.geometry.InProcessSlabs;
import dev.tessera.geometry.Slab;
import dev.tessera.geometry.Tiling;
import dev.tessera.model.Velocity;
import dev.tessera.model.lattice.Lattices;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ForkJoinPool;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class CutTest {
    private static final ForkJoinPool WORKERS = ForkJoinPool.commonPool();
    private static final int[] D3Q19 = Lattices.D3Q19.velocities().stream()
            .filter(c -> c.code() != 13)
            .mapToInt(Velocity::code)
            .toArray();

    private static TileGraph tiles(FluidNodes fluid) {
        return TileGraph.of(fluid, Cut.usualTiles(fluid.box().is2d()), WORKERS);
    }

    private static StepCosts equal(int parts) {
        double[] speeds = new double[parts];
        Arrays.fill(speeds, 1);
        return StepCosts.relative(speeds, false);
    }

    private static FluidNodes full(int nx, int ny, int nz) {
        return FluidNodes.where(new Box(nx, ny, nz, false, false, false), (x, y, z) -> true);
    }

    private static FluidNodes porous(Box box) {
        Random random = new Random(3);
        boolean[] fluid = new boolean[(int) box.size()];
        for (int n = 0; n < fluid.length; n++) {
            fluid[n] = random.nextInt(10) < 6;
        }
        return FluidNodes.where(box, (x, y, z) -> fluid[(int) box.index(x, y, z)]);
    }

    /// A tube of radius 5 nodes that bends back: its two legs are side by side.
    private static FluidNodes bend() {
        return FluidNodes.where(new Box(70, 40, 12, false, false, false), (x, y, z) -> {
            double inPlane = x > 40 ? Math.hypot(x - 40, y - 20) - 13 : Math.abs(y - 20) - 13;
            return Math.hypot(inPlane, z - 5.5) <= 5;
        });
    }

    /// The sizes of parts, node by node and link by link.
    private static List<PartSize> counted(FluidNodes fluid, Tiling tiling, Cut cut) {
        Box box = fluid.box();
        int parts = cut.partition().parts();
        long[] nodes = new long[parts];
        long[] edges = new long[parts];
        long[] scattered = new long[parts];
        long[] halos = new long[parts];
        List<Map<Integer, Long>> sent = IntStream.range(0, parts)
                .<Map<Integer, Long>>mapToObj(p -> new HashMap<>())
                .toList();
        Set<Integer> directions = new HashSet<>(Arrays.stream(D3Q19).boxed().toList());
        Set<Long> edgeIndices = new HashSet<>();
        for (long n = 0; n < fluid.count(); n++) {
            long index = fluid.boxIndex(n);
            int own = owner(cut, box, index);
            nodes[own]++;
            Set<Integer> others = new HashSet<>();
            for (int code = 0; code < 27; code++) {
                Velocity c = Velocity.ofCode(code);
                long there = box.neighbour(box.x(index), box.y(index), box.z(index), c.x(), c.y(), c.z());
                if (fluid.isFluid(there) && owner(cut, box, there) != own) {
                    others.add(owner(cut, box, there));
                    if (directions.contains(code)) {
                        sent.get(own).merge(owner(cut, box, there), 1L, Long::sum);
                    }
                }
            }
            if (!others.isEmpty()) {
                edges[own]++;
                edgeIndices.add(index);
            }
            others.forEach(other -> halos[other]++);
        }
        for (long index : edgeIndices) {
            boolean hasNext = Stream.of(-1, 1)
                    .anyMatch(dx -> edgeIndices.contains(index + dx)
                            && rowOf(tiling, box, index + dx).equals(rowOf(tiling, box, index)));
            scattered[owner(cut, box, index)] += hasNext ? 0 : 1;
        }
        return IntStream.range(0, parts)
                .mapToObj(p -> new PartSize(
                        nodes[p],
                        edges[p],
                        scattered[p],
                        halos[p],
                        cut.sizes().get(p).boxNodes(),
                        new TreeMap<>(sent.get(p))))
                .toList();
    }

    /// The part of a tile's row in which nodes are side by side: up to 64 of them.
    private static List<Integer> rowOf(Tiling tiling, Box box, long index) {
        int tile = (box.x(index) + tiling.offsetX()) / tiling.a();
        int from = Math.max(0, tile * tiling.a() - tiling.offsetX());
        return List.of(box.y(index), box.z(index), tile, (box.x(index) - from) / 64);
    }

    private static int owner(Cut cut, Box box, long index) {
        return cut.partition().owner(box.x(index), box.y(index), box.z(index));
    }

    @Test
    void sizes_are_those_counted_node_by_node() {
        List<FluidNodes> geometries = List.of(
                porous(new Box(37, 22, 19, true, false, true)),
                porous(new Box(150, 9, 8, true, true, false)),
                porous(new Box(40, 33, 1, true, true, true)),
                bend());
        for (FluidNodes fluid : geometries) {
            for (Tiling tiling :
                    List.of(Cut.usualTiles(fluid.box().is2d()), new Tiling(3, 5, 1, 2, 1, 0), Tiling.of(70, 3, 2))) {
                TileGraph graph = TileGraph.of(fluid, tiling, WORKERS);
                for (int parts : new int[] {1, 2, 5}) {
                    for (Cut cut : Cut.all(graph, D3Q19, equal(parts), Cut.methods(), WORKERS)) {
                        assertThat(cut.sizes())
                                .as("%s, %s, %s", fluid.box(), tiling, cut.method())
                                .isEqualTo(counted(fluid, tiling, cut));
                    }
                }
            }
        }
    }

    @Test
    void a_long_box_is_cut_in_planes_across_its_length() {
        Cut cut = Cut.best(tiles(full(16, 16, 64)), D3Q19, equal(4), WORKERS);
        assertThat(cut.imbalance()).isZero();
        assertThat(cut.links()).isEqualTo(3 * (16 * 16 + 4 * 16 * 15));
        assertThat(cut.sizes().get(1).neighbours()).isEqualTo(2);
    }

    /// Nodes beside a plane across x are far apart in memory, so that a plane across z is better although it cuts more
    /// links.
    @Test
    void a_plane_across_x_is_used_only_if_others_cut_many_more_links() {
        assertThat(Cut.best(tiles(full(72, 64, 64)), D3Q19, equal(2), WORKERS).sizes())
                .allMatch(size -> size.scatteredNodes() == 0);
        Cut pencil = Cut.best(tiles(full(256, 8, 8)), D3Q19, equal(2), WORKERS);
        assertThat(pencil.sizes()).allMatch(size -> size.scatteredNodes() == 64);
    }

    /// Planes across the longest axis cut both legs; the shortest cut is across the bend.
    @Test
    void a_bent_vessel_is_cut_across_its_branch() {
        TileGraph graph = tiles(bend());
        Cut cut = Cut.best(graph, D3Q19, equal(2), WORKERS);
        Cut planes = Cut.all(graph, D3Q19, equal(2), List.of(Bisection.planes()), WORKERS)
                .getFirst();
        assertThat(cut.links()).isLessThan(planes.links() * 7 / 10);
        assertThat(cut.imbalance()).isLessThan(0.02);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 5, 7, 8, 64, 100, 1024})
    void every_part_has_nodes_and_its_share_of_them(int parts) {
        FluidNodes fluid = porous(new Box(72, 60, 52, false, true, false));
        TileGraph graph = tiles(fluid);
        for (Cut cut : Cut.all(graph, D3Q19, equal(parts), Cut.methods(), WORKERS)) {
            assertThat(cut.partition().parts()).isEqualTo(parts);
            assertThat(cut.sizes()).hasSize(parts).allMatch(size -> size.nodes() > 0);
            assertThat(cut.sizes().stream().mapToLong(PartSize::nodes).sum()).isEqualTo(fluid.count());
        }
        Cut best = Cut.best(graph, D3Q19, equal(parts), WORKERS);
        double tile = 64 * 0.6 / (fluid.count() / (double) parts); // as a fraction of a part
        assertThat(best.imbalance()).isLessThan(0.05 + 2 * tile);
    }

    @Test
    void shares_follow_the_speeds_of_unequal_devices() {
        TileGraph graph = tiles(full(128, 64, 32));
        double[] speeds = {13, 1, 1, 27, 5};
        Cut cut = Cut.best(graph, D3Q19, StepCosts.relative(speeds, false), WORKERS);
        double all = Arrays.stream(speeds).sum();
        for (int part = 0; part < speeds.length; part++) {
            double share = speeds[part] / all;
            assertThat(cut.sizes().get(part).nodes() / (double) graph.fluidNodes())
                    .isCloseTo(share, within(0.02 * share + 0.004));
        }
    }

    /// A slow link makes it worthwhile to cut fewer links; where each message costs much, fewer neighbours win.
    @Test
    void the_shortest_step_is_chosen_and_its_time_follows_from_the_sizes() {
        TileGraph graph = tiles(porous(new Box(64, 60, 56, false, false, false)));
        StepCosts messages = new StepCosts(new double[] {1, 1, 1, 1, 1, 1, 1, 1}, 0, 0, 0, 0, 1e7);
        List<Cut> cuts = Cut.all(graph, D3Q19, messages, Cut.methods(), WORKERS);
        for (Cut cut : cuts) {
            int most = cut.sizes().stream().mapToInt(PartSize::neighbours).max().orElseThrow();
            assertThat(cut.stepS()).isBetween(1e7 * most, 1e7 * most + graph.fluidNodes());
            assertThat(cuts.getFirst().stepS()).isLessThanOrEqualTo(cut.stepS());
        }
    }

    @Test
    void divisions_do_not_depend_on_the_number_of_threads() {
        FluidNodes fluid = porous(new Box(61, 50, 43, true, false, false));
        try (ForkJoinPool one = new ForkJoinPool(1);
                ForkJoinPool five = new ForkJoinPool(5)) {
            for (CutMethod method : Cut.methods()) {
                double[] shares = {1, 2, 1, 1, 3, 1, 1};
                int[] first = method.owners(tiles(fluid), shares, one);
                assertThat(method.owners(tiles(fluid), shares, five)).isEqualTo(first);
            }
        }
    }

    /// Tiles lie across the borders between slabs, of which one has no fluid.
    @ParameterizedTest
    @ValueSource(ints = {2, 3, 5, 8})
    void slabs_find_the_cuts_of_the_whole(int slabs) {
        List<FluidNodes> geometries = List.of(
                porous(new Box(23, 20, 51, true, false, true)),
                porous(new Box(70, 9, 49, false, true, false)),
                FluidNodes.where(new Box(20, 12, 64, false, false, true), (x, y, z) -> z % 40 < 24 && x + y < z + 9));
        for (FluidNodes fluid : geometries) {
            for (Tiling tiling : List.of(Cut.usualTiles(false), new Tiling(3, 5, 6, 2, 1, 5), Tiling.of(70, 3, 1))) {
                for (int parts : new int[] {1, 4, 6}) {
                    List<Cut> whole = cuts(TileGraph.of(fluid, tiling, WORKERS), parts);
                    List<List<Cut>> found = InProcessSlabs.run(slabs, exchange -> {
                        Slab slab = Slab.of(fluid.box(), exchange);
                        FluidNodes stored =
                                FluidNodes.where(slab.box(), (x, y, z) -> fluid.isFluid(x, y, slab.wholeZ(z)));
                        return cuts(TileGraph.of(slab, stored, tiling, WORKERS), parts);
                    });
                    for (List<Cut> bySlab : found) {
                        assertThat(bySlab)
                                .usingRecursiveComparison()
                                .withStrictTypeChecking()
                                .isEqualTo(whole);
                    }
                }
            }
        }
    }

    private static List<Cut> cuts(TileGraph graph, int parts) {
        return Cut.all(graph, D3Q19, equal(parts), Cut.methods(), WORKERS);
    }

    @Test
    void tiles_that_reach_beyond_the_stored_planes_are_refused() {
        FluidNodes fluid = full(8, 8, 48);
        assertThatThrownBy(() -> InProcessSlabs.run(2, exchange -> {
                    Slab slab = Slab.of(fluid.box(), exchange);
                    return TileGraph.of(
                            slab, FluidNodes.where(slab.box(), (x, y, z) -> true), Tiling.of(4, 4, 7), WORKERS);
                }))
                .hasMessage("tiles of 7 planes reach beyond the planes that a slab stores");
    }

    @Test
    void more_parts_than_tiles_are_refused_with_the_number_that_fits() {
        assertThatThrownBy(() -> Cut.best(tiles(full(8, 8, 8)), D3Q19, equal(9), WORKERS))
                .isInstanceOf(GeometryException.class)
                .hasMessageContaining("9 parts are too many")
                .hasMessageContaining("Use at most 8 parts");
        assertThat(Cut.best(tiles(full(8, 8, 8)), D3Q19, equal(8), WORKERS).sizes())
                .allMatch(size -> size.nodes() == 64);
    }

    @Test
    void a_hilbert_curve_goes_from_neighbour_to_neighbour_through_every_tile() {
        int[][] at = new int[512][];
        for (int n = 0; n < 512; n++) {
            int[] tile = {n & 7, n >> 3 & 7, n >> 6};
            int place = (int) HilbertCurve.place(tile[0], tile[1], tile[2], 3);
            assertThat(at[place]).isNull();
            at[place] = tile;
        }
        for (int n = 1; n < 512; n++) {
            int distance = 0;
            for (int axis = 0; axis < 3; axis++) {
                distance += Math.abs(at[n][axis] - at[n - 1][axis]);
            }
            assertThat(distance).isEqualTo(1);
        }
    }

    @Test
    void costs_that_cannot_be_are_refused() {
        assertThatThrownBy(() -> StepCosts.relative(new double[] {1, 0}, false)).hasMessageContaining("positive");
        assertThatThrownBy(() -> new StepCosts(new double[] {1}, -1, 0, 0, 0, 0))
                .hasMessageContaining("negative");
    }
}
