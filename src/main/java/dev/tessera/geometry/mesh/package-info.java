/// Surface meshes: STL files are read, merged at common corners, oriented, stitched and diagnosed; open ends are found,
/// capped and extended; the inside becomes nodes, with exact wall distances along cut links. Data flow: [StlReader]
/// reads triangles, [Welding] merges their corners, [Orienting] orients them outward, [Stitching] closes cracks,
/// [Loops] finds what is still open, [Capping] closes that, [MeshVoxels] fills the inside.
@NullMarked
package dev.tessera.geometry.mesh;

import org.jspecify.annotations.NullMarked;
