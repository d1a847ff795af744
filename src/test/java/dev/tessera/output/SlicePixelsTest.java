package dev.tessera.output;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tessera.geometry.Box;
import dev.tessera.geometry.CutLinks;
import dev.tessera.geometry.FluidNodes;
import dev.tessera.geometry.NodeMap;
import dev.tessera.solver.field.FieldData;
import dev.tessera.solver.field.Pressure;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ForkJoinPool;
import org.junit.jupiter.api.Test;

final class SlicePixelsTest {
    private static final double NONE = Double.NaN;
    private static final SlicePixels PIXELS = new SlicePixels(
            3, 2, 0, 1, new double[] {1, 2, NONE, 3, 4, 5}, new boolean[] {true, true, false, true, true, true});

    @Test
    void values_between_nodes_are_linear() {
        assertThat(PIXELS.between(0, 0, 0, 0)).isEqualTo(1);
        assertThat(PIXELS.between(0, 0, 0.25, 0.5)).isCloseTo(2.25, within(1e-12));
        assertThat(PIXELS.between(0, 0, -0.4, -0.4)).as("at the rim").isCloseTo(1, within(1e-12));
    }

    @Test
    void solid_is_left_out_and_stays_solid() {
        assertThat(PIXELS.between(1, 0, 1.4, 0)).isEqualTo(2);
        assertThat(PIXELS.between(2, 0, 1.6, 0)).isNaN();
    }

    /// Compared with a walk over all nodes of the box.
    @Test
    void each_pixel_has_the_largest_value_of_its_nodes() {
        Box box = new Box(139, 21, 18, false, false, false);
        FluidNodes fluid = FluidNodes.where(box, (x, y, z) -> (x * 7 + y * 5 + z * 3) % 11 < 4 && (x < 64 || x > 130));
        NodeMap nodes = new NodeMap(
                fluid,
                1,
                new double[3],
                List.of(),
                new CutLinks(new long[0], new int[1], new byte[0], new byte[0], null, null),
                List.of(),
                List.of());
        double[] values = new Random(3)
                .doubles(fluid.count(), -1, 1)
                .map(v -> v > 0.9 ? NONE : v)
                .toArray();
        FieldValues field = FieldValues.of(FieldData.everywhere(new Pressure(), values), nodes);
        try (ForkJoinPool workers = new ForkJoinPool(3)) {
            for (int axis = 0; axis < 3; axis++) {
                int last = box.nodes(axis) - 1;
                for (int[] planes : new int[][] {{0, last}, {5, 5}, {last, last}, {3, last - 2}}) {
                    SlicePixels pixels = SlicePixels.of(axis, planes[0], planes[1], fluid, field, workers);
                    double[] expected = new double[pixels.width() * pixels.height()];
                    boolean[] isFluid = new boolean[expected.length];
                    Arrays.fill(expected, NONE);
                    for (long n = 0; n < box.size(); n++) {
                        int[] place = {box.x(n), box.y(n), box.z(n)};
                        if (fluid.isFluid(n) && place[axis] >= planes[0] && place[axis] <= planes[1]) {
                            int pixel = place[pixels.horizontal()] + pixels.width() * place[pixels.vertical()];
                            double value = values[(int) fluid.number(n)];
                            isFluid[pixel] = true;
                            expected[pixel] = expected[pixel] > value || Double.isNaN(value) ? expected[pixel] : value;
                        }
                    }
                    assertThat(pixels.values()).containsExactly(expected);
                    assertThat(pixels.fluid()).containsExactly(isFluid);
                }
            }
        }
    }
}
