package dev.tessera.layout.cost;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tessera.geometry.Box;
import dev.tessera.geometry.FluidNodes;
import dev.tessera.geometry.Tiling;
import dev.tessera.layout.addressing.TileLayout;
import dev.tessera.model.Velocity;
import dev.tessera.model.lattice.Lattices;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class BurstsTest {
    private static final Tiling TILE = Tiling.of(4, 4, 4);

    private static Bursts bursts(String layout, int valueBytes, int burstBytes, int threads) {
        return new Bursts(Lattices.D3Q19, TileLayout.byKey(layout), TILE, valueBytes, burstBytes, threads);
    }

    /// Least, XYZ and papers: Tomczak & Szafran 2019, section 3.2, and the same counts for other
    /// bursts; the others were computed with this class.
    @ParameterizedTest
    @CsvSource({
        "8,  32, 304, 464, 344, 320, 320",
        "8,  64, 152, 288, 240, 216, 184",
        "8, 128,  76, 172, 160, 148, 132",
        "4,  32, 152, 288, 240, 216, 184",
        "4,  64,  76, 172, 160, 148, 132",
        "4, 128,  38, 122, 122, 122, 109",
        "2,  32,  76, 172, 160, 148, 132"
    })
    void bursts_of_a_full_d3q19_tile_are_the_published_ones(
            int valueBytes, int burstBytes, int least, int xyz, int papers, int mirrored, int grouped) {
        assertThat(bursts("xyz", valueBytes, burstBytes, 32).least()).isEqualTo(least);
        assertThat(bursts("xyz", valueBytes, burstBytes, 32).ofFullTile()).isEqualTo(xyz);
        assertThat(bursts("papers", valueBytes, burstBytes, 32).ofFullTile()).isEqualTo(papers);
        assertThat(bursts("mirrored", valueBytes, burstBytes, 32).ofFullTile()).isEqualTo(mirrored);
        assertThat(bursts("grouped", valueBytes, burstBytes, 32).ofFullTile()).isEqualTo(grouped);
    }

    @Test
    void two_warps_that_share_their_bursts_need_fewer() {
        assertThat(bursts("xyz", 4, 128, 64).ofFullTile()).isEqualTo(104);
        assertThat(bursts("papers", 4, 128, 64).ofFullTile()).isEqualTo(104);
    }

    @ParameterizedTest
    @CsvSource({
        "zzz, 16, 16",
        "pzz, 32, 16",
        "zpz, 16, 16",
        "zzp, 16, 16",
        "ppz, 32, 20",
        "pmz, 32, 20",
        "mpz, 32, 32",
        "mmz, 32, 32",
        "pzp, 32, 16",
        "mzm, 32, 16",
        "zpp, 16, 16",
        "zmp, 16, 16"
    })
    void bursts_of_each_direction_are_the_published_ones(String letters, int xyz, int papers) {
        int direction = 0;
        while (!Lattices.D3Q19.velocity(direction).letters().equals(letters)) {
            direction++;
        }
        assertThat(bursts("xyz", 8, 32, 32).ofFullTile(direction)).isEqualTo(xyz);
        assertThat(bursts("papers", 8, 32, 32).ofFullTile(direction)).isEqualTo(papers);
    }

    @Test
    void no_layout_gathers_full_tiles_in_fewer_bursts_of_32_bytes_than_the_grouped_one() {
        for (int valueBytes : new int[] {8, 4}) {
            Bursts grouped = bursts("grouped", valueBytes, 32, 32);
            for (int i = 0; i < Lattices.D3Q19.size(); i++) {
                assertThat(grouped.ofFullTile(i))
                        .as("direction %s, %d bytes", Lattices.D3Q19.velocity(i).letters(), valueBytes)
                        .isEqualTo(grouped.leastOfFullTile(i));
            }
        }
    }

    /// Reads of the 100³ cavity in the paper's table 5 fall by 361,390 from XYZ to XYZ + zigzag and by
    /// 1,457,840 to XYZ + YXZ; both together leave 6,368,191.
    @Test
    void the_geometry_is_counted_tile_by_tile() {
        FluidNodes periodic = FluidNodes.where(new Box(20, 20, 20, true, true, true), (x, y, z) -> true);
        for (TileLayout layout : TileLayout.all()) {
            Bursts bursts = new Bursts(Lattices.D3Q19, layout, TILE, 8, 32, 32);
            assertThat(bursts.of(periodic)).isEqualTo(125L * bursts.ofFullTile());
        }
        FluidNodes cavity = FluidNodes.where(new Box(100, 100, 100, false, false, false), (x, y, z) -> true);
        long xyz = bursts("xyz", 8, 32, 32).of(cavity);
        long papers = bursts("papers", 8, 32, 32).of(cavity);
        assertThat((double) (xyz - papers)).isBetween(0.95 * 1_819_230, 1.05 * 1_819_230);
        assertThat(papers).isLessThan(6_368_191L).isGreaterThan(4_812_500L);
    }

    @Test
    void only_loading_threads_count() {
        FluidNodes one = FluidNodes.where(new Box(4, 4, 4, false, false, false), (x, y, z) -> x + y + z == 0);
        for (TileLayout layout : TileLayout.all()) {
            assertThat(new Bursts(Lattices.D3Q19, layout, TILE, 8, 32, 32).of(one))
                    .isEqualTo(19);
        }
    }

    @Test
    void bursts_hold_whole_values() {
        assertThatThrownBy(() -> new Bursts(Lattices.D3Q19, TileLayout.byKey("xyz"), TILE, 8, 4, 32))
                .hasMessageContaining("not a multiple of values of 8 bytes");
        assertThat(new Velocity(1, 1, 0).letters()).isEqualTo("ppz");
    }

    /// Every thread loads one value of each direction, wherever the box's ends and the tiles' edges lie.
    @Test
    void bursts_of_one_value_are_as_many_as_populations() {
        for (boolean isPeriodic : new boolean[] {true, false}) {
            Box box = new Box(6, 7, 5, isPeriodic, isPeriodic, isPeriodic);
            FluidNodes fluid = FluidNodes.where(box, (x, y, z) -> (x + 2 * y + 3 * z) % 7 > 1);
            for (Tiling tile : new Tiling[] {TILE, new Tiling(4, 4, 4, 1, 2, 3), new Tiling(5, 3, 2, 4, 1, 1)}) {
                Bursts bursts = new Bursts(Lattices.D3Q19, TileLayout.byKey("xyz"), tile, 8, 8, 32);
                assertThat(bursts.of(fluid)).isEqualTo(19 * fluid.count());
            }
        }
    }
}
