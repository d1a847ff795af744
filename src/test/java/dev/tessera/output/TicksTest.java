package dev.tessera.output;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class TicksTest {
    @Test
    void a_scale_has_the_prefix_with_which_its_numbers_read_best() {
        assertThat(Ticks.unit("m/s", 0.41).name()).isEqualTo("m/s");
        assertThat(Ticks.unit("m/s", 0.0015)).isEqualTo(new Ticks.Unit("mm/s", 1e-3));
        assertThat(Ticks.unit("m/s", 3e-7)).isEqualTo(new Ticks.Unit("µm/s", 1e-6));
        assertThat(Ticks.unit("m/s", 4000).name()).isEqualTo("m/s");
        assertThat(Ticks.unit("Pa", 4000)).isEqualTo(new Ticks.Unit("kPa", 1e3));
        assertThat(Ticks.unit("Pa", 130).name()).isEqualTo("Pa");
        assertThat(Ticks.unit("Pa", 0).name()).isEqualTo("Pa");
        assertThat(Ticks.unit("Pa", 1e-14).name()).isEqualTo("Pa");
    }
}
