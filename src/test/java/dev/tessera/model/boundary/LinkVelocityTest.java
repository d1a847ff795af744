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
import dev.tessera.model.collision.Collisions;
import dev.tessera.model.equilibrium.Equilibria;
import dev.tessera.model.lattice.Lattices;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Moving walls and inlets, half-way along the links.
final class LinkVelocityTest extends BoundaryRuleKit {
    @Override
    Role role() {
        return Role.INLET;
    }

    @Override
    BoundaryRule rule(Plane plane) {
        return LinkNode.of(new LinkVelocity());
    }

    @Override
    Expr field(Demand demand, String name) {
        int i = demand.direction(name);
        Expr weight = demand.graph()
                .constant(demand.lattice().weight(i))
                .times(demand.graph().constant(6));
        return demand.comesOverPlane(i) ? weight.times(demand.along(i)) : demand.zero();
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

    @ParameterizedTest
    @MethodSource("collisions")
    void couette_flow_is_exact_and_conserves_mass(Collision collision) {
        int height = 8;
        double lid = 0.02;
        var model = new FluidModel(Lattices.D2Q9, Equilibria.usual(collision), collision, BodyForce.NONE);
        var flow = new SmallFlow(new int[] {1, height}, new boolean[] {true, false}, model, 0.3);
        int top = flow.node(0, height - 1);
        flow.rule(top, LinkNode.of(new LinkVelocity()));
        for (int i = 1; i < Lattices.D2Q9.size(); i++) {
            double value = 6
                    * Lattices.D2Q9.weight(i).toDouble()
                    * Lattices.D2Q9.velocity(i).x()
                    * lid;
            flow.field(top, "value-" + Lattices.D2Q9.velocity(i).letters(), flow.comesOverCut(top, i) ? value : 0);
        }
        double mass = flow.mass();
        flow.run(3000);
        double rounding = collision.needsPopulations() ? 2e-12 : 1e-12; // elbm: 1.1e-12 in 3000 steps
        assertThat(flow.mass()).isCloseTo(mass, within(rounding));
        IntStream.range(0, height)
                .forEach(y -> assertThat(flow.velocity(flow.node(0, y), 0))
                        .isCloseTo(lid * (y + 0.5) / height, within(1e-6)));
    }
}
