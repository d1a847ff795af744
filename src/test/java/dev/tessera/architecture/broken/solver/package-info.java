/// Broken on purpose: what the rules of the architecture must catch.
@NullMarked
package dev.tessera.architecture.broken.solver;

import org.jspecify.annotations.NullMarked;
