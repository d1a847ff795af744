package dev.tessera.kernel.gpu;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tessera.geometry.Box;
import dev.tessera.geometry.FluidNodes;
import dev.tessera.layout.ArraySpacing;
import dev.tessera.layout.TiledPlacement;
import dev.tessera.layout.addressing.Tiles;
import dev.tessera.layout.addressing.TilingRule;
import dev.tessera.model.lattice.Lattices;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class TileOrderTest {
    /// Tiles of one node: the number of a tile is that of its fluid node.
    private static final FluidNodes FLUID =
            FluidNodes.where(new Box(37, 19, 9, false, false, false), (x, y, z) -> (3 * x + 5 * y + 7 * z) % 11 > 0);

    private static List<Integer> visited(TileOrder order) {
        var placement = (TiledPlacement)
                new Tiles(TilingRule.cubesOf(1)).place(FLUID, Lattices.D3Q19, 1, ArraySpacing.acrossCacheSets(8));
        return IntStream.of(order.visit(placement, FLUID.box())).boxed().toList();
    }

    private static List<Integer> sortedBy(Comparator<int[]> comparator) {
        List<int[]> tiles = new ArrayList<>(); // x, y, z, number
        for (int number = 0; number < FLUID.count(); number++) {
            long index = FLUID.boxIndex(number);
            tiles.add(new int[] {
                FLUID.box().x(index), FLUID.box().y(index), FLUID.box().z(index), number
            });
        }
        return tiles.stream().sorted(comparator).map(tile -> tile[3]).toList();
    }

    @Test
    void rows_visit_tiles_in_the_order_of_their_numbers() {
        assertThat(visited(TileOrder.ROWS)).isSorted().hasSize((int) FLUID.count());
    }

    @Test
    void mortons_curve_interleaves_the_bits_of_the_coordinates() {
        assertThat(visited(TileOrder.MORTON)).isEqualTo(sortedBy(Comparator.comparingLong(tile -> {
            long rank = 0;
            for (int bit = 0; bit < 6; bit++) {
                for (int axis = 0; axis < 3; axis++) {
                    rank |= (long) (tile[axis] >> bit & 1) << 3 * bit + axis;
                }
            }
            return rank;
        })));
    }

    @Test
    void blocks_visit_four_by_four_by_four_tiles_before_the_next_ones() {
        assertThat(visited(TileOrder.BLOCKS))
                .isEqualTo(sortedBy(Comparator.<int[]>comparingInt(tile -> tile[2] / 4)
                        .thenComparingInt(tile -> tile[1] / 4)
                        .thenComparingInt(tile -> tile[0] / 4)));
    }
}
