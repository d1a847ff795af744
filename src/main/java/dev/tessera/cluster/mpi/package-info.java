/// Runs one case on the ranks of an MPI job: the library is found at run time, and called through
/// `java.lang.foreign`.
@NullMarked
package dev.tessera.cluster.mpi;

import org.jspecify.annotations.NullMarked;
