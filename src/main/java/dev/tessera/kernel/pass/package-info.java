/// Improves kernels, one verb-named pass a file; [Passes] is the table of contents and their order.
@NullMarked
package dev.tessera.kernel.pass;

import org.jspecify.annotations.NullMarked;
