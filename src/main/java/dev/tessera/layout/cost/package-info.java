/// What a storage costs before it is built: bytes held, bytes and bursts moved a step, from formulas and from
/// the geometry itself.
@NullMarked
package dev.tessera.layout.cost;

import org.jspecify.annotations.NullMarked;
