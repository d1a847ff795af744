/// Broken on purpose: what the rules of the architecture must catch.
@NullMarked
package dev.tessera.architecture.broken.kernel;

import org.jspecify.annotations.NullMarked;
