package dev.tessera.units;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class StableGridReynoldsTest {
    private static final StableGridReynolds TABLE = StableGridReynolds.standard();

    @Test
    void collisions_with_a_dash_in_their_names_are_compared_with_those_without() {
        assertThat(TABLE.stableCollisions(40, "central-moments", "D3Q27", "incompressible"))
                .containsOnlyKeys("mrt", "regularized", "cumulant");
        assertThat(TABLE.stableCollisions(10, "bgk", "D3Q27", "incompressible")).containsKey("central-moments");
    }

    @Test
    void a_turbulence_model_is_compared_with_the_same_one() {
        assertThat(TABLE.stableCollisions(300, "bgk-smagorinsky", "D3Q27", "incompressible"))
                .containsOnlyKeys("mrt", "regularized", "regularized-bgk", "central-moments", "cumulant", "kbc");
    }

    @Test
    void collisions_that_a_lattice_does_not_have_are_not_named() {
        assertThat(TABLE.stableCollisions(10, "trt", "D3Q19", "incompressible"))
                .containsOnlyKeys("bgk", "trt", "mrt", "regularized", "regularized-bgk");
    }
}
