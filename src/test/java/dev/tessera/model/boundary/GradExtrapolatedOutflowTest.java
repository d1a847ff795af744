package dev.tessera.model.boundary;

import dev.tessera.expr.Expr;
import dev.tessera.model.BoundaryRule;
import dev.tessera.model.FluidModel;
import dev.tessera.model.VelocitySet;
import dev.tessera.model.boundary.Demand.Plane;
import dev.tessera.solver.boundary.GradExtrapolatedOutflow;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;

/// Outflows with Grad's approximation of moments extrapolated from two nodes behind them.
final class GradExtrapolatedOutflowTest extends BoundaryRuleKit {
    @Override
    Role role() {
        return Role.OUTLET;
    }

    @Override
    BoundaryRule rule(Plane plane) {
        return LinkNode.of(opening(plane));
    }

    private static GradExtrapolatedOutflow.Extrapolation opening(Plane plane) {
        return new GradExtrapolatedOutflow.Extrapolation(plane.axis(), plane.inward(), false);
    }

    @Override
    boolean drives() {
        return false;
    }

    @Override
    boolean holdsAlong() {
        return false;
    }

    /// The rule holds neither pressure nor flow: the third moments of developed flow are not Grad's.
    @Override
    double leak() {
        return 0.5;
    }

    @Override
    Expr field(Demand demand, String name) {
        return demand.graph().constant(demand.comesOverPlane(demand.direction(name)) ? 1 : 0);
    }

    @Override
    Expr fromBehind(FluidModel model, Demand demand, int direction) {
        return passed(opening(demand.plane()), model, demand, direction);
    }

    @Override
    List<Guarantee> guarantees(Demand demand, Completed node) {
        return entering(demand, direction -> extrapolated(node.model(), demand, direction), node);
    }

    /// The entering mass is half of the extrapolated flow and momentum flux across the plane, as in any
    /// distribution with these moments. The entering momentum along the plane also needs moments of third order:
    /// those of Grad's approximation, c_s² j, where the nodes behind may have others.
    /// @param expected populations with the moments of the condition
    static List<Guarantee> entering(Demand demand, IntFunction<Expr> expected, Completed node) {
        Plane plane = demand.plane();
        VelocitySet lattice = demand.lattice();
        List<Guarantee> guarantees = new ArrayList<>();
        for (int along = 0; along < lattice.dimensions(); along++) {
            boolean isNormal = along == plane.axis();
            Expr entering = demand.zero();
            Expr carried = demand.zero();
            for (int i = 0; i < lattice.size(); i++) {
                int c = lattice.velocity(i).along(plane.axis()) * plane.inward();
                int t = isNormal ? 1 : lattice.velocity(i).along(along);
                if (c == 1) {
                    entering = entering.plus(
                            demand.graph().constant(t).times(node.completed().get(i)));
                }
                Expr share = isNormal
                        ? demand.graph().constant((long) c * c + c)
                        : demand.graph()
                                .constant((long) c * t)
                                .plus(demand.graph()
                                        .constant(lattice.speedOfSoundSquared())
                                        .times(demand.graph().constant(t)));
                carried = carried.plus(share.times(expected.apply(i)));
            }
            guarantees.add(new Guarantee(
                    isNormal ? "entering mass" : "entering momentum along axis " + along,
                    entering,
                    demand.graph().constant(1, 2).times(carried)));
        }
        return guarantees;
    }

    static Expr extrapolated(FluidModel model, Demand demand, int direction) {
        Expr near = population(model, demand, direction, 1);
        return near.plus(near).minus(population(model, demand, direction, 2));
    }

    @Override
    double offset() {
        return 0;
    }
}
