package dev.tessera.output;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.List;
import org.junit.jupiter.api.Test;

final class TicksTest {
    private static String unit(String unit, double largest) {
        return Ticks.of(0, largest, unit, 6).unit();
    }

    @Test
    void a_scale_has_the_prefix_that_makes_its_numbers_most_readable() {
        assertThat(unit("m/s", 0.41)).isEqualTo("m/s");
        assertThat(unit("m/s", 0.0015)).isEqualTo("mm/s");
        assertThat(unit("m/s", 3e-7)).isEqualTo("µm/s");
        assertThat(unit("m/s", 4000)).isEqualTo("m/s");
        assertThat(unit("Pa", 4000)).isEqualTo("kPa");
        assertThat(unit("Pa", 130)).isEqualTo("Pa");
        assertThat(unit("Pa", 0)).isEqualTo("Pa");
        assertThat(unit("Pa", 1e-14)).isEqualTo("10⁻¹⁵ Pa");
        assertThat(unit("m3/s", 2.9e-5)).isEqualTo("10⁻⁶ m³/s");
        assertThat(unit("m2", 4.996e-11)).isEqualTo("10⁻¹² m²");
        assertThat(unit("", 1)).isEmpty();
        assertThat(unit("", 3e7)).isEqualTo("10⁶");
    }

    @Test
    void ticks_of_every_magnitude_are_several_short_different_numbers_of_equal_decimals() {
        for (String unit : List.of("m/s", "Pa", "m3/s", "m2", "N", "s", "")) {
            for (int exponent = -30; exponent <= 20; exponent++) {
                for (double digits : new double[] {1, 1.004, 2.9624, 4.996, 7.77, 9.999}) {
                    double high = digits * Math.pow(10, exponent);
                    for (double low : new double[] {0, -high, 0.3 * high, 0.99 * high}) {
                        Ticks ticks = Ticks.of(low, high, unit, 6);
                        assertThat(ticks.labels())
                                .as("%s … %s %s", low, high, unit)
                                .hasSizeBetween(2, 8);
                        assertThat(new HashSet<>(ticks.labels())).hasSameSizeAs(ticks.labels());
                        assertThat(ticks.labels()).allMatch(label -> label.matches("-?\\d{1,5}(\\.\\d{1,5})?"));
                        assertThat(ticks.labels().stream()
                                        .map(label ->
                                                label.replaceAll("^[^.]*", "").length()))
                                .containsOnly(ticks.labels()
                                        .getFirst()
                                        .replaceAll("^[^.]*", "")
                                        .length());
                        assertThat(ticks.values())
                                .allMatch(value -> value >= low - 1e-9 * high && value <= high * 1.000001);
                    }
                }
            }
        }
    }

    @Test
    void a_single_value_has_one_tick_with_three_digits() {
        assertThat(Ticks.of(4.996e-11, 4.996e-11, "Pa", 6).labels()).containsExactly("50.0");
        assertThat(Ticks.of(4.996e-11, 4.996e-11, "Pa", 6).unit()).isEqualTo("10⁻¹² Pa");
        assertThat(Ticks.of(0, 0, "m/s", 6).labels()).containsExactly("0");
    }

    @Test
    void decades_are_powers_of_ten() {
        assertThat(Ticks.ofDecades(3e-6, 0.5, 8).labels())
                .containsExactly("10⁻⁶", "10⁻⁵", "10⁻⁴", "10⁻³", "10⁻²", "10⁻¹", "10⁰");
        assertThat(Ticks.ofDecades(1e-30, 1, 8).labels()).hasSizeBetween(5, 9).startsWith("10⁻³⁰");
    }

    @Test
    void the_name_of_an_axis_has_its_unit() {
        assertThat(Ticks.of(0, 2e-3, "m/s", 6).name("speed")).isEqualTo("speed, mm/s");
        assertThat(Ticks.of(0, 1, "", 6).name("value / last value")).isEqualTo("value / last value");
    }
}
