/// The case as a value, the running simulation, its snapshots, observables and checkpoints, and the test for a steady
/// state. `Simulation` is the only mutable object that a user holds; it is closeable.
@NullMarked
package dev.tessera.solver;

import org.jspecify.annotations.NullMarked;
