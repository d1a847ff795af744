/// Fourier transforms of fields on periodic boxes, and sums over shells of wave numbers.
@NullMarked
package dev.tessera.solver.spectrum;

import org.jspecify.annotations.NullMarked;
