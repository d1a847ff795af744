package dev.tessera.geometry.image;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tessera.geometry.Box;
import dev.tessera.geometry.FluidNodes;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SurroundingsTest {
    private static final int REACH = 6; // longer than the shortest row

    @ParameterizedTest
    @CsvSource({
        "5, PERIODIC",
        "5, OPEN",
        "5, WALL",
        "64, PERIODIC",
        "64, OPEN",
        "64, WALL",
        "130, PERIODIC",
        "130, OPEN",
        "130, WALL"
    })
    void bits_continue_beyond_a_row_as_its_ends_do(int nx, Ends ends) {
        boolean periodic = ends == Ends.PERIODIC;
        Box box = new Box(nx, 3, 2, periodic, false, false);
        Random random = new Random(7);
        FluidNodes fluid = FluidNodes.where(box, (x, y, z) -> random.nextInt(3) > 0);
        var around = new Surroundings(fluid, new boolean[] {ends == Ends.OPEN, false, false});
        for (int z = 0; z < 2; z++) {
            for (int y = 0; y < 3; y++) {
                for (int x = -REACH; x < nx; x++) {
                    for (int width = 1; width <= Math.min(64, nx + REACH - x); width++) {
                        assertThat(around.bits(around.row(y, z), x, width))
                                .as("x %d, width %d", x, width)
                                .isEqualTo(expected(fluid, ends, x, y, z, width));
                    }
                }
            }
        }
        assertThat(around.bits(around.row(-1, 0), 0, 1)).isZero();
    }

    enum Ends {
        PERIODIC,
        OPEN,
        WALL
    }

    private static long expected(FluidNodes fluid, Ends ends, int x, int y, int z, int width) {
        int nx = fluid.box().nx();
        long bits = 0;
        for (int i = 0; i < width; i++) {
            int at = x + i;
            boolean inside = at >= 0 && at < nx;
            int source = ends == Ends.PERIODIC ? Math.floorMod(at, nx) : Math.clamp(at, 0, nx - 1);
            if ((inside || ends != Ends.WALL) && fluid.isFluid(source, y, z)) {
                bits |= 1L << i;
            }
        }
        return bits;
    }
}
