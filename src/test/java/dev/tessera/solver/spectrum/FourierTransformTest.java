package dev.tessera.solver.spectrum;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class FourierTransformTest {
    /// Powers of two, primes, and products of both.
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 7, 8, 12, 64, 97, 110, 250, 256})
    void coefficients_are_those_of_the_definition(int count) {
        Random random = new Random(count);
        double[] re = random.doubles(count, -1, 1).toArray();
        double[] im = random.doubles(count, -1, 1).toArray();
        double[] foundRe = re.clone();
        double[] foundIm = im.clone();
        FourierTransform.of(count).transform(foundRe, foundIm);
        for (int k = 0; k < count; k++) {
            double sumRe = 0;
            double sumIm = 0;
            for (int n = 0; n < count; n++) {
                double angle = -2 * Math.PI * (k * n % count) / count;
                sumRe += re[n] * Math.cos(angle) - im[n] * Math.sin(angle);
                sumIm += re[n] * Math.sin(angle) + im[n] * Math.cos(angle);
            }
            assertThat(foundRe[k]).isCloseTo(sumRe, within(1e-13 * count));
            assertThat(foundIm[k]).isCloseTo(sumIm, within(1e-13 * count));
        }
    }

    @Test
    void other_counts_are_refused() {
        assertThatThrownBy(() -> FourierTransform.of(0)).hasMessageContaining("1 to");
        assertThatThrownBy(() -> FourierTransform.of(3).transform(new double[3], new double[4]))
                .hasMessageContaining("3 real and 4 imaginary parts of 3");
    }
}
