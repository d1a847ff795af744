package dev.tessera.model.collision;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.tessera.expr.Arithmetic;
import dev.tessera.expr.Evaluator;
import dev.tessera.expr.Expr;
import dev.tessera.expr.ExprGraph;
import dev.tessera.expr.Rational;
import dev.tessera.model.Collision;
import dev.tessera.model.Equilibrium;
import dev.tessera.model.Moments;
import dev.tessera.model.VelocitySet;
import dev.tessera.model.equilibrium.Incompressible;
import dev.tessera.model.lattice.Lattices;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

final class ShearDependentTest {
    private static final double REFERENCE = 0.02; // viscosity, lattice units
    private static final ViscosityLaw BLOOD = new CarreauYasuda(16.2, 1, 40, 0.3568, 2);

    /// The equations around every law: here the rate is any number.
    @Nested
    final class OnBgk extends CollisionKit {
        @Override
        Collision collision() {
            return new ViscosityOfPlace(new Bgk());
        }
    }

    @Nested
    final class OnTrt extends CollisionKit {
        @Override
        Collision collision() {
            return new ViscosityOfPlace(new Trt());
        }
    }

    @Nested
    final class OnMrt extends CollisionKit {
        @Override
        Collision collision() {
            return new ViscosityOfPlace(new Mrt());
        }
    }

    @Nested
    final class OnRegularized extends CollisionKit {
        @Override
        Collision collision() {
            return new ViscosityOfPlace(new Regularized());
        }

        @Override
        List<Expr> fixedPoint(ExprGraph graph, VelocitySet lattice, Equilibrium equilibrium, Moments moments) {
            return Regularized.equilibrium(graph, lattice, equilibrium, moments);
        }

        @Override
        List<Expr> forceTerm(TestNode node, Moments moments) {
            return RegularizedTest.hermiteForce(node, moments);
        }
    }

    static List<?> models() {
        return CollisionKit.models();
    }

    static List<ViscosityLaw> laws() {
        return List.of(
                BLOOD,
                new CarreauYasuda(16.2, 1, 1e-6, 0.3568, 2),
                new CarreauYasuda(1000, 1, 10, 0.1, 0.64),
                new CarreauYasuda(1.01, 1, 1, 0.99, 4),
                new PowerLaw(1, 0.5, 0.01, 100),
                new PowerLaw(1e-4, 0.2, 1, 1e4),
                new PowerLaw(20, 0.1, 1, 1e4),
                new PowerLaw(300, 0.95, 1, 1e4),
                new PowerLaw(1, 1.5, 0.01, 100),
                new PowerLaw(3, 2.5, 1, 1e4),
                new Casson(0.1, 1, 50),
                new Casson(1e3, 1, 1e4),
                new Casson(1e-8, 1, 1.001));
    }

    /// The shear rate and the viscosity of a law that belong to a stress, in FP64 and FP32.
    @ParameterizedTest
    @MethodSource("laws")
    void the_viscosity_that_belongs_to_a_stress_is_found(ViscosityLaw law) {
        ExprGraph graph = new ExprGraph();
        Evaluator solution =
                Evaluator.of(List.of(law.viscosity(graph, graph.symbol("stress"), graph.symbol("numerical"))));
        for (double numerical : new double[] {0.05, 1, 20, 200}) {
            for (double decade = -12; decade < 9; decade += 0.37) {
                double shearRate = Math.pow(10, decade);
                double exact = law.viscosity(shearRate);
                double stress = shearRate * (numerical + exact);
                double found = solution.run(Arithmetic.DOUBLE, name -> name.equals("stress") ? stress : numerical)
                        .getFirst();
                assertThat(found).as(law + " at " + shearRate).isCloseTo(exact, within(2e-9 * exact));
                float single = solution.run(
                                Arithmetic.FLOAT, name -> (float) (name.equals("stress") ? stress : numerical))
                        .getFirst();
                assertThat((double) single).as(law + " in FP32 at " + shearRate).isCloseTo(exact, within(1e-4 * exact));
            }
        }
    }

    @Test
    void blood_needs_four_steps_of_newton() {
        assertThat(new CarreauYasuda(16.2, 1, 40, 0.3568, 2).steps()).isEqualTo(4);
        assertThat(new PowerLaw(1.5, 0.5, 1, 50).steps()).isLessThanOrEqualTo(4);
        assertThat(new PowerLaw(1.5, 1.5, 1, 50).steps()).isLessThanOrEqualTo(4);
    }

    @ParameterizedTest
    @MethodSource("laws")
    void other_units_give_the_same_viscosity(ViscosityLaw law) {
        ViscosityLaw other = law.in(3e-6, 250);
        for (double shearRate : new double[] {1e-3, 1, 1e3}) {
            assertThat(other.viscosity(shearRate / 250) * 3e-6)
                    .isCloseTo(law.viscosity(shearRate), within(1e-12 * law.highest()));
        }
        assertThat(other.lowest() * 3e-6).isCloseTo(law.lowest(), within(1e-12 * law.lowest()));
        assertThat(other.highest() * 3e-6).isCloseTo(law.highest(), within(1e-12 * law.highest()));
    }

    /// A node whose populations carry the stress of a rate of strain S, by the Chapman–Enskog relation
    /// `Pi_ab = -2 m c_s² S_ab / omega` at the viscosity of the law.
    @ParameterizedTest
    @MethodSource("models")
    void the_stress_of_a_node_gives_the_viscosity_of_its_shear_rate(VelocitySet lattice, Equilibrium equilibrium) {
        for (Collision base : Collisions.ofGivenViscosity()) {
            for (ViscosityLaw law : laws()) {
                double shear = 3e-3;
                double viscosity = REFERENCE * law.viscosity(2 * shear / REFERENCE);
                double omega = 1 / (3 * viscosity + 0.5);
                var rates = localRates(new ShearDependent(base, law), lattice, equilibrium, shear, omega);
                assertThat((1 / rates.getFirst() - 0.5) / 3)
                        .as(base.key() + law)
                        .isCloseTo(viscosity, within(1e-8 * viscosity));
                if (base instanceof Trt trt) {
                    double magic = (1 / rates.getFirst() - 0.5) * (1 / rates.get(1) - 0.5);
                    assertThat(magic).isCloseTo(trt.magic().toDouble(), within(1e-9));
                }
            }
        }
    }

    private static List<Double> localRates(
            Collision collision, VelocitySet lattice, Equilibrium equilibrium, double shear, double omega) {
        ExprGraph graph = new ExprGraph();
        var moments = new Moments(
                graph.constant(103, 100),
                List.of(graph.constant(1, 20), graph.constant(-1, 30), graph.constant(1, 50))
                        .subList(0, lattice.dimensions()));
        List<Expr> rest = equilibrium.populations(graph, lattice, moments);
        double inertia = Evaluator.evaluate(equilibrium.inertia(graph, moments.density()), name -> Double.NaN);
        List<Expr> populations = new ArrayList<>();
        for (int i = 0; i < lattice.size(); i++) {
            double hermite =
                    2.0 * lattice.velocity(i).along(0) * lattice.velocity(i).along(1);
            double distance = 4.5 * lattice.weight(i).toDouble() * hermite * -2 * inertia * shear / 3 / omega;
            populations.add(rest.get(i).plus(graph.constant(Rational.exactly(distance))));
        }
        var input = new Collision.Input(
                graph,
                lattice,
                equilibrium,
                populations,
                equilibrium.moments(graph, lattice, populations, List.of()),
                List.of(),
                graph::symbol);
        var rates = collision.localRates(input);
        double reference = 1 / (3 * REFERENCE + 0.5);
        return Evaluator.of(List.of(rates.shear(), rates.odd()))
                .run(Arithmetic.DOUBLE, name -> name.equals("omega") ? reference : 1.2);
    }

    @Test
    void a_node_at_rest_has_the_highest_or_the_lowest_viscosity() {
        for (ViscosityLaw law : List.of(BLOOD, new PowerLaw(1, 0.5, 1, 30), new Casson(0.1, 1, 50))) {
            double omega = localRates(new ShearDependent(new Trt(), law), Lattices.D3Q19, new Incompressible(), 0, 1)
                    .getFirst();
            assertThat((1 / omega - 0.5) / 3 / REFERENCE).isCloseTo(law.highest(), within(1e-7 * law.highest()));
        }
    }

    @Test
    void settings_name_the_law_and_the_key_and_the_limits_are_those_of_the_collision() {
        var blood = new ShearDependent(new Mrt(), BLOOD);
        assertThat(blood.key()).isEqualTo("mrt");
        assertThat(blood.stabilityKey()).isEqualTo("mrt");
        assertThat(blood.settings(Lattices.D2Q9, 0.1)).contains("viscosity carreau-yasuda (zero-shear 16.2");
        assertThat(Collisions.isOwn(blood)).isTrue();
        assertThat(LocalViscosity.innermost(new ViscosityOfPlace(new Smagorinsky(new Trt(), Smagorinsky.USUAL))))
                .isEqualTo(new Trt());
    }

    @Test
    void two_models_for_one_viscosity_are_refused() {
        assertThatThrownBy(() -> new ShearDependent(new Smagorinsky(new Bgk(), Smagorinsky.USUAL), BLOOD))
                .hasMessageContaining("Remove the constant smagorinsky");
        assertThatThrownBy(() -> new ShearDependent(new Elbm(), BLOOD)).hasMessageContaining("such as trt");
        assertThatThrownBy(() -> new ViscosityOfPlace(new Elbm())).hasMessageContaining("such as trt");
        assertThatThrownBy(() -> new ViscosityOfPlace(new ShearDependent(new Bgk(), BLOOD)))
                .hasMessageContaining("given twice");
        assertThat(new ShearDependent(new Mrt(), BLOOD).unsupported(Lattices.D3Q13))
                .hasValueSatisfying(reason -> assertThat(reason).contains("isotropic to fourth order"));
    }

    @Test
    void laws_without_sense_are_refused() {
        assertThatThrownBy(() -> new PowerLaw(1, 1, 0.1, 10)).hasMessageContaining("write the viscosity alone");
        assertThatThrownBy(() -> new PowerLaw(1, 0.05, 0.1, 10)).hasMessageContaining("between 0.1 and 2.5");
        assertThatThrownBy(() -> new PowerLaw(1, 0.5, 10, 0.1)).hasMessageContaining("not below its maximum");
        assertThatThrownBy(() -> new CarreauYasuda(1, 2, 1, 0.5, 2)).hasMessageContaining("above that at high shear");
        assertThatThrownBy(() -> new CarreauYasuda(2, 1, 1, 1.5, 2)).hasMessageContaining("shear-thinning");
        assertThatThrownBy(() -> new Casson(0, 1, 2)).hasMessageContaining("yield stress");
        assertThatThrownBy(() -> new Casson(1, 2, 1)).hasMessageContaining("maximum above");
    }
}
