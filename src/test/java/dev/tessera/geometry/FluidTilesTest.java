package dev.tessera.geometry;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class FluidTilesTest {
    @ParameterizedTest
    @ValueSource(ints = {1, 63, 64, 65, 200, 1000})
    void tiles_are_numbered_in_the_order_of_the_mesh(int count) {
        Random random = new Random(count);
        int[] places = IntStream.range(0, count)
                .filter(place -> random.nextInt(5) == 0)
                .toArray();
        FluidTiles tiles = FluidTiles.at(new Box(count, 1, 1, false, false, false), places);
        assertThat(tiles.count()).isEqualTo(places.length);
        int number = 0;
        for (int place = 0; place < count; place++) {
            boolean holds = number < places.length && places[number] == place;
            assertThat(tiles.number(place)).isEqualTo(holds ? number : -1);
            for (int end : new int[] {place, place + 1, (place + count + 1) / 2, count}) {
                int next = number < places.length ? Math.min(end, places[number]) : end;
                assertThat(tiles.next(place, end)).isEqualTo(next);
            }
            number += holds ? 1 : 0;
        }
    }

    /// Against a search over all tiles and the edges between them.
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6})
    void common_faces_and_edges_are_those_of_a_search_over_the_whole_mesh(int seed) {
        Random random = new Random(seed);
        Box box = new Box(20, 16, 12, seed % 2 == 0, seed % 3 == 0, seed > 3);
        boolean[] isFluid = new boolean[5 * 4 * 3];
        for (int tile = 0; tile < isFluid.length; tile++) {
            isFluid[tile] = random.nextInt(3) == 0;
        }
        FluidNodes fluid = FluidNodes.where(box, (x, y, z) -> isFluid[x / 4 + 5 * (y / 4 + 4 * (z / 4))]);
        Box mesh = new Box(5, 4, 3, box.periodicX(), box.periodicY(), box.periodicZ());
        long faces = 0;
        long edges = 0;
        for (int tile = 0; tile < isFluid.length; tile++) {
            for (int axis = 0; axis < 3; axis++) {
                int[] one = {0, 0, 0};
                int[] other = {0, 0, 0};
                one[axis] = 1;
                other[(axis + 1) % 3] = 1;
                int[] both = {one[0] + other[0], one[1] + other[1], one[2] + other[2]};
                faces += isFluid[tile] && holds(isFluid, mesh, tile, one) ? 1 : 0;
                boolean meet = isFluid[tile] && holds(isFluid, mesh, tile, both)
                        || holds(isFluid, mesh, tile, one) && holds(isFluid, mesh, tile, other);
                edges += meet ? 1 : 0;
            }
        }
        TilingStatistics statistics = TilingStatistics.of(Tiling.of(4, 4, 4), fluid);
        assertThat(statistics.tiles()).isEqualTo(isFluid.length);
        assertThat(statistics.commonFacesPerTile()).isEqualTo(faces / (double) statistics.kept());
        assertThat(statistics.commonEdgesPerTile()).isEqualTo(edges / (double) statistics.kept());
    }

    private static boolean holds(boolean[] isFluid, Box mesh, int tile, int[] d) {
        long there = mesh.neighbour(mesh.x(tile), mesh.y(tile), mesh.z(tile), d[0], d[1], d[2]);
        return there >= 0 && isFluid[(int) there];
    }
}
