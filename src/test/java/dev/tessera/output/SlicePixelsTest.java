package dev.tessera.output;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

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
}
