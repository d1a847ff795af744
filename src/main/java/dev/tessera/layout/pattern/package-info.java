/// Streaming patterns: which slot a node reads and writes for each direction in each phase. A new one is one file here,
/// one line of [Patterns] and one subclass of the test kit of storage invariants.
@NullMarked
package dev.tessera.layout.pattern;

import org.jspecify.annotations.NullMarked;
