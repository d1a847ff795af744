/// The common part of GPU drivers: one [dev.tessera.device.gpu.Accelerator] is one context with one queue on one
/// device, with CUDA or OpenCL. Drivers are bound through `java.lang.foreign`; nothing is built or linked.
@NullMarked
package dev.tessera.device.gpu;

import org.jspecify.annotations.NullMarked;
