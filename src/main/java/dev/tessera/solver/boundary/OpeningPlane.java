package dev.tessera.solver.boundary;

import dev.tessera.solver.Boundary;
import dev.tessera.solver.CaseException;

/// The axis plane of an opening.
///
/// @param axis of its normal: 0, 1, 2
/// @param inward +1 where the inward normal points along +axis, else -1
record OpeningPlane(int axis, int inward) {
    private static final double ALONG_AXIS = 1 - 1e-9;

    /// @param scheme that needs the plane
    /// @param does what it does along the normal, for the message
    /// @throws CaseException for an opening of another orientation
    static OpeningPlane of(Boundary.Site site, String scheme, String does) {
        double[] normal = site.normal();
        for (int axis = 0; axis < 3; axis++) {
            if (Math.abs(normal[axis]) > ALONG_AXIS) {
                return new OpeningPlane(axis, normal[axis] > 0 ? -1 : 1);
            }
        }
        throw new CaseException(
                "boundaries.%s.scheme: %s %s along an axis and needs an opening in an axis plane; this one's normal is (%.3f, %.3f, %.3f). Use a pressure, or scheme: grad with a pressure."
                        .formatted(site.name(), scheme, does, normal[0], normal[1], normal[2]));
    }

    /// The key of a rule in this plane: `yu-x-max`.
    String key(String scheme) {
        return "%s-%c-%s".formatted(scheme, "xyz".charAt(axis), inward > 0 ? "min" : "max");
    }
}
