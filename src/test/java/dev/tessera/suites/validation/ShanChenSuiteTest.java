package dev.tessera.suites.validation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tessera.device.Devices;
import dev.tessera.solver.RunListener;
import dev.tessera.solver.StopSignal;
import java.util.List;
import java.util.concurrent.ForkJoinPool;
import org.junit.jupiter.api.Test;

/// Drops of Shan–Chen mixtures that are small and soon at rest.
final class ShanChenSuiteTest {
    @Test
    void the_contact_angle_increases_with_the_adhesion() {
        try (ForkJoinPool pool = new ForkJoinPool(1)) {
            var laboratory = new Laboratory(
                    Devices.on(pool).byKey("cpu:jvm"),
                    pool,
                    false,
                    RunListener.SILENT,
                    new StopSignal(),
                    System::nanoTime);
            List<ValidationRow> rows = new ShanChenSuite().wetting(laboratory, 12, new double[] {-0.2, 0, 0.2});
            assertThat(rows).allMatch(ValidationRow::pass);
        }
    }
}
