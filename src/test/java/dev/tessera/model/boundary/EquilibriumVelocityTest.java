package dev.tessera.model.boundary;

import dev.tessera.model.BoundaryRule;
import dev.tessera.model.boundary.Demand.Plane;

final class EquilibriumVelocityTest extends VelocityPlaneKit {
    @Override
    BoundaryRule rule(Plane plane) {
        return EquilibriumPlane.velocity(plane.axis(), plane.inward());
    }

    /// The order of flow through an inlet approaches 1 slowly: 0.51, 0.75, 0.88 from 8, 16, 32 nodes to twice as
    /// many.
    @Override
    int[] resolutions() {
        return new int[] {8, 16, 32};
    }

    @Override
    double orderTolerance() {
        return 0.25;
    }
}
