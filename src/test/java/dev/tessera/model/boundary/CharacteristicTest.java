package dev.tessera.model.boundary;

import dev.tessera.expr.Expr;
import dev.tessera.expr.ExprGraph;
import dev.tessera.expr.Rational;
import dev.tessera.model.BoundaryRule;
import dev.tessera.model.FluidModel.BodyForce;
import dev.tessera.model.boundary.Demand.Plane;
import java.util.ArrayList;
import java.util.List;

/// Outlets through which sound leaves, and whose pressure returns to the imposed one.
final class CharacteristicTest extends BoundaryRuleKit {
    @Override
    Role role() {
        return Role.OUTLET;
    }

    @Override
    BoundaryRule rule(Plane plane) {
        return new Characteristic(plane.axis(), plane.inward());
    }

    /// The imposed density is that of the node.
    @Override
    Expr field(Demand demand, String name) {
        ExprGraph graph = demand.graph();
        return switch (name) {
            case "density" -> demand.density();
            case "excess" -> demand.density().minus(graph.constant(1));
            case "recovery" -> graph.constant(1, 10);
            default -> demand.velocity().get(demand.axis(name));
        };
    }

    /// The pressure changes with the outward velocity as in a wave that leaves, `dp = rho c_s du`, where it is the
    /// imposed one; and the populations that arrive are those of the new state.
    @Override
    List<Guarantee> guarantees(Demand demand, Completed node) {
        ExprGraph graph = demand.graph();
        int axis = demand.plane().axis();
        Expr outward = graph.constant(-demand.plane().inward());
        Expr push = node.model().force() == BodyForce.NONE
                ? demand.zero()
                : graph.constant(1, 2).times(graph.symbol("force" + axis)).times(outward);
        Expr rho = node.imposed().density();
        Expr u = outward.times(node.imposed().velocity().get(axis));
        Expr momentum = node.model().equilibrium().inertia(graph, rho).times(u).minus(push);
        Expr before = outward.times(demand.velocity().get(axis));
        Expr momentumBefore = node.model()
                .equilibrium()
                .inertia(graph, demand.density())
                .times(before)
                .minus(push);
        Expr sound = graph.constant(Rational.exactly(
                Math.sqrt(demand.lattice().speedOfSoundSquared().toDouble())));
        Expr known = demand.zero();
        for (int i = 0; i < node.raw().size(); i++) {
            int c = demand.lattice().velocity(i).along(axis);
            if (c != demand.plane().inward()) {
                known = known.plus(
                        graph.constant(c == 0 ? 1 : 2).times(node.raw().get(i)));
            }
        }
        List<Guarantee> guarantees = new ArrayList<>(List.of(
                new Guarantee("density and momentum that arrive", rho.plus(momentum), known),
                new Guarantee(
                        "change of pressure with velocity",
                        sound.plus(before).times(rho.minus(demand.density())),
                        momentum.minus(momentumBefore))));
        for (int a = 0; a < demand.lattice().dimensions(); a++) {
            if (a != axis) {
                guarantees.add(new Guarantee(
                        "velocity along " + a, node.imposed().velocity().get(a), demand.zero()));
            }
        }
        return guarantees;
    }

    @Override
    double offset() {
        return 0;
    }
}
