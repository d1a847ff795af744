/// Broken on purpose: what the rules of the architecture must catch.
@NullMarked
package dev.tessera.architecture.broken.output;

import org.jspecify.annotations.NullMarked;
