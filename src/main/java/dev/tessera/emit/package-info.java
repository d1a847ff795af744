/// Prints a kernel for one target, one small printer each: the same kernel always gives the same text or bytes.
@NullMarked
package dev.tessera.emit;

import org.jspecify.annotations.NullMarked;
