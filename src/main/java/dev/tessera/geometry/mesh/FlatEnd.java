package dev.tessera.geometry.mesh;

import dev.tessera.geometry.Vec;

/// A flat piece of a surface with sharp edges around it, as the cut end of a vessel is when it is closed.
///
/// @param triangles that it consists of
/// @param outline its outer edge; the loop's normal, radius and area are the end's
/// @param normal out of the fluid
record FlatEnd(int[] triangles, Loop outline, Vec normal) {}
