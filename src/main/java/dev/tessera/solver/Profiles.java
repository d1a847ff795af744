package dev.tessera.solver;

import dev.tessera.geometry.Surface;
import dev.tessera.solver.Boundary.Profile;

/// The distribution of the normal velocity over an opening: a shape with maximum about 1, which the caller scales.
interface Profiles {
    /// @param pointM a point near the opening, `[3]`
    /// @return the relative normal velocity there, ≥ 0
    double at(double[] pointM);

    static Profiles of(Profile profile, OpeningNodes opening) {
        return switch (profile) {
            case PLUG -> point -> 1;
            case PARABOLIC -> parabolic(opening);
            case DEVELOPED -> CrossSection.of(opening).developed();
        };
    }

    private static Profiles parabolic(OpeningNodes opening) {
        if (opening.isBoxSide()) {
            Profiles rectangle = RectangleProfile.ifFilled(opening);
            if (rectangle != null) {
                return rectangle;
            }
        }
        if (opening.nodes().surfaces().stream().anyMatch(surface -> surface.kind() == Surface.Kind.SYMMETRY)) {
            throw new CaseException(
                    "boundaries.%s.profile: a parabolic profile beside a symmetry side needs an opening that fills a rectangle of a side of the box. Use profile: developed."
                            .formatted(opening.opening().name()));
        }
        double[] centre = opening.opening().centreM();
        double[] normal = opening.opening().normal();
        double radius2 = opening.opening().radiusM() * opening.opening().radiusM();
        return point -> {
            double along = 0;
            double square = 0;
            for (int axis = 0; axis < 3; axis++) {
                double d = point[axis] - centre[axis];
                along += d * normal[axis];
                square += d * d;
            }
            return Math.max(0, 1 - (square - along * along) / radius2);
        };
    }
}
