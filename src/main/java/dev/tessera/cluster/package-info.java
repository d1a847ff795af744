/// Splits the domain over several devices or nodes and exchanges what crosses the cuts.
@NullMarked
package dev.tessera.cluster;

import org.jspecify.annotations.NullMarked;
