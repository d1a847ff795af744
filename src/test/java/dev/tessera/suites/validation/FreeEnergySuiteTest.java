package dev.tessera.suites.validation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.tessera.device.Devices;
import dev.tessera.solver.RunListener;
import dev.tessera.solver.StopSignal;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ForkJoinPool;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Drops of free-energy mixtures that are small and soon at rest.
final class FreeEnergySuiteTest {
    private static ForkJoinPool pool;

    @BeforeAll
    static void start() {
        pool = new ForkJoinPool(1);
    }

    @AfterAll
    static void stop() {
        pool.close();
    }

    private static Laboratory laboratory() {
        return new Laboratory(
                Devices.on(pool).byKey("cpu:jvm"), pool, false, RunListener.SILENT, new StopSignal(), System::nanoTime);
    }

    @Test
    void the_pressure_in_a_drop_obeys_the_law_of_laplace() throws IOException {
        assertThat(new FreeEnergySuite().laplace2d(laboratory(), 12)).allMatch(ValidationRow::pass);
    }

    @ParameterizedTest
    @ValueSource(ints = {60, 120})
    void a_drop_meets_the_wall_at_the_contact_angle(int degrees) throws IOException {
        assertThat(new FreeEnergySuite().angle(laboratory(), degrees, 14, 5000)).allMatch(ValidationRow::pass);
    }

    @Test
    void a_circle_through_its_own_points_is_found() {
        List<double[]> points = new ArrayList<>();
        for (double angle = 0; angle < 2; angle += 0.1) {
            points.add(new double[] {3 + 5 * Math.cos(angle), -2 + 5 * Math.sin(angle)});
        }
        CircleFit circle = CircleFit.of(points);
        assertThat(circle.radius()).isCloseTo(5, within(1e-10));
        assertThat(circle.centre()).containsExactly(new double[] {3, -2}, within(1e-10));
        assertThatThrownBy(() -> CircleFit.of(List.of(new double[] {0, 0}, new double[] {0, 0})))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
