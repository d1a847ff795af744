package dev.tessera.geometry.mesh;

import dev.tessera.geometry.Opening;
import dev.tessera.geometry.Surface;
import java.util.List;

/// A closed surface whose normals point out of the fluid.
///
/// @param mesh its triangles; their patches are numbers of `surfaces`
/// @param openings the capped ones, named by the case or `opening-k`
/// @param ends all ends, one line each
/// @param holes closed gaps that are no openings of the case; without cracks
/// @param findings repairs, as sentences
record ClosedMesh(
        TriangleMesh mesh,
        List<Surface> surfaces,
        List<Opening> openings,
        List<String> ends,
        List<Hole> holes,
        List<String> findings) {
    ClosedMesh {
        surfaces = List.copyOf(surfaces);
        openings = List.copyOf(openings);
        ends = List.copyOf(ends);
        holes = List.copyOf(holes);
        findings = List.copyOf(findings);
    }
}
