package dev.tessera.model.boundary;

import dev.tessera.model.BoundaryRule;
import dev.tessera.model.boundary.Demand.Plane;

final class ZouHePressureTest extends PressurePlaneKit {
    @Override
    BoundaryRule rule(Plane plane) {
        return ZouHe.pressure(plane.axis(), plane.inward());
    }
}
