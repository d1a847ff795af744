/// Solid bodies described by formulas: spheres, boxes, cylinders, tubes, polygons and their unions, intersections and
/// differences. A shape gives, exactly, the parts of a straight line inside it and the normals at which the line
/// crosses its surface. Rows of nodes and wall distances along links are computed from these.
@NullMarked
package dev.tessera.geometry.shape;

import org.jspecify.annotations.NullMarked;
