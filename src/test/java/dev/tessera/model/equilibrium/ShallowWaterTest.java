package dev.tessera.model.equilibrium;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.tessera.expr.Expr;
import dev.tessera.expr.ExprGraph;
import dev.tessera.expr.Identity;
import dev.tessera.model.Collision;
import dev.tessera.model.FluidModel;
import dev.tessera.model.Moments;
import dev.tessera.model.VelocitySet;
import dev.tessera.model.collision.Bgk;
import dev.tessera.model.collision.Collisions;
import dev.tessera.model.collision.Smagorinsky;
import dev.tessera.model.collision.Trt;
import dev.tessera.model.lattice.Lattices;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class ShallowWaterTest {
    private static final VelocitySet LATTICE = Lattices.D2Q9;
    private final ExprGraph graph = new ExprGraph();
    private final Expr height = graph.symbol("h");
    private final List<Expr> velocity = List.of(graph.symbol("ux"), graph.symbol("uy"));
    private final Moments moments = new Moments(height, velocity);
    private final ShallowWater water = new ShallowWater();
    private final List<Expr> populations = water.populations(graph, LATTICE, moments);

    /// As Zhou (2004) prints it, eq. 3.65, with e = 1 and g = 1/3.
    @Test
    void the_equilibrium_is_that_of_zhou() {
        Expr square = velocity.get(0).squared().plus(velocity.get(1).squared());
        Expr gravity = graph.constant(1, 3);
        for (int i = 0; i < LATTICE.size(); i++) {
            var c = LATTICE.velocity(i);
            Expr along = graph.constant(c.x())
                    .times(velocity.get(0))
                    .plus(graph.constant(c.y()).times(velocity.get(1)));
            int share = i == 0 ? 1 : c.x() * c.y() == 0 ? 1 : 4; // axes 1/6, 1/3, 1/2; diagonals a quarter of them
            Expr moving = gravity.times(height)
                    .times(height)
                    .times(graph.constant(1, 6L * share))
                    .plus(height.times(along).times(graph.constant(1, 3L * share)))
                    .plus(height.times(along.squared()).times(graph.constant(1, 2L * share)))
                    .minus(height.times(square).times(graph.constant(1, 6L * share)));
            Expr resting = height.minus(graph.constant(5, 6).times(gravity).times(height.squared()))
                    .minus(graph.constant(2, 3).times(height).times(square));
            assertThat(Identity.holds(populations.get(i), i == 0 ? resting : moving))
                    .as("direction %d", i)
                    .isTrue();
        }
    }

    @Test
    void its_moments_are_height_momentum_and_depth_integrated_pressure() {
        Moments back = water.moments(graph, LATTICE, populations, List.of());
        assertThat(Identity.holds(back.density(), height)).isTrue();
        for (int a = 0; a < 2; a++) {
            assertThat(Identity.holds(back.velocity().get(a), velocity.get(a))).isTrue();
            for (int b = 0; b < 2; b++) {
                Expr pressure = a == b ? graph.constant(1, 6).times(height.squared()) : graph.constant(0);
                Expr expected = pressure.plus(height.times(velocity.get(a)).times(velocity.get(b)));
                assertThat(Identity.holds(secondMoment(populations, a, b), expected))
                        .isTrue();
            }
        }
    }

    private Expr secondMoment(List<Expr> of, int a, int b) {
        return graph.sum(IntStream.range(0, LATTICE.size())
                .mapToObj(i -> graph.constant((long) LATTICE.velocity(i).along(a)
                                * LATTICE.velocity(i).along(b))
                        .times(of.get(i)))
                .toList());
    }

    /// The height and the momentum of any populations, not only of equilibria: Sailfish's form loses height here.
    @Test
    void bgk_conserves_height_and_momentum_and_keeps_the_equilibrium() {
        List<Expr> any = IntStream.range(0, LATTICE.size())
                .mapToObj(i -> graph.symbol("f" + i))
                .toList();
        List<Expr> relaxed = relaxed(any);
        assertThat(Identity.holds(graph.sum(relaxed), graph.sum(any))).isTrue();
        for (int axis = 0; axis < 2; axis++) {
            assertThat(Identity.holds(
                            RawMoments.momentum(graph, LATTICE, relaxed, List.of())
                                    .get(axis),
                            RawMoments.momentum(graph, LATTICE, any, List.of()).get(axis)))
                    .isTrue();
        }
        List<Expr> still = relaxed(populations);
        for (int i = 0; i < LATTICE.size(); i++) {
            assertThat(Identity.holds(still.get(i), populations.get(i))).isTrue();
        }
    }

    private List<Expr> relaxed(List<Expr> f) {
        Moments of = water.moments(graph, LATTICE, f, List.of());
        return new Bgk().relax(new Collision.Input(graph, LATTICE, water, f, of, List.of(), graph::symbol));
    }

    @Test
    void waves_on_the_unit_of_height_travel_at_the_speed_of_sound() {
        double unitM = new ShallowWater(9.81).heightUnitM(20); // dx/dt = 20 m/s
        assertThat(Math.sqrt(9.81 * unitM) / 20).isCloseTo(Math.sqrt(1.0 / 3), within(1e-15));
    }

    @Test
    void everything_but_bgk_on_d2q9_is_refused() {
        for (VelocitySet lattice : Lattices.all()) {
            for (Collision collision : Collisions.all()) {
                boolean fits = lattice.equals(LATTICE) && collision instanceof Bgk;
                assertThat(Collisions.on(lattice, water).contains(collision)).isEqualTo(fits);
            }
        }
        assertThatThrownBy(() -> new FluidModel(LATTICE, water, new Trt(), FluidModel.BodyForce.NONE))
                .hasMessage(
                        "collision trt needs a pressure that is proportional to the density, which equilibrium shallow-water does not have. Use collision bgk, or another equilibrium");
        assertThatThrownBy(() -> new FluidModel(Lattices.D3Q19, water, new Bgk(), FluidModel.BodyForce.NONE))
                .hasMessageContaining("on D2Q9, not on D3Q19");
        var eddies = new Smagorinsky(new Bgk(), Smagorinsky.USUAL);
        assertThat(eddies.unsupported(water))
                .hasValueSatisfying(reason -> assertThat(reason).contains("Smagorinsky"));
    }
}
