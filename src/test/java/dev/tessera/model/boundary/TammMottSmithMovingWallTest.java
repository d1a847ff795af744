package dev.tessera.model.boundary;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tessera.expr.Expr;
import dev.tessera.expr.ExprGraph;
import dev.tessera.model.BoundaryRule;
import dev.tessera.model.Collision;
import dev.tessera.model.FluidModel;
import dev.tessera.model.FluidModel.BodyForce;
import dev.tessera.model.boundary.Demand.Plane;
import dev.tessera.model.collision.Bgk;
import dev.tessera.model.collision.Collisions;
import dev.tessera.model.equilibrium.Equilibria;
import dev.tessera.model.lattice.Lattices;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Moving walls of Tamm and Mott-Smith.
final class TammMottSmithMovingWallTest extends BoundaryRuleKit {
    private static final int HEIGHT = 8;
    private static final double LID = 0.02;

    @Override
    Role role() {
        return Role.INLET;
    }

    @Override
    BoundaryRule rule(Plane plane) {
        return new TammMottSmith(LinkNode.of(new TammMottSmith.Reflection(true)));
    }

    @Override
    Expr field(Demand demand, String name) {
        if (name.startsWith("kind-")) {
            return demand.graph().constant(demand.comesOverAny(demand.direction(name)) ? 1 : 0);
        }
        int i = demand.direction(name);
        Expr weight = demand.graph()
                .constant(demand.lattice().weight(i))
                .times(demand.graph().constant(6));
        return name.startsWith("value-") && demand.comesOverPlane(i) ? weight.times(demand.along(i)) : demand.zero();
    }

    /// The mass that enters over a link is that of the velocity at the reference density.
    @Override
    Expr someDensity(ExprGraph graph) {
        return graph.constant(1);
    }

    @Override
    List<Guarantee> guarantees(Demand demand, Completed node) {
        Expr gained = demand.zero();
        for (int i = 0; i < node.raw().size(); i++) {
            gained = gained.plus(node.completed().get(i).minus(node.raw().get(i)));
        }
        return List.of(new Guarantee("mass that enters", gained, demand.inwardVelocity()));
    }

    @Override
    double offset() {
        return 0.5;
    }

    static List<Collision> collisions() {
        return Collisions.all();
    }

    /// Between a wall that rests and one that moves, at the relaxation time 1 at which nothing of the part out of
    /// equilibrium is kept: the walls are half-way, as with bounce-back.
    @ParameterizedTest
    @MethodSource("collisions")
    void walls_are_half_way_at_relaxation_time_one(Collision collision) {
        SmallFlow flow = couette(collision, 1.0 / 6);
        IntStream.range(1, HEIGHT - 1)
                .forEach(y -> assertThat(flow.velocity(flow.node(0, y), 0))
                        .isCloseTo(LID * (y + 0.5) / HEIGHT, within(1e-6)));
    }

    /// Where the velocity of the flow in the middle, extrapolated, is that of the walls: the less viscous the fluid,
    /// the
    /// farther inside, up to one spacing.
    @Test
    void walls_are_farther_inside_the_less_viscous_the_fluid_is() {
        assertThat(apparentDistance(0.1)).isCloseTo(8.0 / 33, within(1e-6));
        assertThat(apparentDistance(0.02)).isCloseTo(0.76427, within(1e-4));
        assertThat(apparentDistance(0.005)).isCloseTo(0.93322, within(1e-4));
    }

    /// From half-way, of BGK.
    private static double apparentDistance(double viscosity) {
        SmallFlow flow = couette(new Bgk(), viscosity);
        int middle = HEIGHT / 2;
        double below = flow.velocity(flow.node(0, middle - 1), 0);
        double gradient = flow.velocity(flow.node(0, middle), 0) - below;
        return middle - 0.5 - below / gradient;
    }

    private static SmallFlow couette(Collision collision, double viscosity) {
        var model = new FluidModel(Lattices.D2Q9, Equilibria.usual(collision), collision, BodyForce.NONE);
        var flow = new SmallFlow(new int[] {1, HEIGHT}, new boolean[] {true, false}, model, viscosity);
        for (int y : new int[] {0, HEIGHT - 1}) {
            int node = flow.node(0, y);
            flow.rule(node, new TammMottSmith(LinkNode.of(new TammMottSmith.Reflection(y > 0))));
            for (int i = 1; i < Lattices.D2Q9.size(); i++) {
                String letters = Lattices.D2Q9.velocity(i).letters();
                boolean cut = flow.comesOverCut(node, i);
                flow.field(node, "kind-" + letters, cut ? 1 : 0);
                if (y > 0) {
                    double value = 6
                            * Lattices.D2Q9.weight(i).toDouble()
                            * Lattices.D2Q9.velocity(i).x()
                            * LID;
                    flow.field(node, "value-" + letters, cut ? value : 0);
                }
            }
        }
        flow.run((int) (200 / viscosity));
        return flow;
    }
}
