package dev.tessera.geometry.spheres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.tessera.geometry.NodeMap;
import dev.tessera.geometry.spheres.CubicArray.Lattice;
import java.util.concurrent.ForkJoinPool;
import org.junit.jupiter.api.Test;

final class CubicArrayTest {
    private final ForkJoinPool workers = ForkJoinPool.commonPool();

    @Test
    void spheres_fill_the_concentration_of_their_cell() {
        for (Lattice lattice : Lattice.values()) {
            for (double part : new double[] {0.1, 0.5, 1}) {
                double concentration = part * lattice.densest();
                NodeMap map = new CubicArray(lattice, 2, concentration).voxelise(2.0 / 40, workers);
                assertThat(1 - map.porosity()).as("%s", lattice).isCloseTo(concentration, within(0.02 * concentration));
            }
        }
    }

    @Test
    void touching_spheres_are_the_densest() {
        assertThat(Lattice.SIMPLE.densest()).isCloseTo(0.5236, within(1e-4));
        assertThat(Lattice.BODY_CENTRED.densest()).isCloseTo(0.6802, within(1e-4));
        assertThat(Lattice.FACE_CENTRED.densest()).isCloseTo(0.7405, within(1e-4));
        assertThat(CubicArray.simple(2, Lattice.SIMPLE.densest()).radiusM()).isCloseTo(1, within(1e-12));
        assertThatThrownBy(() -> CubicArray.simple(1, 0.6))
                .hasMessage("a concentration of 0.6000: spheres of a simple cubic array touch at 0.5236");
    }
}
