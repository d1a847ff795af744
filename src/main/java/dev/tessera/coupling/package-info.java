/// Another solver owns the loop: the co-processor facade and its C interface.
@NullMarked
package dev.tessera.coupling;

import org.jspecify.annotations.NullMarked;
