package dev.tessera.suites.validation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.tessera.suites.validation.SphereDrag.Shedding;
import dev.tessera.suites.validation.SphereDrag.Stream;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class SphereDragTest {
    private static final int PER_TIME = 20;
    private static final double STROUHAL = 0.137;
    private static final double SOUND_PERIOD = Stream.shedding(300, 20).soundPeriod();

    @Test
    void periods_of_shedding_are_found_below_a_louder_sound_wave() {
        double[] lift = new double[80 * PER_TIME];
        Arrays.setAll(
                lift,
                n -> 0.07
                        + 0.02 * wave(n, 1 / STROUHAL)
                        + 0.1 * wave(n, SOUND_PERIOD)
                        + 0.003 * wave(n, SOUND_PERIOD / 2));

        Shedding found = Shedding.of(lift, 1.0 / PER_TIME, SOUND_PERIOD);

        assertThat(found.frequency()).isCloseTo(STROUHAL, within(0.002));
        assertThat(found.periods()).isBetween(9, 10);
    }

    @Test
    void mean_drag_is_that_of_whole_periods() {
        double[] lift = new double[80 * PER_TIME];
        Arrays.setAll(lift, n -> wave(n, 1 / STROUHAL));
        double[] drag = new double[lift.length];
        Arrays.setAll(drag, n -> 0.65 + 0.3 * wave(n, 1 / STROUHAL));

        assertThat(Shedding.of(lift, 1.0 / PER_TIME, SOUND_PERIOD).mean(drag)).isCloseTo(0.65, within(1e-3));
    }

    @Test
    void a_lift_that_only_grows_is_no_shedding() {
        double[] lift = new double[80 * PER_TIME];
        Arrays.setAll(lift, n -> n * 1e-4);

        assertThatThrownBy(() -> Shedding.of(lift, 1.0 / PER_TIME, SOUND_PERIOD))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("sheds no vortices");
    }

    private static double wave(int sample, double period) {
        return Math.sin(2 * Math.PI * sample / (PER_TIME * period));
    }
}
