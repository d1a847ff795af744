/// Coupling to another program that controls the time loop: domains of its nodes on a device, and their C interface
/// (`coupling/include/tessera.h`).
@NullMarked
package dev.tessera.coupling;

import org.jspecify.annotations.NullMarked;
