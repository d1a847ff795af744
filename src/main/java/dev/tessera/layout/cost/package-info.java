/// Predicts the cost of a storage before it is built: memory, and bytes and bursts per step, from formulas and from the
/// geometry.
@NullMarked
package dev.tessera.layout.cost;

import org.jspecify.annotations.NullMarked;
