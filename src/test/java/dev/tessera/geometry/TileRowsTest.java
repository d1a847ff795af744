package dev.tessera.geometry;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class TileRowsTest {
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4, 8, 16, 32, 64})
    void counts_of_tiles_by_words_and_one_by_one_are_equal_at_every_offset(int a) {
        Random random = new Random(a);
        for (int nx : new int[] {1, 63, 64, 65, 300}) {
            Box box = new Box(nx, 3, 2, false, false, false);
            FluidNodes fluid = FluidNodes.where(box, (x, y, z) -> random.nextInt(4 * a) == 0);
            TileRows rows = new TileRows(fluid, 2, 2);
            rows.overlay(0, 0);
            for (int offset = 0; offset < a; offset++) {
                int expected = 0;
                for (int x = -offset; x < nx; x += a) {
                    expected += anyFluid(fluid, x, Math.min(nx, x + a)) ? 1 : 0;
                }
                assertThat(rows.count(a, offset))
                        .as("offset %d of %d nodes", offset, nx)
                        .isEqualTo(expected);
            }
        }
    }

    private static boolean anyFluid(FluidNodes fluid, int fromX, int endX) {
        boolean any = false;
        for (int x = Math.max(0, fromX); x < endX; x++) {
            any |= fluid.isFluid(x, 0, 0) || fluid.isFluid(x, 1, 0) || fluid.isFluid(x, 0, 1) || fluid.isFluid(x, 1, 1);
        }
        return any;
    }
}
