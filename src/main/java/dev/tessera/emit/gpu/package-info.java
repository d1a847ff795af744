/// Prints kernels for GPUs: one printer, one small class an addressing, and a dialect a language.
@NullMarked
package dev.tessera.emit.gpu;

import org.jspecify.annotations.NullMarked;
