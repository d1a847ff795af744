/// Prints kernels as C11: one function with a loop over consecutive nodes that compilers vectorise.
@NullMarked
package dev.tessera.emit.c;

import org.jspecify.annotations.NullMarked;
