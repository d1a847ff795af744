/// Decomposes the domain over several devices or compute nodes and exchanges halo populations.
@NullMarked
package dev.tessera.cluster;

import org.jspecify.annotations.NullMarked;
