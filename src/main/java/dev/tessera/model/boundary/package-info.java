/// Boundary rules: equations for the incoming populations of cut links.
@NullMarked
package dev.tessera.model.boundary;

import org.jspecify.annotations.NullMarked;
