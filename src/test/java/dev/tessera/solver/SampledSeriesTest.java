package dev.tessera.solver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.tessera.solver.Value.Interpolation;
import java.util.List;
import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Values between points in time.
final class SampledSeriesTest {
    private static final List<Double> TIMES = List.of(0.1, 0.15, 0.3, 0.34, 0.5, 0.7);

    private static SampledSeries of(DoubleUnaryOperator function, double periodS, Interpolation interpolation) {
        return new SampledSeries(new Value.Sampled(
                TIMES, TIMES.stream().map(function::applyAsDouble).toList(), periodS, interpolation));
    }

    @ParameterizedTest
    @EnumSource(Interpolation.class)
    void a_series_has_its_values_at_its_points(Interpolation interpolation) {
        DoubleUnaryOperator wave = t -> StrictMath.sin(11 * t);
        for (double period : new double[] {0, 0.8}) {
            SampledSeries series = of(wave, period, interpolation);
            for (double time : TIMES) {
                assertThat(series.at(time)).isCloseTo(wave.applyAsDouble(time), within(1e-15));
            }
        }
    }

    @Test
    void lines_and_parabolas_are_exact() {
        DoubleUnaryOperator line = t -> 3 - 2 * t;
        DoubleUnaryOperator parabola = t -> 1 + t - 5 * t * t;
        for (double time = 0.1; time <= 0.7; time += 0.013) {
            assertThat(of(line, 0, Interpolation.LINEAR).at(time)).isCloseTo(line.applyAsDouble(time), within(1e-14));
            assertThat(of(parabola, 0, Interpolation.CUBIC).at(time))
                    .isCloseTo(parabola.applyAsDouble(time), within(1e-14));
        }
    }

    @ParameterizedTest
    @EnumSource(Interpolation.class)
    void values_repeat_after_a_period_also_before_the_first_point(Interpolation interpolation) {
        SampledSeries series = of(t -> t * t, 0.8, interpolation);
        for (double time = 0; time < 0.8; time += 0.017) {
            assertThat(series.at(time + 0.8)).isCloseTo(series.at(time), within(1e-13));
            assertThat(series.at(time + 800)).isCloseTo(series.at(time), within(1e-11));
        }
    }

    /// Also where one period ends and the next begins, half-way between the last point and the first. The bound
    /// is that of the longest gap, a quarter of the period.
    @Test
    void cubic_values_have_no_kinks() {
        SampledSeries series = of(t -> StrictMath.sin(2 * StrictMath.PI * t / 0.8), 0.8, Interpolation.CUBIC);
        double step = 1e-6;
        for (double time : List.of(0.1, 0.15, 0.3, 0.7, 0.9, 0.95)) {
            double before = (series.at(time) - series.at(time - step)) / step;
            double after = (series.at(time + step) - series.at(time)) / step;
            assertThat(after).isCloseTo(before, within(1e-3));
        }
        for (double time = 0; time < 1.6; time += 0.01) {
            assertThat(series.at(time)).isCloseTo(StrictMath.sin(2 * StrictMath.PI * time / 0.8), within(0.12));
        }
    }

    @ParameterizedTest
    @EnumSource(Interpolation.class)
    void without_period_the_ends_hold(Interpolation interpolation) {
        SampledSeries series = of(t -> 1 + t, 0, interpolation);
        assertThat(series.at(-5)).isEqualTo(1.1);
        assertThat(series.at(0)).isEqualTo(1.1);
        assertThat(series.at(9)).isEqualTo(1.7);
    }

    @Test
    void points_have_to_ascend_and_to_fit_into_the_period() {
        assertThatThrownBy(() -> new Value.Sampled(List.of(0.0), List.of(1.0), 0, Interpolation.LINEAR))
                .hasMessageContaining("two points or more");
        assertThatThrownBy(() -> new Value.Sampled(List.of(0.0, 0.0), List.of(1.0, 2.0), 0, Interpolation.LINEAR))
                .hasMessageContaining("is not after the one before");
        assertThatThrownBy(() -> new Value.Sampled(List.of(0.0, 1.0), List.of(1.0, 2.0), 1, Interpolation.LINEAR))
                .hasMessageContaining("does not fit into its period");
        assertThatThrownBy(
                        () -> new Value.Sampled(List.of(0.0, 1.0), List.of(1.0, Double.NaN), 0, Interpolation.LINEAR))
                .hasMessageContaining("not finite");
    }
}
