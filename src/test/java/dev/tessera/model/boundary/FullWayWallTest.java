package dev.tessera.model.boundary;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tessera.expr.Expr;
import dev.tessera.model.BoundaryRule;
import dev.tessera.model.FluidModel;
import dev.tessera.model.FluidModel.BodyForce;
import dev.tessera.model.boundary.Demand.Plane;
import dev.tessera.model.collision.Bgk;
import dev.tessera.model.equilibrium.Incompressible;
import dev.tessera.model.lattice.Lattices;
import dev.tessera.solver.boundary.FullWayWall;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Resting walls half-way along the links that return populations a step later. The mass of the fluid includes what
/// they keep.
final class FullWayWallTest extends WallRuleKit {
    @Override
    BoundaryRule rule(Plane plane) {
        return LinkNode.of(new FullWayWall.Delayed(false));
    }

    @Override
    Expr field(Demand demand, String name) {
        boolean cut = name.startsWith("kind-") && demand.comesOverAny(demand.direction(name));
        return demand.graph().constant(cut ? 1 : 0);
    }

    @Override
    List<Guarantee> guarantees(Demand demand, Completed node) {
        List<Guarantee> guarantees = new ArrayList<>();
        for (int i = 0; i < node.raw().size(); i++) {
            guarantees.add(new Guarantee(
                    "bounced-back population " + i,
                    node.completed().get(i),
                    node.raw().get(i)));
        }
        return guarantees;
    }

    @Override
    double offset() {
        return 0.5;
    }

    @Test
    void a_population_returns_two_steps_after_it_has_left() {
        var model = new FluidModel(Lattices.D2Q9, new Incompressible(), new Bgk(), BodyForce.NONE);
        int nodes = 20;
        SmallFlow half = pulse(model, nodes, new LinkVelocity());
        SmallFlow full = pulse(model, nodes, new FullWayWall.Delayed(false));
        int steps = 5;
        half.run(steps);
        full.run(steps);
        for (int n = steps + 1; n < nodes; n++) {
            assertThat(full.density(n)).isEqualTo(half.density(n));
        }
        assertThat(full.density(0)).isNotCloseTo(half.density(0), within(1e-6));
        full.run(20_000);
        for (int n = 0; n < nodes; n++) {
            assertThat(full.velocity(n, 1)).isCloseTo(0, within(1e-12));
            assertThat(full.density(n)).isCloseTo(full.density(0), within(1e-12));
        }
    }

    /// A column of nodes above a wall, with more density at its lowest node.
    private static SmallFlow pulse(FluidModel model, int nodes, dev.tessera.model.LinkRule wall) {
        var flow = new SmallFlow(new int[] {1, nodes}, new boolean[] {true, false}, model, ExactFlow.VISCOSITY);
        for (int n = 0; n < nodes; n++) {
            flow.start(n, n == 0 ? 1.001 : 1, new double[] {0, 0});
        }
        BoundaryRule rule = LinkNode.of(wall);
        flow.rule(0, rule);
        for (var field : rule.fields(Lattices.D2Q9)) {
            boolean cut = field.name().startsWith("kind-") && field.name().charAt("kind-z".length()) == 'p';
            flow.field(0, field.name(), cut ? 1 : 0);
        }
        return flow;
    }
}
