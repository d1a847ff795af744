package dev.tessera.layout.addressing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tessera.geometry.Box;
import dev.tessera.geometry.FluidNodes;
import dev.tessera.geometry.Tiling;
import dev.tessera.layout.Addressing;
import dev.tessera.layout.ArraySpacing;
import dev.tessera.layout.Placement;
import dev.tessera.layout.TiledPlacement;
import dev.tessera.model.VelocitySet;
import dev.tessera.model.lattice.Lattices;
import java.util.BitSet;
import java.util.List;
import org.junit.jupiter.api.Test;

final class CompactTilesTest extends AddressingKit {
    @Override
    List<Addressing> addressings() {
        return List.of(
                new CompactTiles(),
                CompactTiles.forCpu(),
                new CompactTiles(TilingRule.linesOf(4)),
                new CompactTiles(TilingRule.cubesOf(3)),
                new CompactTiles(TilingRule.of(256, 4, 4)),
                new CompactTiles(TilingRule.bestOriginOf(4, 4, 4)),
                new CompactTiles(TilingRule.exactly(new Tiling(70, 3, 2, 61, 2, 1))));
    }

    @Override
    long expectedPositions(FluidNodes fluid, Placement placement) {
        return fluid.count();
    }

    @Override
    long expectedTableBytes(FluidNodes fluid, VelocitySet lattice, Placement placement) {
        if (placement.tiles() == 0) {
            return axes(fluid) + 4 * placement.tilesInBox();
        }
        long nodesPerTile = Math.round(fluid.count() / placement.utilisation() / placement.tiles());
        long words = (nodesPerTile + 63) / 64;
        return axes(fluid)
                + 4 * placement.tilesInBox()
                + placement.tiles() * (8 + 8 * words + (words == 1 ? 0 : 4 * words));
    }

    @Test
    void tiles_of_a_large_box_with_little_fluid_are_numbered_in_the_order_of_the_box() {
        Box box = new Box(1024, 128, 128, false, false, false);
        FluidNodes fluid = FluidNodes.where(box, (x, y, z) -> Math.hypot(y - z, x - 3 * z) < 5);
        Tiling tiling = Tiling.of(4, 2, 2);
        assertThat(tiling.tiles(box)).isGreaterThanOrEqualTo(1 << 20);
        boolean[] holdsFluid = tiling.holdingFluid(fluid);
        TiledPlacement placement = (TiledPlacement) new CompactTiles(TilingRule.of(4, 2, 2))
                .place(fluid, Lattices.D3Q19, 1, ArraySpacing.acrossCacheSets(8));
        int[] numbers = placement.tileNumbers();
        assertThat(numbers).hasSize(holdsFluid.length);
        int next = 0;
        for (int tile = 0; tile < numbers.length; tile++) {
            if (numbers[tile] != (holdsFluid[tile] ? next++ : -1)) {
                throw new AssertionError("tile %d has number %d".formatted(tile, numbers[tile]));
            }
        }
        assertThat(placement.tiles()).isEqualTo(next).isGreaterThan(300);
        BitSet positions = new BitSet();
        for (long number = 0; number < fluid.count(); number++) {
            long index = fluid.boxIndex(number);
            positions.set((int) placement.position(box.x(index), box.y(index), box.z(index)));
        }
        assertThat(positions.nextClearBit(0)).isEqualTo((int) fluid.count());
        assertThat(positions.length()).isEqualTo((int) fluid.count());
    }

    @Test
    void tables_need_less_than_nine_bytes_per_fluid_node_in_porous_media() {
        Box box = new Box(60, 60, 60, true, true, true);
        FluidNodes fluid = FluidNodes.where(
                box, (x, y, z) -> Math.hypot(Math.hypot(x % 20 - 9.5, y % 20 - 9.5), z % 20 - 9.5) > 12.6);
        assertThat((double) fluid.count() / box.size()).isBetween(0.08, 0.2);
        for (Addressing addressing : addressings()) {
            Placement placement = addressing.place(fluid, Lattices.D3Q19, 1, ArraySpacing.acrossCacheSets(8));
            assertThat(placement.tableBytes()).isLessThan(9 * fluid.count());
        }
    }

    @Test
    void lines_for_the_cpu_are_in_the_order_of_fluid_numbers() {
        Box box = new Box(1000, 8, 8, false, false, false);
        FluidNodes fluid = FluidNodes.where(box, (x, y, z) -> y > 1 && (z != 5 || x % 100 != 0));
        Placement placement = CompactTiles.forCpu().place(fluid, Lattices.D3Q19, 1, ArraySpacing.acrossCacheSets(8));
        for (long node = 0; node < fluid.count(); node += 7) {
            long index = fluid.boxIndex(node);
            assertThat(placement.position(box.x(index), box.y(index), box.z(index)))
                    .isEqualTo(node);
        }
        assertThat(placement).hasToString("compact lines");
        assertThat(placement.isInFluidOrder()).isTrue();
    }

    @Test
    void nodes_of_a_line_across_a_wide_tile_are_contiguous() {
        Box box = new Box(1000, 8, 8, false, false, false);
        FluidNodes fluid = FluidNodes.where(box, (x, y, z) -> y > 1 && (z != 5 || x % 100 != 0));
        Placement placement = new CompactTiles(TilingRule.linesOf(4))
                .place(fluid, Lattices.D3Q19, 1, ArraySpacing.acrossCacheSets(8));
        assertThat(placement.position(999, 3, 2) - placement.position(0, 3, 2)).isEqualTo(999);
        assertThat(placement.position(199, 3, 5) - placement.position(101, 3, 5))
                .isEqualTo(98);
        assertThat(placement).hasToString("compact 1000×4×4 tiles");
    }
}
