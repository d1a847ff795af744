package dev.tessera.model.equilibrium;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tessera.expr.Expr;
import dev.tessera.expr.ExprGraph;
import dev.tessera.expr.Identity;
import dev.tessera.model.Equilibrium;
import dev.tessera.model.Moments;
import dev.tessera.model.VelocitySet;
import dev.tessera.model.collision.Collisions;
import dev.tessera.model.lattice.Lattices;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

final class EquilibriaTest {
    private final ExprGraph graph = new ExprGraph();
    private final Expr rho = graph.symbol("rho");

    static List<Arguments> models() {
        List<Arguments> models = new ArrayList<>();
        for (VelocitySet lattice : Lattices.all()) {
            for (Equilibrium equilibrium : Equilibria.idealGases()) {
                models.add(Arguments.of(lattice, equilibrium));
            }
        }
        return models;
    }

    private List<Expr> vector(String name, VelocitySet lattice) {
        return IntStream.range(0, lattice.dimensions())
                .mapToObj(axis -> graph.symbol(name + axis))
                .toList();
    }

    private Expr moment(VelocitySet lattice, List<Expr> populations, int a, int b) {
        return graph.sum(IntStream.range(0, lattice.size())
                .mapToObj(i -> graph.constant((long) lattice.velocity(i).along(a)
                                * lattice.velocity(i).along(b))
                        .times(populations.get(i)))
                .toList());
    }

    @ParameterizedTest
    @MethodSource("models")
    void moments_of_an_equilibrium_are_its_inputs(VelocitySet lattice, Equilibrium equilibrium) {
        List<Expr> u = vector("u", lattice);
        List<Expr> populations = equilibrium.populations(graph, lattice, new Moments(rho, u));
        Moments back = equilibrium.moments(graph, lattice, populations, List.of());
        assertThat(Identity.holds(back.density(), rho)).isTrue();
        for (int axis = 0; axis < lattice.dimensions(); axis++) {
            assertThat(Identity.holds(back.velocity().get(axis), u.get(axis))).isTrue();
        }
    }

    static List<Arguments> isotropicModels() {
        return models().stream()
                .filter(model -> ((VelocitySet) model.get()[0]).isotropy() >= 4)
                .toList();
    }

    /// On D3Q13 `w_i (rho + rho_0 (3 c·u + 3 (c·u)² - 3 u_n²))`, n the axis along which c does not move, and
    /// `w_0 (rho - rho_0 u²)` at rest: the moments of d'Humières, Bouzidi, Lallemand (2001), solved for the
    /// populations.
    @ParameterizedTest
    @MethodSource("dev.tessera.model.equilibrium.Equilibria#idealGases")
    void the_equilibrium_of_d3q13_has_no_third_moment_but_the_momentum(Equilibrium equilibrium) {
        var lattice = Lattices.D3Q13;
        List<Expr> u = vector("u", lattice);
        List<Expr> populations = equilibrium.populations(graph, lattice, new Moments(rho, u));
        Expr inertia = equilibrium.inertia(graph, rho);
        for (int i = 0; i < lattice.size(); i++) {
            var c = lattice.velocity(i);
            Expr along = graph.constant(0);
            Expr across = graph.constant(0);
            for (int axis = 0; axis < 3; axis++) {
                along = along.plus(graph.constant(c.along(axis)).times(u.get(axis)));
                across = c.along(axis) == 0 ? across.plus(u.get(axis).squared()) : across;
            }
            Expr moving = i == 0
                    ? across.negated()
                    : graph.constant(3).times(along.plus(along.squared()).minus(across));
            Expr expected = graph.constant(lattice.weight(i)).times(rho.plus(inertia.times(moving)));
            assertThat(Identity.holds(populations.get(i), expected)).isTrue();
        }
    }

    /// As printed: `w_i (rho + rho_0 (3 c·u + 9/2 (c·u)² - 3/2 u²))` with rho_0 = 1, He & Luo (1997); with rho
    /// in place of rho_0, Qian, d'Humières, Lallemand (1992).
    @ParameterizedTest
    @MethodSource("isotropicModels")
    void equilibria_are_those_of_the_literature(VelocitySet lattice, Equilibrium equilibrium) {
        List<Expr> u = vector("u", lattice);
        List<Expr> populations = equilibrium.populations(graph, lattice, new Moments(rho, u));
        Expr reference = equilibrium.key().equals("incompressible") ? graph.constant(1) : rho;
        Expr square = graph.sum(u.stream().map(Expr::squared).toList());
        for (int i = 0; i < lattice.size(); i++) {
            Expr along = graph.constant(0);
            for (int axis = 0; axis < u.size(); axis++) {
                along = along.plus(
                        graph.constant(lattice.velocity(i).along(axis)).times(u.get(axis)));
            }
            Expr moving = graph.constant(3)
                    .times(along)
                    .plus(graph.constant(9, 2).times(along.squared()))
                    .minus(graph.constant(3, 2).times(square));
            Expr expected = graph.constant(lattice.weight(i)).times(rho.plus(reference.times(moving)));
            assertThat(Identity.holds(populations.get(i), expected)).isTrue();
        }
    }

    @ParameterizedTest
    @MethodSource("models")
    void momentum_flux_is_pressure_and_inertia(VelocitySet lattice, Equilibrium equilibrium) {
        List<Expr> u = vector("u", lattice);
        List<Expr> populations = equilibrium.populations(graph, lattice, new Moments(rho, u));
        Expr inertia = equilibrium.inertia(graph, rho);
        for (int a = 0; a < lattice.dimensions(); a++) {
            for (int b = 0; b < lattice.dimensions(); b++) {
                Expr pressure = a == b ? graph.constant(1, 3).times(rho) : graph.constant(0);
                Expr expected = pressure.plus(inertia.times(u.get(a)).times(u.get(b)));
                assertThat(Identity.holds(moment(lattice, populations, a, b), expected))
                        .isTrue();
            }
        }
    }

    @ParameterizedTest
    @MethodSource("models")
    void half_of_the_force_is_in_the_velocity(VelocitySet lattice, Equilibrium equilibrium) {
        List<Expr> u = vector("u", lattice);
        List<Expr> force = vector("force", lattice);
        List<Expr> populations = equilibrium.populations(graph, lattice, new Moments(rho, u));
        Moments pushed = equilibrium.moments(graph, lattice, populations, force);
        Expr inertia = equilibrium.inertia(graph, rho);
        for (int axis = 0; axis < lattice.dimensions(); axis++) {
            Expr expected =
                    u.get(axis).plus(force.get(axis).over(graph.constant(2).times(inertia)));
            assertThat(Identity.holds(pushed.velocity().get(axis), expected)).isTrue();
        }
    }

    @Test
    void the_incompressible_equilibrium_is_linear_in_density() {
        var lattice = Lattices.D3Q19;
        List<Expr> u = vector("u", lattice);
        var equilibrium = new Incompressible();
        List<Expr> shifted = equilibrium.populations(graph, lattice, new Moments(rho.minus(graph.constant(1)), u));
        List<Expr> plain = equilibrium.populations(graph, lattice, new Moments(rho, u));
        for (int i = 0; i < lattice.size(); i++) {
            Expr weight = graph.constant(lattice.weight(i));
            assertThat(Identity.holds(plain.get(i), shifted.get(i).plus(weight)))
                    .isTrue();
        }
    }

    @Test
    void unknown_keys_list_the_known_ones() {
        assertThat(Equilibria.byKey("incompressible")).isEqualTo(new Incompressible());
        assertThatThrownBy(() -> Equilibria.byKey("ideal"))
                .hasMessage("unknown equilibrium ideal; known are incompressible, quasi-compressible, shallow-water");
        assertThatThrownBy(() -> Collisions.byKey("srt"))
                .hasMessageStartingWith("unknown collision srt; known are bgk, trt, mrt, regularized, ")
                .hasMessageEndingWith(", " + Collisions.all().getLast().key());
    }
}
