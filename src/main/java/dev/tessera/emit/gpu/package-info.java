/// Prints kernels for GPUs: one printer, one small class per addressing, and one dialect per language.
@NullMarked
package dev.tessera.emit.gpu;

import org.jspecify.annotations.NullMarked;
