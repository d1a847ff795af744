package dev.tessera.model.boundary;

import dev.tessera.expr.Expr;
import dev.tessera.expr.ExprGraph;
import dev.tessera.expr.Rational;
import dev.tessera.model.BoundaryRule;
import dev.tessera.model.FluidModel;
import dev.tessera.model.Velocity;
import dev.tessera.model.VelocitySet;
import dev.tessera.model.boundary.Demand.Plane;
import dev.tessera.solver.boundary.NeumannOutflow;
import java.util.List;

/// Outflows whose velocity changes along the normal. Flows of the kit are developed: they do not change.
final class NeumannGradientTest extends BoundaryRuleKit {
    @Override
    Role role() {
        return Role.OUTLET;
    }

    @Override
    BoundaryRule rule(Plane plane) {
        return LinkNode.of(opening(plane));
    }

    private static NeumannOutflow.Gradient opening(Plane plane) {
        return new NeumannOutflow.Gradient(plane.axis(), plane.inward(), true);
    }

    @Override
    boolean drives() {
        return false;
    }

    @Override
    boolean holdsAlong() {
        return false;
    }

    @Override
    Expr field(Demand demand, String name) {
        boolean isKind = name.startsWith("kind");
        return demand.graph().constant(isKind && demand.comesOverPlane(demand.direction(name)) ? 1 : 0);
    }

    @Override
    Expr fromBehind(FluidModel model, Demand demand, int direction) {
        return passed(opening(demand.plane()), model, demand, direction);
    }

    /// For any change of the velocity per spacing along the normal out of the fluid, the populations that cross the
    /// plane carry the momentum of the second node behind it plus two such changes.
    @Override
    List<Guarantee> guarantees(Demand demand, Completed node) {
        ExprGraph g = demand.graph();
        VelocitySet lattice = demand.lattice();
        int axis = demand.plane().axis();
        var plain = input(node.model(), demand, List.of());
        var changing = new BoundaryRule.Input(
                g,
                node.model(),
                name -> name.startsWith("value")
                        ? value(g, lattice, demand.direction(name))
                        : plain.field().apply(name),
                List.of(),
                plain.neighbours());
        List<Expr> completed = rule(demand.plane()).complete(changing, node.raw());
        Expr crossing = demand.zero();
        Expr expected = g.constant(2).times(g.symbol("phi" + axis));
        for (int i = 0; i < lattice.size(); i++) {
            Expr c = g.constant(lattice.velocity(i).along(axis));
            crossing = crossing.plus(c.times(completed.get(i)));
            expected = expected.plus(c.times(population(node.model(), demand, i, 2)));
        }
        return List.of(new Guarantee("momentum across the plane", crossing, expected));
    }

    /// What the host writes for a link: `4 w_i c_i·φ / c_s²`.
    private static Expr value(ExprGraph g, VelocitySet lattice, int direction) {
        Velocity c = lattice.velocity(direction);
        Expr along = g.constant(0);
        for (int a = 0; a < lattice.dimensions(); a++) {
            along = along.plus(g.constant(c.along(a)).times(g.symbol("phi" + a)));
        }
        Rational factor = lattice.weight(direction).times(Rational.of(4)).over(lattice.speedOfSoundSquared());
        return g.constant(factor).times(along);
    }

    @Override
    double offset() {
        return 0;
    }
}
