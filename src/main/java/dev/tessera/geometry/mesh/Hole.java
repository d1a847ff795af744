package dev.tessera.geometry.mesh;

import dev.tessera.geometry.Vec;

/// A place where the surface was open though it is no opening. It has been closed.
///
/// @param gapM how far apart its edges are where they are farthest: the width of a slit, the
///        diameter of a round hole
record Hole(Vec centre, double gapM, double perimeterM) {
    String text(MeshPlaces places) {
        return "hole at %s, %s wide, %s around"
                .formatted(places.name(centre), places.length(gapM), places.length(perimeterM));
    }
}
