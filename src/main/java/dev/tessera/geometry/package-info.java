/// Shapes, surface meshes and image stacks become labelled nodes with wall distances and normals; openings and
/// defects are found and named; tilings of the nodes and their statistics are made here. Imports only the JDK.
@NullMarked
package dev.tessera.geometry;

import org.jspecify.annotations.NullMarked;
