/// Surface meshes: STL files are read, welded, oriented, stitched and diagnosed; open ends are found, capped
/// and extended; the inside becomes nodes, with exact wall distances along cut links.
///
/// The way through: [StlReader] reads triangles, [Welding] gives them common points, [Orienting] turns them
/// all outward, [Stitching] closes cracks, [Loops] finds what is still open, [Capping] closes that,
/// [MeshVoxels] fills the inside.
@NullMarked
package dev.tessera.geometry.mesh;

import org.jspecify.annotations.NullMarked;
