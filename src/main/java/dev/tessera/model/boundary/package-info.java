/// Boundary rules: how populations that arrive over cut links are completed, as equations.
@NullMarked
package dev.tessera.model.boundary;

import org.jspecify.annotations.NullMarked;
