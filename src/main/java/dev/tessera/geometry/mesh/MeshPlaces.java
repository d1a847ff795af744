package dev.tessera.geometry.mesh;

import dev.tessera.geometry.Vec;

/// Names places and lengths so that they are found both in the case (metres) and in the mesh's own file.
record MeshPlaces(StlUnit unit) {
    /// `(0.0120, 0.0030, 0.0400) m (file: 12.0, 3.00, 40.0 mm)`.
    String name(Vec place) {
        if (unit == StlUnit.M) {
            return place.inMetres();
        }
        double f = 1 / unit.metres();
        return "%s (file: %.5g, %.5g, %.5g %s)"
                .formatted(place.inMetres(), place.x() * f, place.y() * f, place.z() * f, unit.key());
    }

    /// `0.00120 m (1.20 mm)`.
    String length(double metres) {
        return unit == StlUnit.M
                ? "%.3g m".formatted(metres)
                : "%.3g m (%.3g %s)".formatted(metres, metres / unit.metres(), unit.key());
    }
}
