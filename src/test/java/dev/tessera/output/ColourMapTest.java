package dev.tessera.output;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

final class ColourMapTest {
    private static final int STEPS = 64;

    @Test
    void lightness_only_rises() {
        for (int k = 1; k <= STEPS; k++) {
            assertThat(lab(k)[0]).as("L* at %d / %d", k, STEPS).isGreaterThan(lab(k - 1)[0]);
        }
        assertThat(lab(STEPS)[0] - lab(0)[0]).as("range of L*").isGreaterThan(70);
    }

    @Test
    void equal_steps_have_similar_colour_differences() {
        double smallest = Double.MAX_VALUE;
        double largest = 0;
        for (int k = 4; k <= STEPS; k += 4) {
            double step = distance(lab(k), lab(k - 4));
            smallest = Math.min(smallest, step);
            largest = Math.max(largest, step);
        }
        assertThat(largest / smallest)
                .as("largest over smallest step in CIE Lab")
                .isLessThan(2.5);
    }

    @Test
    void the_ends_are_those_of_viridis_and_values_beyond_are_clamped() {
        assertThat(ColourMap.at(-1)).isEqualTo(ColourMap.at(0));
        assertThat(ColourMap.at(2)).isEqualTo(ColourMap.at(1));
        channels(ColourMap.at(0), 0x44, 0x01, 0x54);
        channels(ColourMap.at(0.5), 0x21, 0x91, 0x8c);
        channels(ColourMap.at(1), 0xfd, 0xe7, 0x25);
    }

    private static void channels(int rgb, int red, int green, int blue) {
        assertThat(new double[] {rgb >> 16, rgb >> 8 & 255, rgb & 255})
                .containsExactly(new double[] {red, green, blue}, within(5.0));
    }

    private static double distance(double[] a, double[] b) {
        return Math.sqrt(Math.pow(a[0] - b[0], 2) + Math.pow(a[1] - b[1], 2) + Math.pow(a[2] - b[2], 2));
    }

    /// CIE L*a*b* (D65) of the colour at k / STEPS. Source: IEC 61966-2-1 (sRGB), CIE 15.
    private static double[] lab(int k) {
        int rgb = ColourMap.at((double) k / STEPS);
        double r = linear(rgb >> 16);
        double g = linear(rgb >> 8 & 255);
        double b = linear(rgb & 255);
        double x = curve((0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505);
        double y = curve(0.2126 * r + 0.7152 * g + 0.0722 * b);
        double z = curve((0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089);
        return new double[] {116 * y - 16, 500 * (x - y), 200 * (y - z)};
    }

    private static double linear(int level) {
        double c = level / 255.0;
        return c <= 0.04045 ? c / 12.92 : Math.pow((c + 0.055) / 1.055, 2.4);
    }

    private static double curve(double t) {
        return t > 216.0 / 24389 ? Math.cbrt(t) : (24389.0 / 27 * t + 16) / 116;
    }
}
