/// The catalogue of equilibria.
@NullMarked
package dev.tessera.model.equilibrium;

import org.jspecify.annotations.NullMarked;
