package dev.tessera.solver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

final class PaceTest {
    private final AtomicLong clock = new AtomicLong();
    private final Pace pace = new Pace(1_000_000, clock::get);

    /// Computes for a given time at a constant cost per step.
    private void compute(double seconds, double secondsPerStep, double secondsOfOutput) {
        double end = clock.get() * 1e-9 + seconds;
        while (clock.get() * 1e-9 < end - 1e-9) {
            long steps = pace.chunk();
            long nanos = Math.round(steps * secondsPerStep * 1e9);
            clock.addAndGet(nanos);
            pace.took(steps, nanos);
            clock.addAndGet(Math.round(steps * secondsOfOutput * 1e9));
            pace.isDue();
        }
    }

    @Test
    void a_slow_first_second_does_not_count_in_the_time_left() {
        compute(1, 0.2, 0); // compilers warm up
        assertThat(pace.secondsLeft(1_000_000)).isNaN();
        compute(3, 1e-3, 0);
        assertThat(pace.secondsLeft(1_000_000)).isCloseTo(1000, within(100.0));
    }

    @Test
    void the_time_left_counts_monitoring_and_output_too() {
        compute(5, 1e-3, 3e-3);
        assertThat(pace.secondsLeft(1000)).isCloseTo(4, within(0.1));
        assertThat(pace.mlups()).isCloseTo(1000, within(1.0));
    }

    @Test
    void the_time_left_is_unknown_before_enough_is_measured_or_without_a_limit() {
        compute(1.4, 1e-3, 0);
        assertThat(pace.secondsLeft(1000)).isNaN();
        compute(2, 1e-3, 0);
        assertThat(pace.secondsLeft(-1)).isNaN();
    }

    @Test
    void slow_steps_are_taken_one_by_one_and_fast_ones_in_chunks_that_end() {
        assertThat(pace.chunk()).isEqualTo(1);
        pace.took(1, 10_000_000_000L);
        assertThat(pace.chunk()).isEqualTo(1);
        Pace fast = new Pace(1, clock::get);
        fast.took(1_000_000, 1);
        assertThat(fast.chunk()).isEqualTo(100_000);
    }

    @Test
    void the_estimate_follows_a_faster_run_within_ten_seconds() {
        compute(20, 10e-3, 0);
        compute(10.6, 1e-3, 0);
        assertThat(pace.secondsLeft(1000)).isCloseTo(1, within(0.3));
    }
}
