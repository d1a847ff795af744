package dev.tessera.model.boundary;

import dev.tessera.model.BoundaryRule;
import dev.tessera.model.boundary.Demand.Plane;

final class RegularizedVelocityTest extends VelocityPlaneKit {
    @Override
    BoundaryRule rule(Plane plane) {
        return RegularizedPlane.velocity(plane.axis(), plane.inward());
    }
}
