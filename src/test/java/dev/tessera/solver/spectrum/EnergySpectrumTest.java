package dev.tessera.solver.spectrum;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.tessera.geometry.Box;
import java.util.Random;
import java.util.concurrent.ForkJoinPool;
import org.junit.jupiter.api.Test;

final class EnergySpectrumTest {
    private static final ForkJoinPool POOL = ForkJoinPool.commonPool();

    private static Box periodic(int nx, int ny, int nz) {
        return new Box(nx, ny, nz, true, true, true);
    }

    /// A random flow has energy in all shells; its sum is the mean of `u·u / 2`, in 2D and 3D, for every number of
    /// nodes.
    @Test
    void the_sum_over_shells_is_the_energy() {
        for (Box box : new Box[] {periodic(16, 16, 16), periodic(12, 10, 7), periodic(31, 16, 1)}) {
            double[][] u = new double[3][];
            double energy = 0;
            for (int axis = 0; axis < 3; axis++) {
                boolean isFlat = box.is2d() && axis == 2;
                u[axis] = isFlat
                        ? new double[(int) box.size()]
                        : new Random(axis).doubles(box.size(), -1, 1).toArray();
                for (double value : u[axis]) {
                    energy += value * value / 2 / box.size();
                }
            }
            EnergySpectrum found = EnergySpectrum.of(box, 0.1, u, POOL);
            assertThat(found.energy()).as("%s", box).isCloseTo(energy, within(1e-12 * energy));
            for (int shell = 0; shell < found.shells(); shell++) {
                assertThat(found.energyM2PerS2()[shell])
                        .as("shell %d of %s", shell, box)
                        .isPositive();
            }
        }
    }

    /// `u = (0, a cos(k·x), 0)` with two waves along x and one along z, whose side is half as long as x.
    @Test
    void a_wave_is_in_the_shell_of_its_wave_number() {
        Box box = periodic(24, 6, 12);
        double spacingM = 0.5;
        double[][] u = new double[3][(int) box.size()];
        for (int n = 0; n < box.size(); n++) {
            u[1][n] = 0.3 * Math.cos(2 * Math.PI * (2.0 * box.x(n) / 24 + box.z(n) / 12.0) + 0.7);
        }
        EnergySpectrum found = EnergySpectrum.of(box, spacingM, u, POOL);
        assertThat(found.spacingRadPerM()).isCloseTo(2 * Math.PI / 12, within(1e-15));
        double energy = 0.3 * 0.3 / 4;
        double squareOfWaveNumber = 8 * found.spacingRadPerM() * found.spacingRadPerM(); // 2² + 2²
        assertThat(found.energyM2PerS2()[3]).isCloseTo(energy, within(1e-15)); // round(sqrt 8)
        assertThat(found.enstrophyPerS2()[3]).isCloseTo(squareOfWaveNumber * energy, within(1e-14));
        assertThat(found.energy() - found.energyM2PerS2()[3]).isCloseTo(0, within(1e-15));
    }

    @Test
    void the_number_of_threads_changes_no_bit() {
        Box box = periodic(20, 18, 16);
        double[][] u = new double[3][];
        for (int axis = 0; axis < 3; axis++) {
            u[axis] = new Random(axis).doubles(box.size(), -1, 1).toArray();
        }
        try (ForkJoinPool one = new ForkJoinPool(1);
                ForkJoinPool three = new ForkJoinPool(3)) {
            EnergySpectrum alone = EnergySpectrum.of(box, 1, u, one);
            EnergySpectrum together = EnergySpectrum.of(box, 1, u, three);
            assertThat(together.energyM2PerS2()).isEqualTo(alone.energyM2PerS2());
            assertThat(together.enstrophyPerS2()).isEqualTo(alone.enstrophyPerS2());
        }
    }

    @Test
    void boxes_with_walls_or_solid_are_refused() {
        Box walled = new Box(4, 4, 4, true, false, true);
        assertThat(EnergySpectrum.refusal(walled, 64))
                .hasValueSatisfying(why -> assertThat(why).contains("not periodic along y"));
        assertThat(EnergySpectrum.refusal(periodic(4, 4, 4), 60))
                .hasValueSatisfying(why -> assertThat(why).contains("4 of its 64 nodes are not fluid"));
        assertThat(EnergySpectrum.refusal(new Box(4, 4, 1, true, true, false), 16))
                .isEmpty();
        assertThatThrownBy(() -> EnergySpectrum.of(walled, 1, new double[3][64], POOL))
                .hasMessageContaining("along y");
    }
}
