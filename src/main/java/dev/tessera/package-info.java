/// Tessera: a lattice Boltzmann solver for flow through sparse geometries. Each room of the house is a
/// package below this one; `ARCHITECTURE.md` shows which room may import which.
@NullMarked
package dev.tessera;

import org.jspecify.annotations.NullMarked;
