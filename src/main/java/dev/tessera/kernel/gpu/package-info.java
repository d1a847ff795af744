/// A step plan for GPUs, as plain data: the mapping of threads to nodes, positions of nodes and neighbours, slots of
/// values, and the tables for these.
@NullMarked
package dev.tessera.kernel.gpu;

import org.jspecify.annotations.NullMarked;
