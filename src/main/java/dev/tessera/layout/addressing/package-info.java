/// Addressings map slots to memory. A new one is one file here, one line of [Addressings] and one subclass of the test
/// kit.
@NullMarked
package dev.tessera.layout.addressing;

import org.jspecify.annotations.NullMarked;
