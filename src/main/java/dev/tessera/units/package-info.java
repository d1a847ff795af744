/// Quantities, dimensions and the way between lattice and SI units, with the parser of quantities such as
/// `0.35 m/s`. Every room may import it; it imports only the JDK. A number that leaves this room carries its
/// unit in its name.
@NullMarked
package dev.tessera.units;

import org.jspecify.annotations.NullMarked;
