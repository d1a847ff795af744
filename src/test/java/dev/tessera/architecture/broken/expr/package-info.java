/// Classes that violate rules of the architecture on purpose.
@NullMarked
package dev.tessera.architecture.broken.expr;

import org.jspecify.annotations.NullMarked;
