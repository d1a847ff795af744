package dev.tessera.model.collision;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.tessera.expr.Arithmetic;
import dev.tessera.expr.Expr;
import dev.tessera.expr.ExprGraph;
import dev.tessera.expr.Rational;
import dev.tessera.kernel.Kernel;
import dev.tessera.kernel.NodeEvaluator;
import dev.tessera.kernel.StepKernels;
import dev.tessera.model.Collision;
import dev.tessera.model.Equilibrium;
import dev.tessera.model.FluidModel;
import dev.tessera.model.Velocity;
import dev.tessera.model.VelocitySet;
import dev.tessera.model.equilibrium.Incompressible;
import dev.tessera.model.lattice.Lattices;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.SequencedMap;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

final class MrtTest extends CollisionKit {
    private static final List<String> ODD =
            List.of(MomentBasis.FLUX, MomentBasis.ANTISYMMETRIC, MomentBasis.XYZ, MomentBasis.FIFTH);

    @Override
    Collision collision() {
        return new Mrt();
    }

    /// MRT has all lattices.
    static List<Arguments> models() {
        return CollisionKit.models(Lattices.all());
    }

    static List<Arguments> isotropicModels() {
        return CollisionKit.models();
    }

    @ParameterizedTest
    @MethodSource("isotropicModels")
    void with_equal_rates_and_a_force_it_is_bgk(VelocitySet lattice, Equilibrium equilibrium) {
        var node = new TestNode(lattice, equilibrium, true);
        List<Expr> one = node.collideWithRates(new Mrt(), name -> node.graph.symbol("omega"));
        List<Expr> other = node.collide(new Bgk());
        for (int i = 0; i < lattice.size(); i++) {
            node.assertSame(one.get(i), other.get(i));
        }
    }

    @ParameterizedTest
    @MethodSource("isotropicModels")
    void with_one_even_and_one_odd_rate_and_a_force_it_is_trt(VelocitySet lattice, Equilibrium equilibrium) {
        var node = new TestNode(lattice, equilibrium, true);
        Function<String, Expr> rates = name -> node.graph.symbol(ODD.contains(name) ? "omega_minus" : "omega");
        List<Expr> one = node.collideWithRates(new Mrt(), rates);
        List<Expr> other = node.collide(new Trt());
        for (int i = 0; i < lattice.size(); i++) {
            node.assertSame(one.get(i), other.get(i));
        }
    }

    /// The definition, by dense matrices: `f - M^-1 S (m - m_eq) + M^-1 (1 - S/2) M F`, with
    /// `M^-1 = W M^T N^-1`.
    @ParameterizedTest
    @MethodSource("models")
    void fast_transforms_equal_the_dense_matrices(VelocitySet lattice, Equilibrium equilibrium) {
        for (boolean forced : new boolean[] {false, true}) {
            var node = new TestNode(lattice, equilibrium, forced);
            ExprGraph graph = node.graph;
            var basis = MomentBasis.of(lattice);
            List<Expr> rest = equilibrium.populations(graph, lattice, node.moments());
            List<Expr> push = forced ? guo(node, node.moments()) : node.zeros();
            List<Expr> steps = new ArrayList<>();
            for (Mode mode : basis.modes()) {
                Expr distance = node.moment(node.populations, mode).minus(node.moment(rest, mode));
                Expr rate = mode.conserved() ? graph.constant(0) : graph.symbol(mode.rate());
                Expr added =
                        graph.constant(1).minus(rate.over(graph.constant(2))).times(node.moment(push, mode));
                steps.add(added.minus(rate.times(distance)).over(graph.constant(mode.norm())));
            }
            List<Expr> after = node.collide(collision());
            for (int i = 0; i < lattice.size(); i++) {
                Expr change = graph.constant(0);
                for (int k = 0; k < steps.size(); k++) {
                    Rational factor = lattice.weight(i)
                            .times(basis.modes().get(k).values().get(i));
                    change = change.plus(graph.constant(factor).times(steps.get(k)));
                }
                node.assertSame(after.get(i), node.populations.get(i).plus(change));
            }
        }
    }

    @ParameterizedTest
    @MethodSource("models")
    void the_trace_of_the_stress_relaxes_at_the_bulk_rate(VelocitySet lattice, Equilibrium equilibrium) {
        var node = new TestNode(lattice, equilibrium, false);
        List<Expr> after = node.collide(collision());
        List<Expr> rest = equilibrium.populations(node.graph, lattice, node.moments());
        Expr kept = node.graph.constant(1).minus(node.graph.symbol("omega_bulk"));
        node.assertSame(
                node.trace(after).minus(node.trace(rest)),
                kept.times(node.trace(node.populations).minus(node.trace(rest))));
    }

    /// Coefficients are rounded, and a long run applies them a million times: no node may gain or lose a
    /// fraction of its mass or momentum in each step. In single precision one rounding is a fraction of 3e-8.
    @ParameterizedTest
    @MethodSource("dev.tessera.model.lattice.Lattices#all")
    void rounding_conserves_mass_and_momentum(VelocitySet lattice) {
        var model = new FluidModel(lattice, new Incompressible(), collision(), FluidModel.BodyForce.NONE);
        var step = NodeEvaluator.of(StepKernels.bulk(model).step());
        SequencedMap<String, Double> rates = collision().rates(lattice, 0.031);
        Random random = new Random(7);
        int nodes = 4000;
        double[] gained = new double[1 + lattice.dimensions()];
        for (int node = 0; node < nodes; node++) {
            List<Float> before = new ArrayList<>();
            for (int i = 0; i < lattice.size(); i++) {
                double push = 0.15 * lattice.velocity(i).x()
                        + 0.1 * lattice.velocity(i).y();
                before.add((float) (lattice.weight(i).toDouble() * (1 + push + 0.1 * (random.nextDouble() - 0.5))));
            }
            var after = step.run(Arithmetic.FLOAT, source -> switch (source) {
                case Kernel.Source.Parameter(String name) ->
                    Objects.requireNonNull(rates.get(name)).floatValue();
                case Kernel.Source.PopulationIn(String array, int i) -> before.get(i);
                case Kernel.Source.FieldAt at -> throw new AssertionError(at);
                case Kernel.Source.MomentAt at -> throw new AssertionError(at);
                case Kernel.Source.FieldIn field -> throw new AssertionError(field);
                case Kernel.Source.Series series -> throw new AssertionError(series);
            });
            for (int i = 0; i < lattice.size(); i++) {
                double change =
                        (double) Objects.requireNonNull(after.get(new Kernel.Sink.PopulationOut(i))) - before.get(i);
                gained[0] += change / nodes;
                for (int axis = 0; axis < lattice.dimensions(); axis++) {
                    gained[1 + axis] += change * lattice.velocity(i).along(axis) / nodes;
                }
            }
        }
        for (double gain : gained) {
            assertThat(gain).isCloseTo(0, within(4e-9));
        }
    }

    /// Rates of d'Humières et al. (2002) for the even moments; the odd ones depend on the viscosity.
    @ParameterizedTest
    @MethodSource("dev.tessera.model.lattice.Lattices#all")
    void default_rates_are_those_of_the_literature(VelocitySet lattice) {
        var viscous = new Mrt().rates(lattice, 0.5);
        var thin = new Mrt().rates(lattice, 0.05);
        Map<String, Double> even = Map.of("omega_bulk", 1.19, "omega_epsilon", 1.4, "omega_pi", 1.4, "omega_6", 1.4);
        for (String name : Mrt.settableRates(lattice)) {
            assertThat(ODD.contains(name)).as(name).isNotEqualTo(even.containsKey(name));
            assertThat(thin.get(name)).as(name).isEqualTo(even.getOrDefault(name, 1.2));
            double odd = lattice == Lattices.D3Q13 ? 1 / (1.0 / 4 / 1 + 0.5) : 1 / (3.0 / 16 / 1.5 + 0.5);
            assertThat(viscous.get(name)).as(name).isEqualTo(even.getOrDefault(name, odd));
        }
    }

    /// Of d'Humières, Bouzidi, Lallemand, Phys. Rev. E 63, 066702 (2001).
    @Test
    void d3q13_has_a_rate_each_for_shear_and_normal_stress() {
        var rates = new Mrt().rates(Lattices.D3Q13, 0.02);
        assertThat(rates.sequencedKeySet()).containsExactly("omega", "omega_normal", "omega_bulk", "omega_m");
        assertThat(rates.get("omega")).isCloseTo(2 / (4 * 0.02 + 1), within(1e-15));
        assertThat(rates.get("omega_normal")).isCloseTo(2 / (8 * 0.02 + 1), within(1e-15));
        assertThat(ShearRate.bulkViscosity(Lattices.D3Q13, 1)).isCloseTo(1.0 / 6, within(1e-15));
    }

    /// Populations along the axes alone have no moment xy: no collision gives them a shear viscosity.
    @Test
    void a_lattice_without_shear_stress_is_refused() {
        List<Velocity> axes = List.of(
                new Velocity(0, 0, 0),
                new Velocity(1, 0, 0),
                new Velocity(-1, 0, 0),
                new Velocity(0, 1, 0),
                new Velocity(0, -1, 0),
                new Velocity(0, 0, 1),
                new Velocity(0, 0, -1));
        Rational eighth = Rational.of(1, 8);
        var d3q7 = new VelocitySet(
                "D3Q7",
                3,
                axes,
                List.of(Rational.of(1, 4), eighth, eighth, eighth, eighth, eighth, eighth),
                Rational.of(1, 4));
        assertThat(d3q7.isotropy()).isEqualTo(2);
        assertThatThrownBy(() -> new FluidModel(d3q7, new Incompressible(), new Mrt(), FluidModel.BodyForce.NONE))
                .hasMessage(
                        "lattice D3Q7 carries no shear stress, so that no collision can give it a viscosity; it suits scalars, not flow");
    }

    @Test
    void other_collisions_refuse_a_lattice_that_is_not_isotropic_enough() {
        assertThat(Collisions.on(Lattices.D3Q13)).containsExactly(new Mrt());
        assertThat(Collisions.on(Lattices.D2Q9)).isEqualTo(Collisions.all());
        assertThat(new Bgk().unsupported(Lattices.D3Q13).orElseThrow())
                .isEqualTo(
                        "collision bgk has one rate for the whole stress and needs a lattice that is isotropic to fourth"
                                + " order, but D3Q13 is isotropic to order 2 only. Use collision mrt, or another lattice");
        assertThat(new Smagorinsky(new Mrt(), Smagorinsky.USUAL)
                        .unsupported(Lattices.D3Q13)
                        .orElseThrow())
                .startsWith("the Smagorinsky model needs a lattice that is isotropic to fourth order");
    }

    @Test
    void rates_are_settable_by_name() {
        SequencedMap<String, Double> fixed = new LinkedHashMap<>();
        fixed.put("omega_epsilon", 1.9);
        var rates = new Mrt(fixed).rates(Lattices.D3Q19, 1.0 / 6);
        assertThat(rates.sequencedKeySet())
                .containsExactly("omega", "omega_bulk", "omega_q", "omega_m", "omega_epsilon", "omega_pi");
        assertThat(rates.get("omega_epsilon")).isEqualTo(1.9);
        assertThat(rates.get("omega_bulk")).isEqualTo(1.19);
    }

    @Test
    void odd_rates_keep_the_magic_parameter_where_it_is_stable() {
        var viscous = new Mrt().rates(Lattices.D2Q9, 0.5);
        double magic = (1 / Objects.requireNonNull(viscous.get("omega")) - 0.5)
                * (1 / Objects.requireNonNull(viscous.get("omega_q")) - 0.5);
        assertThat(magic).isCloseTo(3.0 / 16, within(1e-12));
        assertThat(new Mrt().rates(Lattices.D2Q9, 1e-4).get("omega_q")).isEqualTo(1.2);
    }

    @Test
    void an_unknown_rate_lists_those_of_the_lattice() {
        SequencedMap<String, Double> fixed = new LinkedHashMap<>();
        fixed.put("omega_m", 1.9);
        assertThatThrownBy(() -> new Mrt(fixed).rates(Lattices.D2Q9, 0.1))
                .hasMessage("MRT on D2Q9 has no rate omega_m; it has omega_bulk, omega_q, omega_epsilon");
    }

    @Test
    void the_shear_rate_cannot_be_set() {
        SequencedMap<String, Double> fixed = new LinkedHashMap<>();
        fixed.put("omega", 1.9);
        assertThatThrownBy(() -> new Mrt(fixed))
                .hasMessage(
                        "rate omega of MRT follows from the viscosity and cannot be set; set the viscosity instead");
    }
}
