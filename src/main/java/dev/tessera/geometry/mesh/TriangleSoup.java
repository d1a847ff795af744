package dev.tessera.geometry.mesh;

import java.util.List;

/// Triangles as a file lists them: each with its own three corners, in the file's unit.
///
/// @param corners `[9 * triangle + 3 * corner + axis]`
/// @param solids names of the file's sections; one, often empty, in binary files
/// @param solidOf section of each triangle
/// @param notes harmless irregularities of the file, as sentences
record TriangleSoup(double[] corners, List<String> solids, int[] solidOf, List<String> notes) {
    TriangleSoup {
        solids = List.copyOf(solids);
        notes = List.copyOf(notes);
    }

    int triangles() {
        return solidOf.length;
    }
}
