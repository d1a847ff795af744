package dev.tessera.geometry.mesh;

import dev.tessera.geometry.Vec;
import dev.tessera.units.QuantityKind;
import dev.tessera.units.QuantityText;

/// Writes positions and lengths in units of the case and, for positions, in the unit of the mesh file.
record MeshPlaces(StlUnit unit) {
    /// `(12.00, 3.000, 40.00) mm`, and where the file has another unit, ` (file: 0.01200, 0.003000, 0.04000 m)`.
    String name(Vec place) {
        if (place.lengthUnit().equals(unit.key())) {
            return place.inLengths();
        }
        return "%s (file: %s %s)".formatted(place.inLengths(), place.written(", ", unit.key()), unit.key());
    }

    /// `1.2 mm`.
    String length(double metres) {
        return QuantityText.about(metres, QuantityKind.LENGTH);
    }
}
