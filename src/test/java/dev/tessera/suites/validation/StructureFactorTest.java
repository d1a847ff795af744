package dev.tessera.suites.validation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

final class StructureFactorTest {
    private static final int NODES = 32;

    /// Amplitudes of cosines of `x` waves along x and `y` along y.
    private static double[] waves(double[]... amplitudesAndWaves) {
        double[] field = new double[NODES * NODES];
        for (double[] wave : amplitudesAndWaves) {
            for (int n = 0; n < field.length; n++) {
                int x = n % NODES;
                int y = n / NODES;
                field[n] += wave[0] * Math.cos(2 * Math.PI * (wave[1] * x + wave[2] * y) / NODES + 0.3);
            }
        }
        return field;
    }

    @Test
    void a_single_wave_has_its_length_in_every_direction() {
        double[][] directions = {{1, 4, 0}, {2, 0, 4}, {0.5, -4, 0}};
        for (double[] wave : directions) {
            assertThat(StructureFactor.of(waves(wave, new double[] {7, 0, 0}), NODES)
                            .length())
                    .isCloseTo(8, within(1e-12));
        }
    }

    /// The length is the weighted mean of wave numbers, by the squares of amplitudes over the waves on their circles.
    @Test
    void two_waves_have_a_length_between_theirs() {
        StructureFactor both = StructureFactor.of(waves(new double[] {1, 2, 0}, new double[] {3, 0, 5}), NODES);
        assertThat(both.ofCircle()[2]).isGreaterThan(0);
        double ratio = both.ofCircle()[5] / both.ofCircle()[2];
        assertThat(both.length()).isCloseTo(NODES * (1 + ratio) / (2 + 5 * ratio), within(1e-12));
        assertThat(both.ofCircle()[3]).isLessThan(1e-20 * both.ofCircle()[2]);
    }

    @Test
    void the_sum_of_squares_is_that_of_the_field() {
        double[] field = waves(new double[] {1, 3, 0});
        double sum = 0;
        for (double value : field) {
            sum += value * value;
        }
        StructureFactor found = StructureFactor.of(field, NODES);
        int onCircle = 0;
        for (int y = -16; y < 16; y++) {
            for (int x = -16; x < 16; x++) {
                onCircle += Math.round(Math.hypot(x, y)) == 3 ? 1 : 0;
            }
        }
        assertThat(found.ofCircle()[3] * onCircle).isCloseTo(sum * field.length, within(1e-8));
    }

    @Test
    void values_of_no_square_are_refused() {
        assertThatThrownBy(() -> StructureFactor.of(new double[36], 7)).hasMessageContaining("whose edge is 7");
    }
}
