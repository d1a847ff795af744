/// Kernels on the CPU: SIMD lanes over consecutive nodes. One execution runs kernels of every compiler (JVM
/// classes, C objects): it owns memory and tables, splits the nodes over threads, and feeds each kernel with
/// addresses.
@NullMarked
package dev.tessera.device.cpu;

import org.jspecify.annotations.NullMarked;
