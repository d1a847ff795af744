package dev.tessera.solver;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import java.util.concurrent.ForkJoinPool;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class FlowSumsTest {
    private final ForkJoinPool workers = ForkJoinPool.commonPool();

    private static double[][] velocity(int count, int axes) {
        Random random = new Random(count);
        double[][] velocity = new double[axes][];
        for (int axis = 0; axis < axes; axis++) {
            velocity[axis] = random.doubles(count, -0.1, 0.1).toArray();
        }
        return velocity;
    }

    @ParameterizedTest
    @CsvSource({"1, 3", "2, 2", "4096, 3", "4097, 3", "12289, 2", "50000, 3"})
    void one_pass_equals_single_sums_bit_for_bit(int count, int axes) {
        double[][] velocity = velocity(count, axes);
        FlowSums sums = FlowSums.of(velocity, workers);
        for (int axis = 0; axis < axes; axis++) {
            double[] component = velocity[axis];
            assertThat(sums.components()[axis]).isEqualTo(Sums.sum(count, workers, n -> component[n]));
        }
        assertThat(sums.speed()).isEqualTo(Sums.sum(count, workers, n -> FlowSums.speed(velocity, n)));
        assertThat(sums.fastest())
                .isEqualTo(Sums.indexOfMaximum(count, workers, n -> FlowSums.speed(velocity, n)))
                .isEqualTo(FlowSums.fastest(velocity, workers));
    }

    @ParameterizedTest
    @CsvSource({"0, 9000", "4095, 4097", "8000, 8001"})
    void the_first_nan_is_the_fastest(int first, int second) {
        double[][] velocity = velocity(10_000, 3);
        velocity[1][second] = Double.NaN;
        velocity[2][first] = Double.NaN;
        assertThat(FlowSums.of(velocity, workers).fastest()).isEqualTo(first);
    }
}
