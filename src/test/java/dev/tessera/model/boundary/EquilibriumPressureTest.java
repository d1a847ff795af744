package dev.tessera.model.boundary;

import dev.tessera.model.BoundaryRule;
import dev.tessera.model.boundary.Demand.Plane;

final class EquilibriumPressureTest extends PressurePlaneKit {
    @Override
    BoundaryRule rule(Plane plane) {
        return EquilibriumPlane.pressure(plane.axis(), plane.inward());
    }
}
