package dev.tessera.kernel.reduce;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class PercentileTest {
    @Test
    void equals_the_element_of_the_sorted_array() {
        Random random = new Random(1);
        double[] values = random.doubles(1000, -1, 1)
                .map(x -> Math.scalb(x, random.nextInt(-40, 40)))
                .toArray();
        values[3] = values[4] = values[5] = 0.25;
        values[6] = Double.POSITIVE_INFINITY;
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        for (double fraction : new double[] {0, 0.1, 0.5, 0.99, 1}) {
            double expected = sorted[(int) (fraction * (sorted.length - 1))];
            assertThat(Percentile.of(List.of(values), fraction)).isEqualTo(expected);
            List<double[]> parts =
                    List.of(Arrays.copyOfRange(values, 600, 1000), new double[0], Arrays.copyOfRange(values, 0, 600));
            assertThat(Percentile.of(parts, fraction)).isEqualTo(expected);
        }
    }

    @Test
    void nan_is_largest() {
        assertThat(Percentile.of(List.of(new double[] {Double.NaN, 1}), 0)).isEqualTo(1);
        assertThat(Percentile.of(List.of(new double[] {Double.NaN, 1}), 1)).isNaN();
    }

    @Test
    void nothing_has_no_percentile() {
        assertThatThrownBy(() -> Percentile.of(List.of(), 0.5)).hasMessageContaining("0 values");
        assertThatThrownBy(() -> Percentile.of(List.of(new double[1]), 2)).hasMessageContaining("2.0");
    }
}
