package dev.tessera.solver;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.ForkJoinPool;
import org.junit.jupiter.api.Test;

final class SteadyStateTest {
    @Test
    void three_calm_comparisons_in_a_row_are_needed() {
        SteadyState steady = new SteadyState(1e-3);
        for (double k : new double[] {1, 1.0001, 1.0002}) {
            steady.compare(k);
        }
        assertThat(steady.reached()).isFalse();
        steady.compare(2);
        steady.compare(2.0001);
        steady.compare(2.0002);
        assertThat(steady.reached()).isFalse();
        steady.compare(2.0003);
        assertThat(steady.reached()).isTrue();
    }

    @Test
    void the_residual_is_the_relative_change_of_velocity() {
        SteadyState steady = new SteadyState(1e-3);
        try (ForkJoinPool pool = new ForkJoinPool(1)) {
            steady.compare(new double[][] {{3, 0}, {0, 4}}, pool);
            steady.compare(new double[][] {{3, 0}, {0, 4.5}}, pool);
        }
        assertThat(steady.residual())
                .isCloseTo(0.5 / Math.sqrt(9 + 4.5 * 4.5), org.assertj.core.api.Assertions.within(1e-12));
    }
}
