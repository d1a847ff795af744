package dev.tessera.model.boundary;

import dev.tessera.model.BoundaryRule;
import dev.tessera.model.boundary.Demand.Plane;

final class RegularizedPressureTest extends PressurePlaneKit {
    @Override
    BoundaryRule rule(Plane plane) {
        return RegularizedPlane.pressure(plane.axis(), plane.inward());
    }
}
