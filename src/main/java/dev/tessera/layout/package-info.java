/// The storage of populations: streaming pattern × addressing gives slots, tables and the memory plan. One test kit
/// checks the storage invariants of every pair.
@NullMarked
package dev.tessera.layout;

import org.jspecify.annotations.NullMarked;
