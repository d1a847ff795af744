package dev.tessera.geometry.mesh;

import dev.tessera.geometry.Vec;

/// A place that can be an opening: an open end of the surface, or a flat end of a closed one.
///
/// @param centre metres
/// @param normal out of the fluid
/// @param roundness 1 for a circle
/// @param triangles that close it in the file; none where it is open
/// @param listed whether it resembles an end so much that it is always listed
record OpenEnd(Vec centre, Vec normal, double areaM2, double roundness, int[] triangles, boolean listed) {
    double radiusM() {
        return Math.sqrt(areaM2 / Math.PI);
    }

    boolean isOpen() {
        return triangles.length == 0;
    }

    String text(MeshPlaces places) {
        return "%s end at %s, radius %s"
                .formatted(isOpen() ? "open" : "flat", places.name(centre), places.length(radiusM()));
    }
}
