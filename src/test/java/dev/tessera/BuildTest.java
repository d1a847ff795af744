package dev.tessera;

import static org.assertj.core.api.Assertions.assertThat;

import jdk.incubator.vector.DoubleVector;
import org.junit.jupiter.api.Test;

final class BuildTest {
    @Test
    void tests_run_on_java_25_with_the_vector_module() {
        assertThat(Runtime.version().feature()).isGreaterThanOrEqualTo(25);
        assertThat(DoubleVector.SPECIES_PREFERRED.length()).isPositive();
    }

    @Test
    void the_version_of_the_pom_reaches_the_program() {
        assertThat(Version.text()).matches("[0-9]+\\.[0-9]+\\.[0-9]+(-[A-Z0-9]+)?");
    }
}
