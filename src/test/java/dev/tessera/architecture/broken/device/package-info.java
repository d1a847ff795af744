/// Classes that violate rules of the architecture on purpose.
@NullMarked
package dev.tessera.architecture.broken.device;

import org.jspecify.annotations.NullMarked;
