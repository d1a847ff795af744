/// Random arrays of equal spheres, overlapping or not: as a shape with exact wall distances and as a geometry.
@NullMarked
package dev.tessera.geometry.spheres;

import org.jspecify.annotations.NullMarked;
