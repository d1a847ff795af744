/// The kinds of boundaries, one file each: keys in a case, equations, imposed values. `BoundaryKinds` is the
/// catalogue.
@NullMarked
package dev.tessera.solver.boundary;

import org.jspecify.annotations.NullMarked;
