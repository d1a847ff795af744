/// Finds devices, describes them, compiles kernels for them, owns memory and threads, launches and times.
/// `java.lang.foreign` is allowed here and in few other packages.
@NullMarked
package dev.tessera.device;

import org.jspecify.annotations.NullMarked;
