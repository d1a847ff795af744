/// Prints kernels as equations in LaTeX, for people.
@NullMarked
package dev.tessera.emit.latex;

import org.jspecify.annotations.NullMarked;
