package dev.tessera.kernel.gpu;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tessera.geometry.Box;
import dev.tessera.geometry.FluidNodes;
import dev.tessera.geometry.Tiling;
import dev.tessera.layout.ArraySpacing;
import dev.tessera.layout.Placement;
import dev.tessera.layout.TiledPlacement;
import dev.tessera.layout.addressing.Tiles;
import dev.tessera.layout.addressing.TilingRule;
import dev.tessera.model.Velocity;
import dev.tessera.model.lattice.Lattices;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

final class TileTablesTest {
    private static final int ABSENT = -1;

    static Stream<Tiling> tilings() {
        return Stream.of(Tiling.of(4, 4, 4), new Tiling(5, 3, 2, 2, 1, 1), new Tiling(3, 5, 4, 2, 0, 3));
    }

    private static FluidNodes fluid(boolean isPeriodic) {
        Box box = new Box(13, 10, 7, isPeriodic, false, isPeriodic);
        return FluidNodes.where(box, (x, y, z) -> Math.hypot(y - 4.5, z - 3) < 4.5 && x != 6);
    }

    /// From every fluid node one step along every direction: the tile that lies there is the neighbour in the
    /// table, unless the step stays within the tile.
    @ParameterizedTest
    @MethodSource("tilings")
    void steps_over_a_tiles_end_lead_to_the_neighbour_in_the_table(Tiling tiling) {
        for (boolean isPeriodic : new boolean[] {true, false}) {
            FluidNodes fluid = fluid(isPeriodic);
            Box box = fluid.box();
            Placement placement = new Tiles(TilingRule.exactly(tiling))
                    .place(fluid, Lattices.D3Q27, 1, ArraySpacing.acrossCacheSets(8));
            TileShape shape = TileShape.of(tiling, box);
            TileTables tables = TileTables.of((TiledPlacement) placement, shape, box, ABSENT);
            int[] offsets = {tiling.offsetX(), tiling.offsetY(), tiling.offsetZ()};
            int[] edges = {tiling.a(), tiling.b(), tiling.c()};
            for (long number = 0; number < fluid.count(); number++) {
                long index = fluid.boxIndex(number);
                int[] at = {box.x(index), box.y(index), box.z(index)};
                for (Velocity c : Lattices.D3Q27.velocities()) {
                    long next = box.neighbour(at[0], at[1], at[2], c.x(), c.y(), c.z());
                    if (next < 0 || !fluid.isFluid(next)) {
                        continue;
                    }
                    int[] to = {box.x(next), box.y(next), box.z(next)};
                    int[] over = new int[3];
                    for (int axis = 0; axis < 3; axis++) {
                        boolean wraps = to[axis] != at[axis] + c.along(axis);
                        int tiles = (to[axis] + offsets[axis]) / edges[axis] - (at[axis] + offsets[axis]) / edges[axis];
                        over[axis] = wraps ? c.along(axis) : tiles;
                    }
                    int code = new Velocity(over[0], over[1], over[2]).code();
                    int from = (int) (placement.position(at[0], at[1], at[2]) / tiling.nodesPerTile());
                    assertThat(tables.neighbours()[from * shape.neighbours() + code])
                            .isEqualTo((int) (placement.position(to[0], to[1], to[2]) / tiling.nodesPerTile()));
                }
            }
        }
    }

    /// Where a periodic axis closes within a tile, the tiles at both ends know it, and the shape knows the
    /// places of the first and the last node.
    @ParameterizedTest
    @MethodSource("tilings")
    void tiles_at_the_ends_of_the_box_are_marked_where_an_axis_closes_within_a_tile(Tiling tiling) {
        FluidNodes fluid = fluid(true);
        Box box = fluid.box();
        TileShape shape = TileShape.of(tiling, box);
        assertThat(shape.seamX()).isEqualTo(seam(tiling.a(), tiling.offsetX(), box.nx()));
        assertThat(shape.seamY()).isNull();
        assertThat(shape.seamZ()).isEqualTo(seam(tiling.c(), tiling.offsetZ(), box.nz()));
        var placement = (TiledPlacement)
                new Tiles(TilingRule.exactly(tiling)).place(fluid, Lattices.D3Q27, 1, ArraySpacing.acrossCacheSets(8));
        TileTables tables = TileTables.of(placement, shape, box, ABSENT);
        for (long number = 0; number < fluid.count(); number++) {
            long index = fluid.boxIndex(number);
            int tileX = (box.x(index) + tiling.offsetX()) / tiling.a();
            int tileY = (box.y(index) + tiling.offsetY()) / tiling.b();
            int tileZ = (box.z(index) + tiling.offsetZ()) / tiling.c();
            int tile = (int) (placement.position(box.x(index), box.y(index), box.z(index)) / tiling.nodesPerTile());
            int ends = ends(tileX, tiling.tilesX(box))
                    + 4 * ends(tileY, tiling.tilesY(box))
                    + 16 * ends(tileZ, tiling.tilesZ(box));
            assertThat(tables.seams()[tile]).isEqualTo(ends);
        }
    }

    private static TileShape.Seam seam(int edge, int offset, int nodes) {
        return new TileShape.Seam(offset, (offset + nodes - 1) % edge);
    }

    private static int ends(int tile, int count) {
        return (tile == 0 ? 1 : 0) + (tile == count - 1 ? 2 : 0);
    }
}
