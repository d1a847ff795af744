package dev.tessera.model.lattice;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tessera.expr.Rational;
import dev.tessera.model.Velocity;
import dev.tessera.model.VelocitySet;
import org.junit.jupiter.api.Test;

/// The requirements of every lattice; a new lattice needs one subclass.
abstract class LatticeKit {
    abstract VelocitySet lattice();

    /// The order of isotropy.
    int isotropy() {
        return 4;
    }

    private Rational moment(int... axes) {
        return lattice().moment(axes);
    }

    private static int delta(int a, int b) {
        return a == b ? 1 : 0;
    }

    /// Summed here term by term, for a direct comparison with the lattice's own moments.
    @Test
    void moments_are_weighted_sums_over_velocities() {
        Rational sum = Rational.ZERO;
        for (int i = 0; i < lattice().size(); i++) {
            Velocity c = lattice().velocity(i);
            sum = sum.plus(lattice().weight(i).times(Rational.of((long) c.x() * c.x() * c.y() * c.y())));
        }
        assertThat(moment(0, 0, 1, 1)).isEqualTo(sum);
    }

    @Test
    void weights_are_positive_and_sum_to_one() {
        assertThat(lattice().weights()).allMatch(weight -> weight.signum() > 0);
        assertThat(moment()).isEqualTo(Rational.ONE);
    }

    @Test
    void odd_moments_vanish() {
        int d = lattice().dimensions();
        for (int a = 0; a < d; a++) {
            assertThat(moment(a)).isEqualTo(Rational.ZERO);
            for (int b = 0; b < d; b++) {
                for (int c = 0; c < d; c++) {
                    assertThat(moment(a, b, c)).isEqualTo(Rational.ZERO);
                }
            }
        }
    }

    @Test
    void second_moment_is_isotropic_with_the_speed_of_sound() {
        int d = lattice().dimensions();
        for (int a = 0; a < d; a++) {
            for (int b = 0; b < d; b++) {
                assertThat(moment(a, b)).isEqualTo(delta(a, b) == 1 ? lattice().speedOfSoundSquared() : Rational.ZERO);
            }
        }
    }

    /// `c_s⁴ (delta_ab delta_ce + delta_ac delta_be + delta_ae delta_bc)` for lattices of order 4, and for no
    /// other.
    @Test
    void fourth_moment_is_isotropic_as_declared() {
        int d = lattice().dimensions();
        Rational sound = lattice().speedOfSoundSquared();
        boolean isotropic = true;
        for (int a = 0; a < d; a++) {
            for (int b = 0; b < d; b++) {
                for (int c = 0; c < d; c++) {
                    for (int e = 0; e < d; e++) {
                        int pairs = delta(a, b) * delta(c, e) + delta(a, c) * delta(b, e) + delta(a, e) * delta(b, c);
                        Rational expected = Rational.of(pairs).times(sound).times(sound);
                        isotropic &= moment(a, b, c, e).equals(expected);
                    }
                }
            }
        }
        assertThat(isotropic).isEqualTo(isotropy() >= 4);
        assertThat(lattice().isotropy()).isEqualTo(isotropy());
    }

    @Test
    void every_direction_has_its_opposite_and_occurs_once() {
        var lattice = lattice();
        assertThat(lattice.velocities()).doesNotHaveDuplicates();
        for (int i = 0; i < lattice.size(); i++) {
            assertThat(lattice.velocity(lattice.opposite(i)))
                    .isEqualTo(lattice.velocity(i).opposite());
            assertThat(lattice.weight(lattice.opposite(i))).isEqualTo(lattice.weight(i));
            assertThat(lattice.velocity(i).along(2) == 0 || lattice.dimensions() == 3)
                    .isTrue();
        }
    }

    @Test
    void reflections_have_as_many_parts_as_populations() {
        var reflections = new Reflections(lattice());
        int parts = reflections.parities().stream()
                .mapToInt(parity -> reflections.orbitsWith(parity).size())
                .sum();
        assertThat(parts).isEqualTo(lattice().size());
    }

    @Test
    void a_velocity_is_found_again_by_its_code() {
        for (Velocity c : lattice().velocities()) {
            assertThat(c.code()).isBetween(0, 26);
            assertThat(Velocity.ofCode(c.code())).isEqualTo(c);
        }
    }
}
