package dev.tessera.layout.addressing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tessera.geometry.Box;
import dev.tessera.geometry.FluidNodes;
import dev.tessera.geometry.Tiling;
import dev.tessera.layout.Addressing;
import dev.tessera.layout.ArraySpacing;
import dev.tessera.layout.Placement;
import dev.tessera.layout.UniformPlacement;
import dev.tessera.model.VelocitySet;
import dev.tessera.model.lattice.Lattices;
import java.util.List;
import org.junit.jupiter.api.Test;

final class TilesTest extends AddressingKit {
    @Override
    List<Addressing> addressings() {
        return List.of(
                new Tiles(),
                new Tiles(TilingRule.cubesOf(3)),
                new Tiles(TilingRule.bestOriginOf(4, 4, 4)),
                new Tiles(TilingRule.exactly(new Tiling(7, 1, 2, 5, 0, 1))),
                new Tiles(TilingRule.linesOf(2)),
                new Tiles(TilingRule.usual(), TileLayout.byKey("papers")),
                new Tiles(TilingRule.of(8, 4, 2), TileLayout.byKey("grouped")));
    }

    @Override
    long expectedPositions(FluidNodes fluid, Placement placement) {
        return fluid.count() == 0
                ? 0
                : Math.round(fluid.count() / placement.utilisation() / placement.tiles()) * placement.tiles();
    }

    @Override
    long expectedTableBytes(FluidNodes fluid, VelocitySet lattice, Placement placement) {
        long ofLayout = placement instanceof UniformPlacement ? 0 : 4L * (lattice.size() * placementNodes(placement));
        return axes(fluid) + 4 * placement.tilesInBox() + ofLayout;
    }

    private static long placementNodes(Placement placement) {
        return placement.positions() / placement.tiles();
    }

    @Test
    void only_tiles_with_fluid_are_stored() {
        Box box = new Box(16, 16, 16, false, false, false);
        FluidNodes fluid = FluidNodes.where(box, (x, y, z) -> x == 5 && y > 7 && z == 15);
        Placement placement = new Tiles().place(fluid, Lattices.D3Q19, 1, ArraySpacing.acrossCacheSets(8));
        assertThat(placement.tilesInBox()).isEqualTo(64);
        assertThat(placement.tiles()).isEqualTo(2);
        assertThat(placement.positions()).isEqualTo(128);
        assertThat(placement.utilisation()).isEqualTo(8 / 128.0);
        assertThat(placement).hasToString("4³ tiles");
    }

    @Test
    void the_usual_tile_of_a_plane_has_16_times_16_nodes() {
        FluidNodes fluid = FluidNodes.where(new Box(33, 16, 1, false, false, true), (x, y, z) -> true);
        Placement placement = new Tiles().place(fluid, Lattices.D2Q9, 1, ArraySpacing.acrossCacheSets(8));
        assertThat(placement.tiles()).isEqualTo(3);
        assertThat(placement.positions()).isEqualTo(3 * 256);
        assertThat(placement).hasToString("16² tiles");
    }

    @Test
    void tiles_have_the_edges_that_were_asked_for() {
        FluidNodes fluid = FluidNodes.where(new Box(19, 11, 7, false, false, false), (x, y, z) -> x > 2 && y > 1);
        assertThat(TilingRule.of(8, 4, 2).over(fluid)).isEqualTo(Tiling.of(8, 4, 2));
        assertThat(TilingRule.bestOriginOf(8, 4, 2).over(fluid))
                .isEqualTo(Tiling.of(8, 4, 2).bestFor(fluid));
        assertThat(TilingRule.linesOf(2).over(fluid)).isEqualTo(Tiling.of(19, 2, 2));
    }
}
