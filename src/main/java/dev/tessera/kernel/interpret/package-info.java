/// Runs step plans by interpreting their kernels, node by node, with the storage's own addressing. Slow and simple: the
/// reference for all compiled kernels.
@NullMarked
package dev.tessera.kernel.interpret;

import org.jspecify.annotations.NullMarked;
