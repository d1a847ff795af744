/// Runs step plans by interpreting their kernels, node by node, through the storage's own law. Slow, plain,
/// and the reference for everything that is fast.
@NullMarked
package dev.tessera.kernel.interpret;

import org.jspecify.annotations.NullMarked;
