package dev.tessera.solver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tessera.device.Devices;
import dev.tessera.geometry.shape.Domain;
import dev.tessera.geometry.shape.ShapeSource;
import dev.tessera.geometry.shape.Side;
import dev.tessera.model.collision.Trt;
import dev.tessera.model.lattice.Lattices;
import java.util.concurrent.ForkJoinPool;
import org.assertj.core.api.Assertions;
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
        assertThat(steady.residual()).isCloseTo(0.5 / Math.sqrt(9 + 4.5 * 4.5), Assertions.within(1e-12));
    }

    @Test
    void a_test_that_continues_from_a_history_counts_as_if_it_had_never_stopped() {
        SteadyState first = new SteadyState(1e-3);
        for (double k : new double[] {1, 1.0001, 1.0002}) {
            first.compare(k);
        }
        SteadyHistory history = SteadyHistory.of(first.history(40).numbers(), new double[0][]);
        SteadyState second = new SteadyState(1e-3);
        second.continueFrom(history, 40);
        assertThat(second.residual()).isEqualTo(first.residual());
        second.compare(1.0003);
        assertThat(second.reached()).isTrue();
    }

    @Test
    void a_history_of_another_tolerance_is_not_counted_and_one_of_another_interval_not_compared_with() {
        SteadyHistory history = new SteadyHistory(1e-3, 40, 3, 1e-4, 1, new double[0][]);
        SteadyState stricter = new SteadyState(1e-6);
        stricter.continueFrom(history, 40);
        assertThat(stricter.reached()).isFalse();
        assertThat(stricter.residual()).isEqualTo(1e-4);
        SteadyState longer = new SteadyState(1e-3);
        longer.continueFrom(history, 80);
        longer.compare(1.0001);
        assertThat(longer.reached()).isFalse();
        assertThat(longer.residual()).isNaN();
    }

    @Test
    void states_an_odd_number_of_steps_apart_are_never_compared() {
        try (ForkJoinPool pool = new ForkJoinPool(1)) {
            for (double relaxationTime : new double[] {0.95, 1, 1.05, 1.1}) {
                Case slit = Case.named("slit")
                        .geometry(ShapeSource.in(Domain.of2d(
                                1, 1, Side.periodic(), Side.periodic(), Side.wall("wall"), Side.wall("wall"))))
                        .spacingM(1.0 / 9)
                        .fluid(1, 1)
                        .lattice(Lattices.D2Q9)
                        .collision(new Trt())
                        .accelerationMPerS2(1e-3, 0, 0)
                        .relaxationTime(relaxationTime)
                        .atMostSteps(1)
                        .build();
                try (Simulation simulation =
                        Simulation.open(slit, Devices.on(pool).byKey("cpu:jvm"), pool)) {
                    assertThat(SteadyInterval.steps(simulation)).isEven();
                }
            }
        }
    }
}
