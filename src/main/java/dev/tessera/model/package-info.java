/// Physics as equations: lattices (velocity sets), equilibria, collisions, forcings, boundary rules, couplings of
/// components. A rule is an expression graph with its source, independent of the storage of populations.
@NullMarked
package dev.tessera.model;

import org.jspecify.annotations.NullMarked;
