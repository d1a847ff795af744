package dev.tessera.geometry.mesh;

import dev.tessera.geometry.Vec;

/// A gap in the surface that is no opening. It has been closed.
///
/// @param gapM largest width: of a slit its width, of a round hole its diameter
record Hole(Vec centre, double gapM, double perimeterM) {
    String text(MeshPlaces places) {
        return "hole at %s, %s wide, %s around"
                .formatted(places.name(centre), places.length(gapM), places.length(perimeterM));
    }
}
