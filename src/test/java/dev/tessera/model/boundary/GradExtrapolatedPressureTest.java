package dev.tessera.model.boundary;

import dev.tessera.expr.Expr;
import dev.tessera.model.BoundaryRule;
import dev.tessera.model.FluidModel;
import dev.tessera.model.boundary.Demand.Plane;
import dev.tessera.solver.boundary.GradExtrapolatedOutflow;
import java.util.List;
import java.util.stream.IntStream;

/// Outflows of a given pressure with Grad's approximation of moments extrapolated from two nodes behind them.
final class GradExtrapolatedPressureTest extends BoundaryRuleKit {
    @Override
    Role role() {
        return Role.OUTLET;
    }

    @Override
    BoundaryRule rule(Plane plane) {
        return LinkNode.of(opening(plane));
    }

    private static GradExtrapolatedOutflow.Extrapolation opening(Plane plane) {
        return new GradExtrapolatedOutflow.Extrapolation(plane.axis(), plane.inward(), true);
    }

    @Override
    boolean holdsAlong() {
        return false;
    }

    @Override
    Expr field(Demand demand, String name) {
        return LinkPressureTest.ofPressure(demand, name);
    }

    @Override
    Expr fromBehind(FluidModel model, Demand demand, int direction) {
        return passed(opening(demand.plane()), model, demand, direction);
    }

    /// As in [GradExtrapolatedOutflowTest], with the density of the condition: a distribution whose momentum and
    /// stress are those of the extrapolation.
    @Override
    List<Guarantee> guarantees(Demand demand, Completed node) {
        Expr behind = demand.graph()
                .sum(IntStream.range(0, node.raw().size())
                        .mapToObj(i -> GradExtrapolatedOutflowTest.extrapolated(node.model(), demand, i))
                        .toList());
        Expr excess = demand.density().minus(behind);
        return GradExtrapolatedOutflowTest.entering(
                demand,
                i -> GradExtrapolatedOutflowTest.extrapolated(node.model(), demand, i)
                        .plus(demand.graph()
                                .constant(demand.lattice().weight(i))
                                .times(excess)),
                node);
    }

    @Override
    double offset() {
        return 0;
    }
}
