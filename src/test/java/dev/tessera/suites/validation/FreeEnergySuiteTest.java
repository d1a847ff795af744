package dev.tessera.suites.validation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tessera.device.Devices;
import dev.tessera.solver.RunListener;
import dev.tessera.solver.StopSignal;
import java.io.IOException;
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
}
