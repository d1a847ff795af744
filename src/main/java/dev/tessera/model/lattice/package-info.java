/// The catalogue of lattices (velocity sets) and their decomposition by reflections.
@NullMarked
package dev.tessera.model.lattice;

import org.jspecify.annotations.NullMarked;
