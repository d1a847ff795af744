package dev.tessera.solver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Test;

final class SteadyStateTest {
    /// Checks until the test says that the state is steady, at most 100 000 times.
    private static double timeAtTheEnd(double tolerance, double interval, DoubleUnaryOperator flow) {
        SteadyState steady = new SteadyState(tolerance);
        for (int check = 1; check < 100_000; check++) {
            steady.check(flow.applyAsDouble(check * interval));
            if (steady.reached()) {
                return check * interval;
            }
        }
        throw new AssertionError("never steady");
    }

    @Test
    void four_calm_checks_in_a_row_are_needed() {
        SteadyState steady = new SteadyState(1e-3);
        for (double k : new double[] {1, 1.0001, 1.00011, 1.000111, 1.0001111}) {
            steady.check(k);
        }
        assertThat(steady.reached()).isFalse();
        steady.check(2);
        assertThat(steady.reached()).isFalse();
        for (int check = 0; check < 30; check++) {
            steady.check(2);
        }
        assertThat(steady.reached()).isTrue();
    }

    @Test
    void the_residual_is_at_least_the_relative_change_of_velocity() {
        SteadyState steady = new SteadyState(1e-3);
        steady.check(new double[][] {{9, 0}, {0, 9}});
        steady.check(new double[][] {{3, 0}, {0, 4}});
        assertThat(steady.residual()).isNaN();
        steady.check(new double[][] {{3, 0}, {0, 4.5}});
        assertThat(steady.residual()).isCloseTo(0.5 / Math.sqrt(9 + 4.5 * 4.5), within(1e-12));
    }

    /// The change from check to check falls below the tolerance long before.
    @Test
    void a_slow_decay_is_steady_only_when_what_remains_is_below_the_tolerance() {
        for (double interval : new double[] {0.02, 0.1, 0.5, 2}) {
            double end = timeAtTheEnd(1e-5, interval, t -> 1 - Math.exp(-t));
            assertThat(Math.exp(-end)).isLessThan(1e-5);
            assertThat(end)
                    .isLessThan(Math.max(1.3 * Math.log(1e5), Math.max(Math.log(1e5) + 5 * interval, 20.5 * interval)));
        }
    }

    @Test
    void a_fast_decay_does_not_hide_a_slow_one() {
        double end = timeAtTheEnd(1e-4, 0.2, t -> 1 - Math.exp(-t) + 0.01 * Math.exp(-t / 40));
        assertThat(0.01 * Math.exp(-end / 40)).isLessThan(1e-4);
        assertThat(end).isLessThan(1.35 * 40 * Math.log(100));
    }

    /// Sound is checked a quarter of its period apart, or three quarters …
    @Test
    void an_oscillation_is_not_mistaken_for_the_steady_state_where_it_turns() {
        for (double quarters : new double[] {1, 3, 5}) {
            for (double phase : new double[] {0, 0.3, 0.7, 1.5}) {
                double end =
                        timeAtTheEnd(1e-3, quarters, t -> 1 + Math.exp(-t / 30) * Math.cos(phase + t * Math.PI / 2));
                assertThat(Math.exp(-end / 30)).isLessThan(1.2e-3);
            }
        }
    }

    /// Samples a quarter of the period apart, over the nodes of a wave: every second ratio of changes is near 1.
    @Test
    void a_flow_that_rings_is_steady_soon_after_the_ringing_has_fallen_below_the_tolerance() {
        SteadyState steady = new SteadyState(1e-3);
        int check = 0;
        while (!steady.reached()) {
            check++;
            double[][] velocity = new double[1][20];
            for (int n = 0; n < 20; n++) {
                double wave = Math.cos(0.03 + check * Math.PI / 2) * Math.sin(0.03 * n);
                double slower = 0.2 * Math.exp(-check / 9.0) * Math.cos(0.02 * n);
                velocity[0][n] = 1 - slower + 0.3 * Math.exp(-check / 5.0) * wave;
            }
            steady.check(velocity);
        }
        int needed = (int) Math.ceil(9 * Math.log(0.2 / 1e-3));
        assertThat(check).isBetween(needed, needed + needed / 3);
    }

    /// As in a cavity whose lid starts at once: the first means over many checks contain the start, which has
    /// nothing to do with how the flow ends, and the next of them come late.
    @Test
    void the_start_does_not_keep_a_run_going_in_the_first_means_that_contain_it() {
        for (int time = 16; time < 32; time++) {
            SteadyState steady = new SteadyState(1e-4);
            int check = 0;
            while (!steady.reached()) {
                check++;
                double start = 3 * Math.exp(-8.0 * check / time);
                double end = 0.3 * Math.exp((double) -check / time);
                steady.check(new double[][] {{4 - start + end, 2}});
            }
            double needed = time * Math.log(0.3 / (Math.sqrt(20) * 1e-4));
            assertThat(check).isBetween((int) needed, (int) (1.25 * needed));
        }
    }

    /// As permeability of a rock: it hardly changes between the fast part of its decay and the slow one.
    @Test
    void a_pause_after_a_fast_start_is_not_the_steady_state() {
        double end = timeAtTheEnd(1e-3, 1, t -> 1 - 0.0036 * Math.exp(-t / 25) - 2 * Math.exp(-t));
        assertThat(0.0036 * Math.exp(-end / 25)).isLessThan(1e-3);
    }

    @Test
    void noise_below_the_tolerance_does_not_keep_a_run_going() {
        DoubleUnaryOperator noise = t -> 1e-8 * Math.sin(1e5 * t * t);
        assertThat(timeAtTheEnd(1e-6, 0.3, t -> 1 - Math.exp(-t) + noise.applyAsDouble(t)))
                .isLessThan(25);
    }

    @Test
    void a_growing_change_is_not_steady_however_small_it_is_at_first() {
        SteadyState steady = new SteadyState(1e-4);
        for (int check = 1; check < 30; check++) {
            steady.check(1 + 1e-5 * Math.exp(0.1 * check));
        }
        assertThat(steady.reached()).isFalse();
    }

    @Test
    void a_flow_at_rest_is_steady() {
        SteadyState steady = new SteadyState(1e-6);
        for (int check = 0; check < 20; check++) {
            steady.check(new double[2][7]);
        }
        assertThat(steady.reached()).isTrue();
    }

    @Test
    void of_many_nodes_a_part_is_compared_that_is_spread_over_all_of_them() {
        int count = 1_000_000;
        double[][] before = new double[1][count];
        double[][] after = new double[1][count];
        for (int n = 0; n < count; n++) {
            before[0][n] = 1;
            after[0][n] = n % 100 < 4 ? 1.5 : 1; // planes of a box of 100 nodes
        }
        SteadyState steady = new SteadyState(1e-6);
        steady.check(new double[][] {new double[count]});
        steady.check(before);
        steady.check(after);
        assertThat(steady.residual()).isCloseTo(Math.sqrt(0.04 * 0.25 / (0.96 + 0.04 * 2.25)), within(0.01));
    }

    @Test
    void a_test_that_is_restored_goes_on_as_if_it_had_not_been_interrupted() {
        SteadyState whole = new SteadyState(1e-4);
        SteadyState second = new SteadyState(1e-4);
        SteadyState first = new SteadyState(1e-4);
        for (int check = 1; check < 60; check++) {
            double[][] velocity = {{1 - Math.exp(-0.2 * check), Math.exp(-0.03 * check)}};
            whole.check(velocity);
            SteadyState here = check <= 23 ? first : second;
            here.check(velocity);
            if (check == 23) {
                SteadyHistory history = first.history(40);
                second.continueFrom(SteadyHistory.of(history.record()), 40);
            }
            assertThat(Double.compare(here.residual(), whole.residual())).isZero();
            assertThat(here.reached()).isEqualTo(whole.reached());
        }
        assertSame(second.history(40), whole.history(40));
    }

    @Test
    void a_history_that_is_written_is_read_again() {
        SteadyState steady = new SteadyState(1e-4);
        for (int check = 1; check < 30; check++) {
            steady.check(new double[][] {{1 - Math.exp(-0.2 * check), Math.exp(-0.03 * check)}});
        }
        SteadyHistory history = steady.history(40);
        SteadyHistory read = SteadyHistory.of(history.record());
        assertThat(read.tolerance()).isEqualTo(1e-4);
        assertThat(read.intervalSteps()).isEqualTo(40);
        assertSame(read, history);
    }

    private static void assertSame(SteadyHistory one, SteadyHistory other) {
        assertThat(one.record().values()).isEqualTo(other.record().values());
        assertThat(one.record().arrays().values().toArray(double[][]::new))
                .isDeepEqualTo(other.record().arrays().values().toArray(double[][]::new));
    }

    /// The mean over eight checks alone sees the decay, and comes every eighth check.
    @Test
    void a_slow_decay_that_an_oscillation_hides_counts_between_its_means_too() {
        double tolerance = 1e-3;
        SteadyState steady = new SteadyState(tolerance);
        for (int check = 0; check < 80; check++) {
            double oscillation = 0.4 * tolerance * (check % 8 < 4 ? 1 : -1);
            steady.check(1 + oscillation + 20 * tolerance * Math.exp(-check / 1000.0));
            if (check > 25) {
                assertThat(steady.residual()).as("check %d", check).isGreaterThan(2 * tolerance);
            }
        }
    }

    @Test
    void a_history_of_another_tolerance_is_not_counted_and_one_of_another_interval_not_used() {
        SteadyState first = new SteadyState(1e-3);
        for (int check = 0; check < 22; check++) {
            first.check(1 + 1e-5 * check * (check % 2));
        }
        assertThat(first.reached()).isTrue();
        SteadyState stricter = new SteadyState(1e-6);
        stricter.continueFrom(first.history(40), 40);
        assertThat(stricter.reached()).isFalse();
        assertThat(stricter.residual()).isEqualTo(first.residual());
        SteadyState longer = new SteadyState(1e-3);
        longer.continueFrom(first.history(40), 80);
        assertThat(longer.reached()).isFalse();
        assertThat(longer.residual()).isNaN();
    }
}
