/// Finds devices, describes them, compiles kernels for them, owns memory and threads, launches and times.
/// Here and in few other rooms `java.lang.foreign` is allowed.
@NullMarked
package dev.tessera.device;

import org.jspecify.annotations.NullMarked;
