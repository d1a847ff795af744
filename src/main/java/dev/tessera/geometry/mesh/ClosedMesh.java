package dev.tessera.geometry.mesh;

import dev.tessera.geometry.Opening;
import dev.tessera.geometry.Surface;
import java.util.List;

/// A surface that is closed and looks out of the fluid.
///
/// @param mesh its triangles; their patches are numbers of `surfaces`
/// @param openings those that were capped, as the case or `opening-k` names them
/// @param ends all ends that were found, one line each
/// @param holes what was closed though nobody said that it is an opening; cracks are not counted
/// @param findings what was repaired, as sentences
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
