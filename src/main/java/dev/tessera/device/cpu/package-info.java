/// Kernels on the CPU: SIMD lanes over consecutive nodes. One execution class runs the kernels of every compiler (JVM
/// classes, C objects): it owns memory and tables, splits the nodes over threads, and passes addresses to each kernel.
@NullMarked
package dev.tessera.device.cpu;

import org.jspecify.annotations.NullMarked;
