/// Prints kernels as Java over the Vector API, and writes the same steps as a class with the Class-File API.
/// The Vector API need not be present here: classes refer to it, and `device.cpu` loads them if it is.
@NullMarked
package dev.tessera.emit.jvm;

import org.jspecify.annotations.NullMarked;
