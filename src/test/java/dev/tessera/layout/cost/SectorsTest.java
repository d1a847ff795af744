package dev.tessera.layout.cost;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tessera.geometry.Box;
import dev.tessera.geometry.FluidNodes;
import dev.tessera.geometry.NodeMap;
import dev.tessera.geometry.Tiling;
import dev.tessera.layout.Addressing;
import dev.tessera.layout.ArraySpacing;
import dev.tessera.layout.Geometries;
import dev.tessera.layout.StorageLayout;
import dev.tessera.layout.StreamingPattern;
import dev.tessera.layout.addressing.CompactTiles;
import dev.tessera.layout.addressing.ConnectivityMatrix;
import dev.tessera.layout.addressing.Dense;
import dev.tessera.layout.addressing.FluidIndex;
import dev.tessera.layout.addressing.TileLayout;
import dev.tessera.layout.addressing.Tiles;
import dev.tessera.layout.pattern.AaPattern;
import dev.tessera.layout.pattern.EsotericPull;
import dev.tessera.layout.pattern.TwoBufferPull;
import dev.tessera.model.lattice.Lattices;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class SectorsTest {
    private static final double Q = 19;
    private static final double SHIFTED = 10; // directions of D3Q19 that move along x

    private static NodeMap box(boolean isWhole) {
        return Geometries.nodes(FluidNodes.where(
                new Box(64, 16, 16, true, true, true), (x, y, z) -> isWhole || (x / 4 + y + z) % 3 > 0));
    }

    private static List<Sectors> sectors(StreamingPattern pattern, Addressing addressing, int bytes, boolean isWhole) {
        return Sectors.of(
                StorageLayout.of(Lattices.D3Q19, pattern, addressing, box(isWhole), ArraySpacing.onPages(bytes)), 1);
    }

    @ParameterizedTest
    @CsvSource({"8", "4"})
    void a_row_of_a_box_that_is_shifted_by_one_touches_one_sector_more(int bytes) {
        double own = Q * bytes / Sectors.BYTES;
        for (Sectors phase : sectors(new TwoBufferPull(), new Dense(), bytes, true)) {
            assertThat(phase.loads()).isCloseTo(own + SHIFTED / 32, within(1e-12));
            assertThat(phase.stores()).isCloseTo(own, within(1e-12));
            assertThat(phase.partialStores()).isZero();
            assertThat(phase.ownPairs()).isCloseTo(own / 2, within(1e-12));
            assertThat(phase.lanes()).isEqualTo(1);
        }
    }

    @Test
    void the_odd_step_of_aa_writes_parts_of_the_sectors_at_both_ends_of_a_row() {
        List<Sectors> phases = sectors(new AaPattern(), new Dense(), 8, true);
        assertThat(phases.getFirst().partialStores()).isZero();
        assertThat(phases.getLast().partialStores()).isCloseTo(2 * SHIFTED / 32, within(1e-12));
        assertThat(phases.getLast().loads()).isEqualTo(phases.getLast().stores());
    }

    @ParameterizedTest
    @CsvSource({"8", "4"})
    void full_tiles_need_the_published_number_of_bursts(int bytes) {
        int bursts = new Bursts(
                        Lattices.D3Q19, TileLayout.byKey("xyz"), Tiling.of(4, 4, 4), bytes, Sectors.BYTES, Bursts.WARP)
                .ofFullTile();
        Sectors pull = sectors(new TwoBufferPull(), new Tiles(), bytes, true).getFirst();
        assertThat(pull.loads()).isCloseTo(bursts / 64.0, within(1e-12));
    }

    @Test
    void solid_nodes_of_tiles_leave_threads_idle_and_sectors_half_empty() {
        Sectors tiles = sectors(new TwoBufferPull(), new Tiles(), 4, false).getFirst();
        assertThat(tiles.lanes()).isCloseTo(2 / 3.0, within(0.02));
        assertThat(tiles.ownPairs()).isGreaterThan(1.2 * Q * 4 / 64);
        Sectors compact =
                sectors(new TwoBufferPull(), CompactTiles.forGpu(), 4, false).getFirst();
        assertThat(compact.lanes()).isGreaterThan(0.99);
        assertThat(compact.ownPairs()).isCloseTo(Q * 4 / 64, within(0.01));
    }

    @Test
    void only_values_that_no_warp_writes_are_holes() {
        Sectors whole = sectors(new AaPattern(), new Dense(), 8, true).getLast();
        assertThat(whole.partialStores()).isPositive();
        assertThat(whole.holes()).isZero();
        Sectors pull = sectors(new TwoBufferPull(), new Tiles(), 4, false).getFirst();
        assertThat(pull.holes()).isPositive();
        assertThat(pull.partialStores()).isZero();
        Sectors aa = sectors(new AaPattern(), new Tiles(), 4, false).getLast();
        assertThat(aa.holes()).isEqualTo(pull.holes());
        assertThat(aa.partialStores()).isPositive();
    }

    /// Of each line of 64 nodes every third four are solid: warps over the box have 20 to 24 nodes, with
    /// contiguous slots that begin and end within sectors.
    @Test
    void warps_of_a_fluid_index_go_over_the_box() {
        Sectors listed =
                sectors(new TwoBufferPull(), new ConnectivityMatrix(), 8, false).getFirst();
        Sectors indexed =
                sectors(new TwoBufferPull(), new FluidIndex(), 8, false).getFirst();
        assertThat(listed.lanes()).isGreaterThan(0.99);
        assertThat(indexed.lanes()).isCloseTo(2 / 3.0, within(0.02));
        assertThat(indexed.ownPairs()).isCloseTo(listed.ownPairs(), within(1e-9));
        assertThat(indexed.holes()).isEqualTo(listed.holes());
        assertThat(indexed.loads()).isGreaterThanOrEqualTo(listed.loads());
        assertThat(listed.cuts()).isZero();
    }

    /// Of 32 nodes of a line 20 to 24 are fluid, and their slots multiples of 4: in FP64 warps share no sector,
    /// in halves most warps begin or end within one.
    @Test
    void warps_of_a_fluid_index_share_sectors_where_lines_end_within_one() {
        Sectors doubles = sectors(new AaPattern(), new FluidIndex(), 8, false).getFirst();
        Sectors halves = sectors(new AaPattern(), new FluidIndex(), 2, false).getFirst();
        assertThat(doubles.cuts()).isZero();
        assertThat(halves.cuts()).isBetween(Q / 24, 2 * Q / 20);
        assertThat(halves.partialStores()).isZero();
    }

    /// Of 64 values side by side, whole pieces of 8 are left out: as many sectors lie between those that are
    /// moved.
    @Test
    void gaps_are_the_sectors_left_out_of_pieces_of_512_bytes() {
        NodeMap nodes = Geometries.nodes(
                FluidNodes.where(new Box(64, 16, 16, true, true, true), (x, y, z) -> x / 8 % 4 != y % 4 && z < 8));
        Sectors dense = Sectors.of(
                        StorageLayout.of(
                                Lattices.D3Q19, new TwoBufferPull(), new Dense(), nodes, ArraySpacing.onPages(8)),
                        1)
                .getFirst();
        assertThat(dense.ownPairs()).isCloseTo(Q / 8, within(1e-12));
        assertThat(dense.gaps()).isCloseTo(Q * 4 / 48, within(1e-12)); // 4 of 16 sectors, of 48 nodes
        assertThat(sectors(new TwoBufferPull(), new Dense(), 8, true).getFirst().gaps())
                .isZero();
        assertThat(sectors(new TwoBufferPull(), CompactTiles.forGpu(), 8, false)
                        .getFirst()
                        .gaps())
                .isLessThan(0.02);
    }

    @Test
    void a_warp_with_private_slots_counts_once() {
        Sectors sparse =
                sectors(new EsotericPull(), CompactTiles.forGpu(), 8, false).getFirst();
        assertThat(sparse.privateWarps()).isCloseTo(1 / 32.0, within(0.001));
        assertThat(sectors(new EsotericPull(), CompactTiles.forGpu(), 8, true)
                        .getFirst()
                        .privateWarps())
                .isZero();
    }

    @Test
    void private_slots_are_met_where_links_are_cut_and_the_pattern_needs_them() {
        assertThat(sectors(new EsotericPull(), CompactTiles.forGpu(), 8, false)
                        .getFirst()
                        .privateWarps())
                .isPositive();
        assertThat(sectors(new EsotericPull(), CompactTiles.forGpu(), 8, true)
                        .getFirst()
                        .privateWarps())
                .isZero();
        assertThat(sectors(new AaPattern(), CompactTiles.forGpu(), 8, false)
                        .getLast()
                        .privateWarps())
                .isZero();
    }

    /// Large geometries are sampled; in a periodic box that is full, every sample is like the whole.
    @Test
    void a_sample_of_a_large_box_touches_as_many_sectors_as_all_of_a_small_one() {
        NodeMap large = Geometries.nodes(FluidNodes.where(new Box(64, 64, 32, true, true, true), (x, y, z) -> true));
        Sectors sampled = Sectors.of(
                        StorageLayout.of(
                                Lattices.D3Q19, new TwoBufferPull(), new Dense(), large, ArraySpacing.onPages(8)),
                        1)
                .getFirst();
        Sectors all = sectors(new TwoBufferPull(), new Dense(), 8, true).getFirst();
        assertThat(sampled.loads()).isCloseTo(all.loads(), within(1e-12));
        assertThat(sampled.stores()).isCloseTo(all.stores(), within(1e-12));
        assertThat(sampled.lanes()).isEqualTo(1);
    }
}
