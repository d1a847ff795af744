/// Classes that violate rules of the architecture on purpose.
@NullMarked
package dev.tessera.architecture.broken.model;

import org.jspecify.annotations.NullMarked;
