/// Optimises kernels by passes; [Passes] lists them in their order.
@NullMarked
package dev.tessera.kernel.pass;

import org.jspecify.annotations.NullMarked;
