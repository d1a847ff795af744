/// Chooses launch parameters of kernels on a GPU: measures once per kernel and device, and stores the result.
@NullMarked
package dev.tessera.solver.tune;

import org.jspecify.annotations.NullMarked;
