package dev.tessera.geometry.spheres;

import static dev.tessera.geometry.DividedSourceKit.assertEqualToOnePart;

import dev.tessera.geometry.Vec;
import dev.tessera.geometry.spheres.Packing.Overlap;
import org.junit.jupiter.api.Test;

final class DividedSpheresTest {
    @Test
    void a_packing_is_that_of_one_part() {
        assertEqualToOnePart(SphereSource.of(new Vec(2, 2, 6), 1, 0.5, Overlap.FREE, 11), 1 / 10.0, 8);
    }
}
