/// Solid bodies described by formulas: spheres, boxes, cylinders, tubes, polygons and what union,
/// intersection and difference make of them. A shape answers one question, exactly: which parts of a straight
/// line lie inside it, and with which normals the line crosses its surface. Rows of nodes and wall distances
/// along links both come from that answer.
@NullMarked
package dev.tessera.geometry.shape;

import org.jspecify.annotations.NullMarked;
