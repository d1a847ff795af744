/// Mixtures of components: how one component pushes another.
@NullMarked
package dev.tessera.model.mixture;

import org.jspecify.annotations.NullMarked;
