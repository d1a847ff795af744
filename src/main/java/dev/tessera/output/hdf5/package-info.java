/// HDF5 files, written by the library libhdf5 where it is installed. The only package of `output` that uses
/// `java.lang.foreign`.
@NullMarked
package dev.tessera.output.hdf5;

import org.jspecify.annotations.NullMarked;
