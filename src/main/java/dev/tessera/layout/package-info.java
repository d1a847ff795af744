/// Where every population lies before and after a step: streaming pattern × addressing gives slots, tables,
/// the memory plan, and which slots a halo copies. The law that every pair obeys is tested by one kit.
@NullMarked
package dev.tessera.layout;

import org.jspecify.annotations.NullMarked;
