package dev.tessera.solver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Test;

/// Time series with known oscillations, sampled like a log.
final class RingingTest {
    /// 4 L/c = 4 s.
    private static final Sound SOUND = new Sound(1, 1, 2, 10);

    private static Ringing after(double rampS, double endS, double everyS, DoubleUnaryOperator pressure) {
        Ringing ringing = new Ringing(SOUND, rampS);
        for (double t = 0; t <= endS; t += everyS) {
            ringing.add(t, List.of(new Observable("inlet.mean_pressure", pressure.applyAsDouble(t), "Pa")));
        }
        return ringing;
    }

    @Test
    void a_decaying_oscillation_with_the_period_of_sound_is_found_with_its_final_amplitude() {
        var found = after(0, 24, 0.2, t -> 2 * (1 + Math.exp(-t / 10) * Math.cos(2 * Math.PI * t / 4.2)))
                .strongest()
                .orElseThrow();
        assertThat(found.part()).isCloseTo(Math.exp(-2.4), within(0.02));
        assertThat(found.periodS()).isCloseTo(4.2, within(0.15));
        assertThat(found.sentence())
                .contains("inlet.mean_pressure still oscillates by 8.23 %", "4 L/c = 4 s", "ramp: auto");
    }

    @Test
    void a_slow_approach_to_the_steady_state_is_not_sound() {
        for (double time : new double[] {1, 4, 10, 40}) {
            assertThat(after(0, 24, 0.2, t -> 1 - Math.exp(-t / time)).strongest())
                    .isEmpty();
        }
    }

    @Test
    void an_oscillation_with_another_period_is_not_sound() {
        assertThat(after(0, 24, 0.2, t -> 1 + 0.2 * Math.cos(2 * Math.PI * t / 1.3))
                        .strongest())
                .isEmpty();
    }

    @Test
    void noise_and_a_constant_are_not_sound() {
        assertThat(after(0, 24, 0.2, t -> 1).strongest()).isEmpty();
        assertThat(after(0, 24, 0.2, t -> 1 + 0.1 * Math.sin(1e5 * t * t)).strongest())
                .isEmpty();
        assertThat(after(0, 24, 0.2, t -> 0).strongest()).isEmpty();
    }

    @Test
    void ramps_short_runs_and_logs_with_few_rows_give_no_warning() {
        DoubleUnaryOperator ringing = t -> 1 + 0.5 * Math.cos(2 * Math.PI * t / 4);
        assertThat(after(0, 24, 0.2, ringing).strongest()).isPresent();
        assertThat(after(18, 24, 0.2, ringing).strongest()).isEmpty();
        assertThat(after(0, 6, 0.2, ringing).strongest()).isEmpty();
        assertThat(after(0, 24, 1, ringing).strongest()).isEmpty();
    }

    @Test
    void a_small_oscillation_is_not_reported() {
        assertThat(after(0, 24, 0.2, t -> 1 + 1e-3 * Math.cos(2 * Math.PI * t / 4))
                        .strongest())
                .isEmpty();
    }
}
