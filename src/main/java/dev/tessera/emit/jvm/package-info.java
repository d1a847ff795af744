/// Prints kernels as Java over the Vector API, and writes the same steps as a class with the Class-File API.
/// Nothing here needs the Vector API to be present: classes name it, and `device.cpu` loads them where it is.
@NullMarked
package dev.tessera.emit.jvm;

import org.jspecify.annotations.NullMarked;
