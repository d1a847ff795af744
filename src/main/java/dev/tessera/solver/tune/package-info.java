/// Chooses how kernels are launched on a GPU: measures once for a kernel and a device, and remembers.
@NullMarked
package dev.tessera.solver.tune;

import org.jspecify.annotations.NullMarked;
