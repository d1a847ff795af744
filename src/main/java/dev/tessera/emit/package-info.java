/// Prints kernels, with one small printer per target. The same kernel always gives the same text or bytes.
@NullMarked
package dev.tessera.emit;

import org.jspecify.annotations.NullMarked;
