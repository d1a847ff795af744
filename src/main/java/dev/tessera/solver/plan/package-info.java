/// Predicts memory and speed of every storage for a case, and chooses.
@NullMarked
package dev.tessera.solver.plan;

import org.jspecify.annotations.NullMarked;
