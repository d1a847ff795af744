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

    @Override
    int directionOf(String field, Demand demand) {
        return Integer.parseInt(field.substring(field.indexOf('-') + 1));
    }

    @Override
    Expr fromBehind(FluidModel model, Demand demand, int direction) {
        return passed(opening(demand.plane()), model, demand, direction);
    }
}
