/// Shapes, surface meshes and image stacks become labelled nodes with wall distances and normals; openings and defects
/// are found and named; nodes are divided into tiles. Imports only the JDK.
@NullMarked
package dev.tessera.geometry;

import org.jspecify.annotations.NullMarked;
