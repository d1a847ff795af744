package dev.tessera.solver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.tessera.expr.ExprGraph;
import dev.tessera.expr.Form.ElementaryFunction;
import dev.tessera.geometry.shape.Domain;
import dev.tessera.geometry.shape.ShapeSource;
import dev.tessera.geometry.shape.Side;
import dev.tessera.model.Formula;
import dev.tessera.model.collision.Bgk;
import dev.tessera.model.lattice.Lattices;
import dev.tessera.model.mixture.Adhesion;
import dev.tessera.model.mixture.Coupling;
import dev.tessera.model.mixture.ExpressedPotential;
import dev.tessera.model.mixture.Potential;
import dev.tessera.model.mixture.Potentials;
import dev.tessera.model.mixture.ShanChen;
import dev.tessera.solver.field.ComponentDensity;
import dev.tessera.solver.field.Velocity;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Shan–Chen mixtures whose pseudopotentials a user has written, one for each component.
final class OwnPotentialTest extends MixtureKit {
    private static final List<String> NAMES = List.of("oil", "water");
    private static final Potential VAPOUR = (graph, density) ->
            graph.call(ElementaryFunction.EXP, List.of(graph.constant(-1).over(density)));
    private static final List<Coupling> COUPLINGS =
            List.of(new Coupling("oil", "water", 2), new Coupling("oil", "oil", -1));

    /// `sqrt(rho)`, of a case file.
    private static Potential root() {
        ExprGraph graph = new ExprGraph();
        return new ExpressedPotential(new Formula("sqrt(rho)", graph.squareRoot(graph.symbol("rho"))));
    }

    private static ShanChen mixture(Potential oil) {
        return new ShanChen(NAMES, List.of(oil, root()), COUPLINGS, List.of(new Adhesion("oil", 0.2)));
    }

    private static CaseBuilder theCase(ShanChen mixture, Value oil, Value water) {
        Side around = Side.periodic();
        return Case.named("own")
                .geometry(ShapeSource.in(Domain.of2d(SIZE, SIZE, around, around, around, around)))
                .spacingM(1)
                .fluid(1, 0.1)
                .mixture(mixture, List.of(new Case.Component("oil", 0.2, oil), new Case.Component("water", 0.1, water)))
                .collision(new Bgk())
                .lattice(Lattices.D2Q9)
                .timeStepS(1)
                .atMostSteps(1);
    }

    private static Value wave(int sign) {
        return Value.varying(at -> at.number(1)
                .plus(at.number(sign * 0.1)
                        .times(at.x().minus(at.number(5.5)).times(at.y()))
                        .times(at.number(1.0 / 36))));
    }

    @Override
    CaseBuilder mixed() {
        return theCase(mixture(VAPOUR), wave(1), wave(-1));
    }

    /// The same nodes and words; another number in the equation of one component.
    @Override
    Case other() {
        return obstructed()
                .potential(
                        "oil",
                        (graph, density) -> graph.call(
                                ElementaryFunction.EXP,
                                List.of(graph.constant(-2).over(density))))
                .build();
    }

    @Override
    double[] state(Simulation simulation) {
        return density(simulation, "oil");
    }

    private static double[] density(Simulation simulation, String component) {
        var field = new ComponentDensity(component);
        return simulation.snapshot(List.of(field)).field(field).values()[0];
    }

    /// `F_a = -psi_a(x) sum of G_ab w_i psi_b(x + c_i) c_i`, half of which the velocity of the first moment
    /// has.
    @Test
    void every_component_has_the_force_of_its_own_potential() {
        Value oil = Value.varying(at -> at.number(1).plus(at.number(0.05).times(at.y())));
        Value water = Value.varying(at -> at.number(2).minus(at.number(0.02).times(at.y())));
        try (Simulation simulation = open(theCase(mixture(VAPOUR), oil, water).build())) {
            double[] a = density(simulation, "oil");
            double[] b = density(simulation, "water");
            double[] velocity = simulation.snapshot(List.of(new Velocity())).velocityMPerS()[1];
            for (int y = 1; y < SIZE - 1; y++) {
                int n = y * SIZE;
                double ofOil = psi(a[n + SIZE]) - psi(a[n - SIZE]);
                double ofWater = Math.sqrt(b[n + SIZE]) - Math.sqrt(b[n - SIZE]);
                double force = -psi(a[n]) * (2 * ofWater - ofOil) / 6 - Math.sqrt(b[n]) * 2 * ofOil / 6;
                assertThat(velocity[n]).isCloseTo(0.5 * force / (a[n] + b[n]), within(1e-15));
            }
        }
    }

    private static double psi(double density) {
        return Math.exp(-1 / density);
    }

    /// With `psi = exp(-1/rho)` alone, `psi'/psi = 1/rho²`: the flat interface then obeys Maxwell's rule.
    /// For G = -9.6 the pressures `rho/3 - 1.6 psi²` are equal, and the areas of `(p - p_0)/rho²` below and
    /// above p_0, at the densities 0.39853 and 2.57320.
    ///
    /// Source: Shan, Chen, Phys. Rev. E 49, 2941 (1994).
    @Test
    void liquid_and_vapour_have_the_densities_of_maxwells_rule() {
        int length = 64;
        Side around = Side.periodic();
        Value layer = Value.varying(at -> at.number(0.4)
                .plus(at.number(1.1)
                        .times(at.tanh(at.y().minus(at.number(16)))
                                .minus(at.tanh(at.y().minus(at.number(48)))))));
        var mixture = new ShanChen(List.of("water"), VAPOUR, List.of(new Coupling("water", "water", -9.6)));
        Case theCase = theCase(mixture(VAPOUR), Value.of(1), Value.of(1))
                .geometry(ShapeSource.in(Domain.of2d(1, length, around, around, around, around)))
                .fluid(1, 1.0 / 6)
                .mixture(mixture, List.of(new Case.Component("water", 1.0 / 6, layer)))
                .build();
        try (Simulation simulation = openOn(theCase, "cpu:jvm")) {
            simulation.step(10_000);
            double[] density = density(simulation, "water");
            assertThat(Arrays.stream(density).max().orElseThrow()).isCloseTo(2.57320, within(0.002));
            assertThat(Arrays.stream(density).min().orElseThrow()).isCloseTo(0.39853, within(0.002));
        }
    }

    @Test
    void a_potential_is_changed_for_one_component() {
        Case changed = mixed().potential("oil", Potentials.CLASSIC).build();
        ShanChen mixture = (ShanChen) changed.model().mixture().orElseThrow();
        assertThat(mixture.potentials()).containsExactly(Potentials.CLASSIC, root());
        assertThatThrownBy(() -> mixed().potential("air", VAPOUR)).hasMessageContaining("[oil, water]");
        assertThatThrownBy(() -> Case.named("single").potential("oil", VAPOUR))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("no Shan–Chen mixture");
    }

    @Test
    void the_text_of_a_mixture_has_the_equations() {
        assertThat(mixture(VAPOUR).toString()).contains("potentials=[e2 = -1/rho; e3 = exp[e2], expression sqrt(rho)]");
    }

    @Test
    void potentials_that_kernels_cannot_compute_are_refused() {
        assertThatThrownBy(() -> mixture((graph, density) -> density.times(graph.symbol("t"))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("a pseudopotential is an expression of rho, and of no t");
        assertThatThrownBy(() -> mixture((graph, density) -> graph.call(ElementaryFunction.TAN, List.of(density))))
                .hasMessageContaining("which have no tan");
        assertThatThrownBy(() -> new ShanChen(NAMES, List.of(VAPOUR), COUPLINGS, List.of()))
                .hasMessageContaining("1 pseudopotentials for the components [oil, water]");
    }

    @Test
    void potentials_that_are_no_numbers_at_the_start_are_refused() {
        requireRefused(
                theCase(mixture(VAPOUR), wave(1), Value.of(-1)).build(),
                "model.potential: the pseudopotential of water is NaN at density -1.0 of the start");
    }
}
