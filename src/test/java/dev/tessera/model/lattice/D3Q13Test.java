package dev.tessera.model.lattice;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tessera.model.VelocitySet;
import org.junit.jupiter.api.Test;

final class D3Q13Test extends LatticeKit {
    @Override
    VelocitySet lattice() {
        return Lattices.D3Q13;
    }

    @Override
    int isotropy() {
        return 2;
    }

    /// So nodes whose coordinates have an even sum exchange nothing with those of an odd sum.
    @Test
    void every_velocity_keeps_the_parity_of_the_sum_of_coordinates() {
        assertThat(lattice().velocities()).allMatch(c -> (c.x() + c.y() + c.z()) % 2 == 0);
    }
}
