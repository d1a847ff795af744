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
import dev.tessera.model.boundary.AxisMapping;
import dev.tessera.model.equilibrium.Incompressible;
import dev.tessera.model.lattice.Lattices;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

final class SmagorinskyTest {
    private static final Rational CONSTANT = Rational.of(4, 25);
    private static final double MOLECULAR_RATE = 1.93;

    @Nested
    final class OnBgk extends CollisionKit {
        @Override
        Collision collision() {
            return new Smagorinsky(new Bgk(), CONSTANT);
        }
    }

    @Nested
    final class OnTrt extends CollisionKit {
        @Override
        Collision collision() {
            return new Smagorinsky(new Trt(), CONSTANT);
        }
    }

    @Nested
    final class OnMrt extends CollisionKit {
        @Override
        Collision collision() {
            return new Smagorinsky(new Mrt(), CONSTANT);
        }
    }

    @Nested
    final class OnRegularized extends CollisionKit {
        @Override
        Collision collision() {
            return new Smagorinsky(new Regularized(), CONSTANT);
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

    /// TRT computes the odd rate from the even one instead of reading it, with a rounding of its own.
    @ParameterizedTest
    @MethodSource("models")
    void with_constant_zero_every_collision_is_itself_bit_for_bit(VelocitySet lattice, Equilibrium equilibrium) {
        Random random = new Random(11);
        for (Collision collision : Collisions.on(lattice, equilibrium)) {
            var node = new CollisionKit.TestNode(lattice, equilibrium, true);
            List<Expr> both = new ArrayList<>(node.collide(collision));
            both.addAll(node.collide(new Smagorinsky(collision, Rational.ZERO)));
            var rates = collision.rates(lattice, 0.0123);
            for (int sample = 0; sample < 20; sample++) {
                List<Double> values = Evaluator.of(both)
                        .run(Arithmetic.DOUBLE, name -> rates.getOrDefault(name, 0.05 + 0.1 * random.nextDouble()));
                for (int i = 0; i < lattice.size(); i++) {
                    assertThat(values.get(lattice.size() + i))
                            .as(collision.key())
                            .isCloseTo(values.get(i), within(collision instanceof Trt ? 1e-15 : 0));
                }
            }
        }
    }

    /// A node whose populations carry the stress of a given rate of strain S, by the Chapman–Enskog relation
    /// `Pi_ab = -2 m c_s² S_ab / omega` at the expected viscosity `nu_0 + C² |S|`.
    @ParameterizedTest
    @MethodSource("models")
    void viscosity_grows_by_the_squared_constant_times_the_rate_of_strain(
            VelocitySet lattice, Equilibrium equilibrium) {
        double[][][] strains = {
            {{0, 0.01, 0}, {0.01, 0, 0}, {0, 0, 0}},
            {{0.004, 0.01, 0}, {0.01, -0.004, 0}, {0, 0, 0}},
            {{0.03, -0.02, 0.01}, {-0.02, -0.05, 0.004}, {0.01, 0.004, 0.02}},
        };
        double molecular = (1 / MOLECULAR_RATE - 0.5) / 3;
        for (Collision base : Collisions.ofGivenViscosity()) {
            for (double[][] strain : strains) {
                if (lattice.dimensions() == 2 && strain[0][2] != 0) {
                    continue;
                }
                double size = Math.sqrt(2 * product(strain));
                double expected = molecular + Math.pow(CONSTANT.toDouble(), 2) * size;
                double omega = 1 / (3 * expected + 0.5);
                var rates = localRates(new Smagorinsky(base, CONSTANT), lattice, equilibrium, strain, omega);
                assertThat((1 / rates.getFirst() - 0.5) / 3).isCloseTo(expected, within(1e-12));
                if (base instanceof Trt trt) {
                    double magic = (1 / rates.getFirst() - 0.5) * (1 / rates.get(1) - 0.5);
                    assertThat(magic).isCloseTo(trt.magic().toDouble(), within(1e-12));
                }
            }
        }
    }

    /// Even and odd local rate of a node in this strain.
    private static List<Double> localRates(
            Collision collision, VelocitySet lattice, Equilibrium equilibrium, double[][] strain, double omega) {
        var node = new CollisionKit.TestNode(lattice, equilibrium, false);
        ExprGraph graph = node.graph;
        var moments = new Moments(
                graph.constant(103, 100),
                List.of(graph.constant(1, 20), graph.constant(-1, 30), graph.constant(1, 50))
                        .subList(0, lattice.dimensions()));
        List<Expr> rest = equilibrium.populations(graph, lattice, moments);
        double inertia = Evaluator.evaluate(equilibrium.inertia(graph, moments.density()), name -> Double.NaN);
        List<Expr> populations = new ArrayList<>();
        for (int i = 0; i < lattice.size(); i++) {
            double sum = 0;
            for (int a = 0; a < lattice.dimensions(); a++) {
                for (int b = 0; b < lattice.dimensions(); b++) {
                    double hermite =
                            lattice.velocity(i).along(a) * lattice.velocity(i).along(b) - (a == b ? 1 / 3.0 : 0);
                    sum += hermite * -2 * inertia * strain[a][b] / 3 / omega;
                }
            }
            double distance = 4.5 * lattice.weight(i).toDouble() * sum;
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
        return Evaluator.of(List.of(rates.shear(), rates.odd()))
                .run(Arithmetic.DOUBLE, name -> name.equals("omega") ? MOLECULAR_RATE : 1.2);
    }

    private static double product(double[][] tensor) {
        double sum = 0;
        for (double[] row : tensor) {
            for (double entry : row) {
                sum += entry * entry;
            }
        }
        return sum;
    }

    @ParameterizedTest
    @MethodSource("models")
    void rotations_and_reflections_do_not_change_the_viscosity(VelocitySet lattice, Equilibrium equilibrium) {
        var node = new CollisionKit.TestNode(lattice, equilibrium, true);
        var model = new Smagorinsky(new Bgk(), CONSTANT);
        Expr own = model.localRates(node.input()).shear();
        for (var turn : AxisMapping.generators(lattice.dimensions())) {
            List<Expr> populations = turn.populations(lattice, node.populations);
            List<Expr> force = turn.vector(node.force);
            var turned = new Collision.Input(
                    node.graph,
                    lattice,
                    equilibrium,
                    populations,
                    equilibrium.moments(node.graph, lattice, populations, force),
                    force,
                    node.graph::symbol);
            node.assertSame(model.localRates(turned).shear(), own);
        }
    }

    @Test
    void a_larger_stress_gives_a_lower_rate_and_never_a_negative_one() {
        double before = MOLECULAR_RATE;
        for (double shear : new double[] {1e-6, 1e-3, 1, 1e3}) {
            double[][] strain = {{0, shear, 0}, {shear, 0, 0}, {0, 0, 0}};
            double omega = 1 / (3 * ((1 / MOLECULAR_RATE - 0.5) / 3 + 0.0256 * 2 * shear) + 0.5);
            double rate = localRates(
                            new Smagorinsky(new Bgk(), CONSTANT), Lattices.D3Q19, new Incompressible(), strain, omega)
                    .getFirst();
            assertThat(rate).isBetween(0.0, before);
            before = rate;
        }
    }

    @Test
    void its_limits_and_settings_name_the_constant() {
        var usual = new Smagorinsky(new Mrt(), Smagorinsky.USUAL);
        assertThat(usual.key()).isEqualTo("mrt-smagorinsky");
        assertThat(usual.stabilityKey()).isEqualTo("mrt-smagorinsky");
        assertThat(new Smagorinsky(new Mrt(), Rational.of(9, 100)).stabilityKey())
                .isEqualTo("mrt");
        assertThat(usual.settings(Lattices.D2Q9, 0.1))
                .startsWith("mrt with rates {omega=")
                .endsWith("Smagorinsky constant 1/10");
    }

    @Test
    void a_negative_constant_and_a_model_on_a_model_are_refused() {
        assertThatThrownBy(() -> new Smagorinsky(new Bgk(), Rational.of(-1, 10)))
                .hasMessage("the Smagorinsky constant is -0.1, but must be zero or more; 0.1 to 0.2 are usual");
        var once = new Smagorinsky(new Bgk(), CONSTANT);
        assertThatThrownBy(() -> new Smagorinsky(once, CONSTANT))
                .hasMessage("the Smagorinsky model is applied twice; give one constant");
    }
}
