/// Prints kernels as C11: one function over consecutive nodes, a loop that compilers turn into vectors.
@NullMarked
package dev.tessera.emit.c;

import org.jspecify.annotations.NullMarked;
