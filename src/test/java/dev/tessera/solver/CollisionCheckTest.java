package dev.tessera.solver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tessera.expr.Expr;
import dev.tessera.expr.Rational;
import dev.tessera.kernel.Precision;
import dev.tessera.model.Collision;
import dev.tessera.model.Equilibrium;
import dev.tessera.model.VelocitySet;
import dev.tessera.model.boundary.WallScheme;
import dev.tessera.model.collision.Bgk;
import dev.tessera.model.collision.Collisions;
import dev.tessera.model.collision.ShearRate;
import dev.tessera.model.collision.Smagorinsky;
import dev.tessera.model.collision.ViscosityOfPlace;
import dev.tessera.model.equilibrium.Equilibria;
import dev.tessera.model.lattice.Lattices;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// Collisions of users are computed before they run.
final class CollisionCheckTest {
    /// BGK, with an error.
    private record Wrong(UnaryOperator<List<Expr>> error, boolean hasForce) implements Collision {
        @Override
        public String key() {
            return "wrong";
        }

        @Override
        public SequencedMap<String, Double> rates(VelocitySet lattice, double viscosityLattice) {
            return ShearRate.named(lattice, viscosityLattice);
        }

        @Override
        public List<Expr> relax(Input at) {
            Expr omega = at.rate().apply(ShearRate.NAME);
            Expr forced = at.graph().constant(1).minus(at.graph().constant(1, 2).times(omega));
            List<Expr> relaxed = IntStream.range(0, at.populations().size())
                    .mapToObj(i -> {
                        Expr f = at.populations().get(i);
                        Expr moved = f.plus(
                                omega.times(at.equilibriumPopulations().get(i).minus(f)));
                        return hasForce ? moved.plus(forced.times(at.forceTerm().get(i))) : moved;
                    })
                    .toList();
            return error.apply(relaxed);
        }
    }

    private static void check(Collision collision, VelocitySet lattice, boolean hasForce) {
        check(collision, lattice, Equilibria.all().getFirst(), hasForce);
    }

    private static void check(Collision collision, VelocitySet lattice, Equilibrium equilibrium, boolean hasForce) {
        CollisionCheck.check(
                new Case.Model(lattice, equilibrium, collision, Precision.FP64, WallScheme.HALF_WAY, Optional.empty()),
                hasForce);
    }

    /// Their rates are fields of nodes, or follow from the flow.
    @Test
    void a_viscosity_of_place_and_eddies_may_be_around_them() {
        Collision right = new Wrong(relaxed -> relaxed, true);
        Collision heavier =
                new Wrong(relaxed -> relaxed.stream().map(f -> f.plus(f)).toList(), true);
        for (UnaryOperator<Collision> around : List.<UnaryOperator<Collision>>of(
                ViscosityOfPlace::new, collision -> new Smagorinsky(collision, Smagorinsky.USUAL))) {
            assertThatCode(() -> check(around.apply(right), Lattices.D2Q9, true))
                    .doesNotThrowAnyException();
            assertThatThrownBy(() -> check(around.apply(heavier), Lattices.D2Q9, true))
                    .hasMessageContaining("a node gains mass");
        }
    }

    @Test
    void a_new_collision_leaves_the_turbulence_model_of_a_case() {
        Collision own = new Wrong(relaxed -> relaxed, true);
        CaseBuilder builder =
                Ducts.duct(0, false, Boundary.Scheme.ZOU_HE).collision(new Smagorinsky(new Bgk(), Smagorinsky.USUAL));
        assertThat(builder.collision(own).build().model().collision())
                .isEqualTo(new Smagorinsky(own, Smagorinsky.USUAL));
        Collision none = new Smagorinsky(own, Rational.ZERO);
        assertThat(builder.collision(none).build().model().collision()).isEqualTo(none);
    }

    @Test
    void collisions_of_the_catalogue_pass() {
        for (VelocitySet lattice : Lattices.all()) {
            for (Equilibrium equilibrium : Equilibria.all()) {
                for (Collision collision : Collisions.on(lattice, equilibrium)) {
                    assertThatCode(() -> check(collision, lattice, equilibrium, true))
                            .as("%s %s %s", collision.key(), lattice.name(), equilibrium.key())
                            .doesNotThrowAnyException();
                }
            }
        }
    }

    @Test
    void one_from_nothing_passes() {
        assertThatCode(() -> check(new Wrong(UnaryOperator.identity(), true), Lattices.D3Q27, true))
                .doesNotThrowAnyException();
        assertThatCode(() -> check(new Wrong(UnaryOperator.identity(), false), Lattices.D3Q27, false))
                .doesNotThrowAnyException();
    }

    @Test
    void a_lost_population_is_told_as_mass_and_momentum() {
        UnaryOperator<List<Expr>> halves = f -> {
            List<Expr> changed = new ArrayList<>(f);
            changed.set(1, f.get(1).times(f.get(1).graph().constant(1, 2)));
            return changed;
        };
        assertThatThrownBy(() -> check(new Wrong(halves, true), Lattices.D2Q9, false))
                .isInstanceOf(CaseException.class)
                .hasMessageContaining("wrong on D2Q9 is wrong without a force")
                .hasMessageContaining("mass")
                .hasMessageContaining("momentum along");
    }

    @Test
    void a_missing_force_is_told_only_where_forces_act() {
        Collision without = new Wrong(UnaryOperator.identity(), false);
        assertThatCode(() -> check(without, Lattices.D2Q9, false)).doesNotThrowAnyException();
        assertThatThrownBy(() -> check(without, Lattices.D2Q9, true))
                .isInstanceOf(CaseException.class)
                .hasMessageContaining("where a force acts")
                .hasMessageContaining("forceTerm");
    }

    @Test
    void too_few_populations_are_refused() {
        assertThatThrownBy(() -> check(new Wrong(f -> f.subList(0, 8), true), Lattices.D2Q9, false))
                .isInstanceOf(CaseException.class)
                .hasMessageContaining("gives 8 populations on D2Q9, not 9");
    }
}
