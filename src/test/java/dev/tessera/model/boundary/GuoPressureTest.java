package dev.tessera.model.boundary;

import dev.tessera.expr.Expr;
import dev.tessera.model.BoundaryRule;
import dev.tessera.model.FluidModel;
import dev.tessera.model.boundary.Demand.Plane;

final class GuoPressureTest extends PressurePlaneKit {
    @Override
    BoundaryRule rule(Plane plane) {
        return opening(plane);
    }

    private static GuoPlane opening(Plane plane) {
        return GuoPlane.pressure(plane.axis(), plane.inward());
    }

    /// Between porous plates the order is 1.76 from 8 to 16 nodes, and rises.
    @Override
    int[] resolutions() {
        return new int[] {8, 16, 32};
    }

    @Override
    int directionOf(String field, Demand demand) {
        return Integer.parseInt(field.substring(field.indexOf('-') + 1));
    }

    @Override
    Expr fromBehind(FluidModel model, Demand demand, int direction) {
        return passed(opening(demand.plane()), model, demand, direction);
    }
}
