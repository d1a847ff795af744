package dev.tessera.layout.addressing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.tessera.geometry.Box;
import dev.tessera.geometry.FluidNodes;
import dev.tessera.layout.ArraySpacing;
import dev.tessera.layout.Geometries;
import dev.tessera.layout.MemoryPlan;
import dev.tessera.layout.StorageLayout;
import dev.tessera.layout.StreamingPattern;
import dev.tessera.layout.pattern.AaPattern;
import dev.tessera.layout.pattern.Patterns;
import dev.tessera.layout.pattern.TwoBufferPull;
import dev.tessera.layout.pattern.TwoBufferPush;
import dev.tessera.model.Velocity;
import dev.tessera.model.VelocitySet;
import dev.tessera.model.lattice.Lattices;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Tests of ghost buffers; storage invariants are tested with those of push.
final class GhostTilesTest {
    private static GhostTilePlacement place(VelocitySet lattice, FluidNodes fluid, TilingRule tiling) {
        return (GhostTilePlacement) new GhostTiles(tiling).place(fluid, lattice, 2, ArraySpacing.acrossCacheSets(8));
    }

    private static FluidNodes periodic(VelocitySet lattice, int n) {
        int depth = lattice.dimensions() == 2 ? 1 : n;
        return FluidNodes.where(new Box(n, n, depth, true, true, true), (x, y, z) -> true);
    }

    @Test
    void its_key_finds_it_in_the_catalogue() {
        assertThat(Addressings.byKey("ghost-tiles")).isEqualTo(new GhostTiles());
    }

    /// A planner counts one copy of a pattern of two; kernels read a whole tile before they write it.
    @Test
    void one_copy_serves_a_pattern_of_two_behind_a_barrier() {
        GhostTilePlacement placement = place(Lattices.D3Q19, periodic(Lattices.D3Q19, 8), TilingRule.usual());
        assertThat(new GhostTiles().needsBarrier()).isTrue();
        assertThat(placement.positionsPerBarrier()).isEqualTo(64);
        assertThat(new GhostTiles().storedCopies(new TwoBufferPush())).isEqualTo(1);
        assertThat(placement.storedCopies(2)).isEqualTo(1);
    }

    /// Tomczak & Szafran 2018: buffers of a tile that are written, entries of its index arrays.
    @ParameterizedTest
    @CsvSource({"D2Q9, 16, 12, 28", "D3Q19, 4, 30, 72", "D3Q19, 8, 30, 72", "D3Q27, 4, 54, 152"})
    void an_unbounded_geometry_has_all_buffers_of_the_paper(String key, int edge, int written, int entries) {
        VelocitySet lattice = Lattices.byKey(key);
        GhostTilePlacement placement = place(lattice, periodic(lattice, 3 * edge), TilingRule.cubesOf(edge));
        long face = lattice.dimensions() == 2 ? edge : (long) edge * edge;
        assertThat(placement.buffers().entriesPerTile()).isEqualTo(entries);
        assertThat(placement.buffers().allocatedFraction()).isEqualTo(1);
        assertThat(placement.buffers().transferredFraction()).isEqualTo(1);
        assertThat(placement.ghostSlots()).isEqualTo(2 * placement.tiles() * written * face);
    }

    /// Tomczak & Szafran 2018: buffers cost 2.667 α / a of the populations for D2Q9, 3.158 α / a for D3Q19.
    @ParameterizedTest
    @CsvSource({"D2Q9, 16, 0.16667", "D3Q19, 4, 0.78947", "D3Q19, 8, 0.39474"})
    void buffers_need_the_published_fraction_of_memory(String key, int edge, double overhead) {
        VelocitySet lattice = Lattices.byKey(key);
        FluidNodes fluid = periodic(lattice, 2 * edge);
        GhostTilePlacement placement = place(lattice, fluid, TilingRule.cubesOf(edge));
        assertThat((double) placement.ghostSlots() / (lattice.size() * fluid.count()))
                .isCloseTo(overhead, within(1e-4));
    }

    @Test
    void slots_of_both_copies_differ_only_for_values_from_another_tile() {
        for (VelocitySet lattice : List.of(Lattices.D2Q9, Lattices.D3Q19, Lattices.D3Q27)) {
            for (Geometries.Geometry geometry : Geometries.of(lattice.dimensions())) {
                FluidNodes fluid = geometry.nodes().fluid();
                GhostTilePlacement placement = place(lattice, fluid, TilingRule.usual());
                boolean[][] taken = new boolean[2][Math.toIntExact(placement.slots())];
                for (long node = 0; node < fluid.count(); node++) {
                    long index = fluid.boxIndex(node);
                    for (int i = 0; i < lattice.size(); i++) {
                        int first = Math.toIntExact(placement.slot(index, i, 0));
                        int second = Math.toIntExact(placement.slot(index, i, 1));
                        assertThat(taken[0][first]).isFalse();
                        assertThat(taken[1][second]).isFalse();
                        taken[0][first] = true;
                        taken[1][second] = true;
                        boolean isGhost = comesFromAnotherTile(placement, fluid, index, lattice.velocity(i));
                        assertThat(first >= placement.ghostStart(0)).isEqualTo(isGhost);
                        long apart = isGhost ? placement.ghostStart(1) - placement.ghostStart(0) : 0;
                        assertThat((long) second - first).isEqualTo(apart);
                    }
                }
            }
        }
    }

    private static boolean comesFromAnotherTile(
            GhostTilePlacement placement, FluidNodes fluid, long index, Velocity c) {
        Box box = fluid.box();
        int x = box.x(index);
        int y = box.y(index);
        int z = box.z(index);
        long from = box.neighbour(x, y, z, -c.x(), -c.y(), -c.z());
        if (!fluid.isFluid(from)) {
            return false;
        }
        boolean straight = box.x(from) == x - c.x() && box.y(from) == y - c.y() && box.z(from) == z - c.z();
        long nodes = placement.positionsPerBarrier();
        return !straight
                || placement.position(x, y, z) / nodes
                        != placement.position(box.x(from), box.y(from), box.z(from)) / nodes;
    }

    @Test
    void index_arrays_lead_each_tile_to_the_buffers_that_it_reads() {
        FluidNodes fluid = Geometries.random(3, 4).nodes().fluid();
        GhostTilePlacement placement = place(Lattices.D3Q19, fluid, TilingRule.usual());
        GhostBuffers buffers = placement.buffers();
        int read = 0;
        for (long node = 0; node < fluid.count(); node++) {
            long index = fluid.boxIndex(node);
            int x = fluid.box().x(index);
            int y = fluid.box().y(index);
            int z = fluid.box().z(index);
            int tile = (int) (placement.position(x, y, z) / 64);
            for (int i = 1; i < 19; i++) {
                long place = placement.slot(x, y, z, i, 0) - placement.ghostStart(0);
                if (place >= 0) {
                    Velocity c = Lattices.D3Q19.velocity(i);
                    int crossed = (c.x() != 0 && Math.floorMod(x, 4) == (c.x() > 0 ? 0 : 3) || wraps(x, c.x()) ? 1 : 0)
                            | (c.y() != 0 && Math.floorMod(y, 4) == (c.y() > 0 ? 0 : 3) || wraps(y, c.y()) ? 2 : 0)
                            | (c.z() != 0 && Math.floorMod(z, 4) == (c.z() > 0 ? 0 : 3) || wraps(z, c.z()) ? 4 : 0);
                    crossed |= lastOf(fluid.box().nx(), x, c.x(), 1)
                            | lastOf(fluid.box().ny(), y, c.y(), 2)
                            | lastOf(fluid.box().nz(), z, c.z(), 4);
                    int start = buffers.readAt(tile, i, crossed);
                    assertThat(start).isNotEqualTo(GhostBuffers.NONE);
                    assertThat(place - start).isBetween(0L, 15L);
                    read++;
                }
            }
        }
        assertThat(read).isPositive();
    }

    private static boolean wraps(int at, int c) {
        return c > 0 && at == 0;
    }

    private static int lastOf(int count, int at, int c, int bit) {
        return c < 0 && at == count - 1 ? bit : 0;
    }

    /// Values over an edge, which another tile reads, are in one sector of 32 bytes.
    @Test
    void values_that_leave_over_an_edge_are_contiguous() {
        GhostTilePlacement placement = place(Lattices.D3Q19, periodic(Lattices.D3Q19, 12), TilingRule.usual());
        for (int i = 1; i < 19; i++) {
            Velocity c = Lattices.D3Q19.velocity(i);
            int axes = Math.abs(c.x()) + Math.abs(c.y()) + Math.abs(c.z());
            if (axes == 2) {
                List<Long> places = new ArrayList<>();
                for (int along = 4; along < 8; along++) { // where the direction does not move
                    places.add(placement.slot(at(c.x(), along), at(c.y(), along), at(c.z(), along), i, 0));
                }
                assertThat(places).isSorted();
                assertThat(places.getLast() - places.getFirst()).isEqualTo(3);
                assertThat((places.getFirst() - placement.ghostStart(0)) % 4).isZero();
            }
        }
    }

    /// A coordinate in the middle of three tiles, at which a value crosses the border along an axis.
    private static int at(int c, int along) {
        return c > 0 ? 4 : c < 0 ? 7 : along;
    }

    @Test
    void buffers_of_a_tile_are_contiguous() {
        GhostBuffers buffers = place(Lattices.D3Q19, periodic(Lattices.D3Q19, 12), TilingRule.usual())
                .buffers();
        for (int k = 0; k < buffers.writes().length; k++) {
            assertThat(buffers.writes()[k]).isEqualTo(16 * k);
        }
    }

    @Test
    void sparse_geometries_allocate_and_move_fewer_buffers() {
        Box box = new Box(64, 64, 64, false, false, false);
        FluidNodes tube = FluidNodes.where(box, (x, y, z) -> Math.hypot(y - 31.5, z - 31.5) < 9);
        GhostBuffers buffers = place(Lattices.D3Q19, tube, TilingRule.usual()).buffers();
        assertThat(buffers.allocatedFraction()).isBetween(0.5, 0.9);
        assertThat(buffers.transferredFraction()).isBetween(0.5, 0.9);
    }

    @Test
    void runs_visit_every_fluid_node_once() {
        for (Geometries.Geometry geometry : Geometries.of(3)) {
            FluidNodes fluid = geometry.nodes().fluid();
            GhostTilePlacement placement = place(Lattices.D3Q19, fluid, TilingRule.usual());
            List<Long> seen = new ArrayList<>();
            for (int block = 0; block < placement.blocks(); block++) {
                placement.forEachNode(block, (x, y, z, position) -> {
                    assertThat(placement.position(x, y, z)).isEqualTo(position);
                    seen.add(position);
                });
            }
            assertThat(seen).doesNotHaveDuplicates().isSorted().hasSize((int) fluid.count());
        }
    }

    @Test
    void the_memory_plan_names_the_buffers() {
        var nodes = Geometries.nodes(periodic(Lattices.D3Q19, 16));
        StorageLayout storage = StorageLayout.of(
                Lattices.D3Q19, new TwoBufferPush(), new GhostTiles(), nodes, ArraySpacing.acrossCacheSets(8));
        MemoryPlan plan = MemoryPlan.of(storage);
        assertThat(plan.items().getFirst().bytes()).isEqualTo(16L * 16 * 16 * 19 * 8);
        assertThat(plan.items()).anySatisfy(item -> {
            assertThat(item.what()).isEqualTo("ghost buffers between tiles");
            assertThat(item.bytes()).isEqualTo(2L * 64 * 30 * 16 * 8);
        });
        assertThat(plan.totalBytes()).isEqualTo(8 * storage.slots() + storage.tableBytes());
    }

    @Test
    void incompatible_patterns_are_rejected_with_the_reason() {
        var nodes = Geometries.random(3, 1).nodes();
        for (StreamingPattern pattern : Patterns.all()) {
            if (!(pattern instanceof TwoBufferPush)) {
                assertThatThrownBy(() -> StorageLayout.of(
                                Lattices.D3Q19, pattern, new GhostTiles(), nodes, ArraySpacing.acrossCacheSets(8)))
                        .isInstanceOf(IllegalArgumentException.class)
                        .hasMessageContaining(pattern.key() + " cannot be combined with ghost-tiles")
                        .hasMessageContaining("use push");
            }
        }
        assertThat(Addressings.fitting(new AaPattern())).doesNotContain(new GhostTiles());
        assertThat(Addressings.fitting(new TwoBufferPull())).doesNotContain(new GhostTiles());
        assertThat(Addressings.fitting(new TwoBufferPush())).contains(new GhostTiles());
    }
}
