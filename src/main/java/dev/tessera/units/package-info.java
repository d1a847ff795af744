/// Quantities, dimensions and the conversion between lattice and SI units, with the parser of quantities such as
/// `0.35 m/s`. Every package may import it; it imports only the JDK. Names of numbers in its interface contain their
/// unit.
@NullMarked
package dev.tessera.units;

import org.jspecify.annotations.NullMarked;
