package dev.tessera.solver;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.ForkJoinPool;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class SumsTest {
    @Test
    void sums_do_not_depend_on_the_number_of_threads() {
        Random random = new Random(7);
        double[] values = random.doubles(100_003, -1, 1).toArray();
        double alone;
        double many;
        try (ForkJoinPool one = new ForkJoinPool(1);
                ForkJoinPool four = new ForkJoinPool(4)) {
            alone = Sums.sum(values.length, one, n -> values[n]);
            many = Sums.sum(values.length, four, n -> values[n]);
        }
        assertThat(many).isEqualTo(alone);
        double exact = 0;
        for (double value : values) {
            exact += value;
        }
        assertThat(alone).isCloseTo(exact, Assertions.within(1e-9));
    }

    @Test
    void a_value_that_is_not_a_number_counts_as_the_largest() {
        double[] values = new double[10_000];
        values[123] = 5;
        values[7_777] = Double.NaN;
        try (ForkJoinPool pool = new ForkJoinPool(2)) {
            assertThat(Sums.indexOfMaximum(values.length, pool, n -> values[n])).isEqualTo(7_777);
            values[7_777] = 0;
            assertThat(Sums.indexOfMaximum(values.length, pool, n -> values[n])).isEqualTo(123);
        }
    }

    /// In any block, so that a place does not depend on the number of threads.
    @ParameterizedTest
    @CsvSource({"0, 5", "17, 4095", "4095, 4096", "5000, 9999", "4000, 8200", "9999, 9999"})
    void the_first_of_equal_values_is_the_largest(int first, int second) {
        double[] values = new double[10_000];
        Arrays.fill(values, -1);
        values[first] = 5;
        values[second] = 5;
        try (ForkJoinPool pool = new ForkJoinPool(2)) {
            assertThat(Sums.indexOfMaximum(values.length, pool, n -> values[n])).isEqualTo(first);
        }
    }
}
