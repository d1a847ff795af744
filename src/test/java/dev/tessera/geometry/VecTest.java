package dev.tessera.geometry;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;

final class VecTest {
    @Test
    void a_place_is_written_in_the_unit_in_which_its_largest_component_is_at_least_one() {
        assertThat(new Vec(0.012, -0.003, 0.04).inLengths()).isEqualTo("(12.00, -3.00, 40.00) mm");
        assertThat(new Vec(0.5, 2, -1).inLengths()).isEqualTo("(0.500, 2.000, -1.000) m");
        assertThat(new Vec(0, -5.345e-6, 2e-6).inLengths()).isEqualTo("(0.000, -5.345, 2.000) um");
        assertThat(new Vec(0.00096, -7e-18, 0).inLengths()).isEqualTo("(960.0, 0.0, 0.0) um");
        assertThat(Vec.ZERO.inLengths()).isEqualTo("(0, 0, 0) m");
    }

    @Test
    void edges_of_a_box_have_one_unit_and_in_2d_two_numbers() {
        assertThat(new Vec(0.06, 0.02, 0).inEdges()).isEqualTo("60.00 x 20.00 mm");
        assertThat(new Vec(1, 1, 0.5).inEdges()).isEqualTo("1.000 x 1.000 x 0.500 m");
    }

    @Test
    void a_direction_stays_the_same_when_it_is_made_one_again() {
        Random random = new Random(7);
        for (int i = 0; i < 100_000; i++) {
            Vec unit = new Vec(random.nextGaussian(), random.nextGaussian(), random.nextGaussian()).unit();
            assertThat(unit.asDirection()).isSameAs(unit);
        }
        assertThat(new Vec(0, 3, 4).asDirection()).isEqualTo(new Vec(0, 3, 4).unit());
        assertThat(new Vec(0, 1 + 1e-9, 0).asDirection()).isEqualTo(new Vec(0, 1, 0));
    }

    @Test
    void reads_as_three_numbers() {
        assertThat(new Vec(0.1 + 0.2, -1.0 / 3, 1e-39)).hasToString("(0.3, -0.333, 1e-39)");
    }
}
