package dev.tessera.layout.addressing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tessera.geometry.Box;
import dev.tessera.geometry.FluidNodes;
import dev.tessera.geometry.Tiling;
import dev.tessera.layout.ArraySpacing;
import dev.tessera.model.VelocitySet;
import dev.tessera.model.lattice.Lattices;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class TileLayoutTest {
    private static final List<Tiling> TILES = List.of(
            Tiling.of(4, 4, 4),
            Tiling.of(8, 4, 4),
            Tiling.of(8, 8, 8),
            Tiling.of(16, 4, 4),
            Tiling.of(3, 5, 2),
            Tiling.of(16, 16, 1));

    @Test
    void every_node_of_a_tile_has_a_unique_place_in_every_array() {
        for (TileLayout layout : TileLayout.all()) {
            for (Tiling tile : TILES) {
                for (VelocitySet lattice : Lattices.all()) {
                    for (int i = 0; i < lattice.size(); i++) {
                        InTileLayout ofArray = layout.of(lattice.velocity(i));
                        int[] places = ofArray.places(tile);
                        assertThat(Arrays.stream(places).sorted().toArray())
                                .as("%s on %s", ofArray.key(), tile)
                                .isEqualTo(
                                        IntStream.range(0, tile.nodesPerTile()).toArray());
                        int last = tile.nodesPerTile() - 1;
                        assertThat(ofArray.place(tile, tile.a() - 1, tile.b() - 1, tile.c() - 1))
                                .isEqualTo(places[last]);
                    }
                }
            }
        }
    }

    /// Tomczak & Szafran 2019, figure 7.
    @Test
    void the_zigzag_of_a_4_cubed_tile_is_that_of_the_papers_figure() {
        int[][] rows = {
            {0, 1, 2, 3, 4, 5, 30, 31},
            {6, 7, 8, 9, 10, 11, 28, 29},
            {12, 13, 14, 15, 16, 17, 26, 27},
            {18, 19, 20, 21, 22, 23, 24, 25}
        };
        Tiling tile = Tiling.of(4, 4, 4);
        for (int y = 0; y < 4; y++) {
            for (int x = 0; x < 4; x++) {
                for (int z = 0; z < 4; z++) {
                    int place = new InTileLayout.ZigzagNe().place(tile, x, y, z);
                    int equation13 = 2 * (x + 3 * y + ((x + 1) & 4) * (3 - y)) + (z & 1) + 16 * (z & 2);
                    assertThat(place).isEqualTo(equation13);
                    assertThat(place).isEqualTo(rows[y][2 * x + (z & 1)] + 16 * (z & 2));
                    assertThat(new InTileLayout.ZigzagNw().place(tile, 3 - x, y, z))
                            .isEqualTo(place);
                }
            }
        }
    }

    @Test
    void a_layout_that_does_not_fit_a_tile_is_rejected_with_a_reason() {
        FluidNodes fluid = FluidNodes.where(new Box(9, 9, 9, true, true, true), (x, y, z) -> true);
        Tiles tiles = new Tiles(TilingRule.cubesOf(3), TileLayout.byKey("papers"));
        assertThatThrownBy(() -> tiles.place(fluid, Lattices.D3Q19, 2, ArraySpacing.acrossCacheSets(8)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("zigzag-ne does not fit tiles of 3×3×3")
                .hasMessageContaining("use xyz");
    }

    @Test
    void an_unknown_layout_lists_the_known_ones() {
        assertThatThrownBy(() -> TileLayout.byKey("hilbert"))
                .hasMessage("unknown layout 'hilbert'; known are xyz, papers, mirrored, grouped");
    }

    @Test
    void each_array_of_the_papers_assignment_has_its_own_order() {
        FluidNodes fluid = FluidNodes.where(new Box(8, 8, 8, true, true, true), (x, y, z) -> true);
        var placement = new Tiles(TilingRule.usual(), TileLayout.byKey("papers"))
                .place(fluid, Lattices.D3Q19, 2, ArraySpacing.acrossCacheSets(8));
        long start = placement.slot(0, 0, 0, 1, 0);
        assertThat(Lattices.D3Q19.velocity(1).letters()).isEqualTo("pzz");
        assertThat(placement.slot(0, 1, 0, 1, 0)).isEqualTo(start + 1);
        assertThat(placement.slot(1, 0, 0, 1, 0)).isEqualTo(start + 4);
        assertThat(placement.slot(5, 0, 0, 1, 0)).isEqualTo(start + 64 + 4);
        assertThat(placement.slot(1, 0, 0, 0, 0)).isEqualTo(placement.slot(0, 0, 0, 0, 0) + 1);
        assertThat(placement).hasToString("4³ tiles (papers)");
    }
}
