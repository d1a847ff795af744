package dev.tessera.model.collision;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tessera.expr.Rational;
import dev.tessera.model.VelocitySet;
import dev.tessera.model.lattice.Lattices;
import dev.tessera.model.lattice.Reflections;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

final class MomentBasisTest {
    static List<VelocitySet> lattices() {
        return Lattices.all();
    }

    @ParameterizedTest
    @MethodSource("lattices")
    void moments_are_orthogonal_under_the_weights(VelocitySet lattice) {
        var basis = MomentBasis.of(lattice);
        for (int k = 0; k < lattice.size(); k++) {
            for (int l = 0; l < lattice.size(); l++) {
                Rational product = MomentBasis.product(
                        lattice, basis.matrix().get(k), basis.matrix().get(l));
                assertThat(product).isEqualTo(k == l ? basis.norms().get(k) : Rational.ZERO);
            }
        }
    }

    /// `W M^T N^-1` times `M` is the identity, exactly.
    @ParameterizedTest
    @MethodSource("lattices")
    void the_matrix_has_an_exact_inverse(VelocitySet lattice) {
        var basis = MomentBasis.of(lattice);
        for (int i = 0; i < lattice.size(); i++) {
            for (int j = 0; j < lattice.size(); j++) {
                Rational sum = Rational.ZERO;
                for (int k = 0; k < lattice.size(); k++) {
                    List<Rational> row = basis.matrix().get(k);
                    sum = sum.plus(
                            row.get(i).times(row.get(j)).over(basis.norms().get(k)));
                }
                assertThat(sum.times(lattice.weight(i))).isEqualTo(i == j ? Rational.ONE : Rational.ZERO);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("lattices")
    void modes_have_their_stated_parity(VelocitySet lattice) {
        for (Mode mode : MomentBasis.of(lattice).modes()) {
            for (int i = 0; i < lattice.size(); i++) {
                int mirrored = lattice.opposite(i);
                int sign = Integer.bitCount(mode.parity()) % 2 == 0 ? 1 : -1;
                assertThat(mode.values().get(mirrored))
                        .isEqualTo(mode.values().get(i).times(Rational.of(sign)));
                if (Reflections.sign(lattice.velocity(i), mode.parity()) == 0) {
                    assertThat(mode.values().get(i)).isEqualTo(Rational.ZERO);
                }
            }
        }
    }

    @Test
    void tensor_lattices_represent_all_hermite_moments_and_the_others_third_order() {
        assertThat(MomentBasis.of(Lattices.D2Q9).modes()).allMatch(Mode::hermite);
        assertThat(MomentBasis.of(Lattices.D3Q27).modes()).allMatch(Mode::hermite);
        assertThat(MomentBasis.of(Lattices.D3Q19).modes()).allMatch(mode -> mode.hermite() == (mode.order() < 4));
        assertThat(MomentBasis.of(Lattices.D3Q15).modes()).allMatch(mode -> mode.hermite() == (mode.order() < 4));
    }

    @Test
    void modes_of_d3q19_are_those_of_the_literature() {
        assertThat(MomentBasis.of(Lattices.D3Q19))
                .hasToString("D3Q19 moments [1, x, y, z, xx+yy+zz, 2xx-yy-zz, yy-zz, xy, xz, yz, xyy+xzz, yxx+yzz, "
                        + "zxx+zyy, xyy-xzz, yzz-yxx, zxx-zyy, xxyy+xxzz+yyzz, xxyy+xxzz-2yyzz, xxyy-xxzz]");
    }

    /// The grouping of d'Humières et al. (2002) on D3Q15 and D3Q19, extended to D3Q27: moments that rotations
    /// of the lattice map onto each other share a rate, others do not.
    @Test
    void every_mode_relaxes_with_its_own_kind() {
        assertThat(kinds(Lattices.D2Q9))
                .isEqualTo("omega: xx-yy xy; omega_bulk: xx+yy; omega_epsilon: xxyy; omega_q: xyy yxx");
        assertThat(kinds(Lattices.D3Q13))
                .isEqualTo("omega: xy xz yz; omega_bulk: xx+yy+zz; omega_m: xyy-xzz yzz-yxx zxx-zyy; "
                        + "omega_normal: 2xx-yy-zz yy-zz");
        assertThat(kinds(Lattices.D3Q15))
                .isEqualTo("omega: 2xx-yy-zz yy-zz xy xz yz; omega_bulk: xx+yy+zz; omega_epsilon: xxyy+xxzz+yyzz; "
                        + "omega_q: xyy+xzz yxx+yzz zxx+zyy; omega_xyz: xyz");
        assertThat(kinds(Lattices.D3Q19))
                .isEqualTo("omega: 2xx-yy-zz yy-zz xy xz yz; omega_bulk: xx+yy+zz; omega_epsilon: xxyy+xxzz+yyzz; "
                        + "omega_m: xyy-xzz yzz-yxx zxx-zyy; omega_pi: xxyy+xxzz-2yyzz xxyy-xxzz; "
                        + "omega_q: xyy+xzz yxx+yzz zxx+zyy");
        assertThat(kinds(Lattices.D3Q27))
                .isEqualTo("omega: 2xx-yy-zz yy-zz xy xz yz; omega_5: xyyzz yxxzz zxxyy; omega_6: xxyyzz; "
                        + "omega_bulk: xx+yy+zz; omega_epsilon: xxyy+xxzz+yyzz; "
                        + "omega_m: xyy-xzz yzz-yxx zxx-zyy; "
                        + "omega_pi: xxyy+xxzz-2yyzz xxyy-xxzz xyzz xzyy yzxx; "
                        + "omega_q: xyy+xzz yxx+yzz zxx+zyy; omega_xyz: xyz");
    }

    private static String kinds(VelocitySet lattice) {
        return MomentBasis.of(lattice).modes().stream()
                .filter(mode -> !mode.conserved())
                .collect(Collectors.groupingBy(
                        Mode::rate, TreeMap::new, Collectors.mapping(Mode::name, Collectors.joining(" "))))
                .entrySet()
                .stream()
                .map(kind -> kind.getKey() + ": " + kind.getValue())
                .collect(Collectors.joining("; "));
    }
}
