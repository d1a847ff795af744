/// The catalogue of collision operators, written for few operations: pairs of opposite directions share their even
/// and odd parts, and expressions of rates alone can be computed once.
@NullMarked
package dev.tessera.model.collision;

import org.jspecify.annotations.NullMarked;
