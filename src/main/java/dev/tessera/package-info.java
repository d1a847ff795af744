/// Tessera: a lattice Boltzmann solver for flow through sparse geometries. Each part is a
/// package below this one; `ARCHITECTURE.md` shows which package may import which.
@NullMarked
package dev.tessera;

import org.jspecify.annotations.NullMarked;
