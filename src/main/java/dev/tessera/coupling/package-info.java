/// Coupling to another solver that controls the time loop: the co-processor facade and its C interface.
@NullMarked
package dev.tessera.coupling;

import org.jspecify.annotations.NullMarked;
