/// What the drivers of GPUs have in common: one [dev.tessera.device.gpu.Accelerator] is one context
/// with one queue on one device, whether CUDA or OpenCL is below. Drivers are bound through
/// `java.lang.foreign`; nothing is built or linked.
@NullMarked
package dev.tessera.device.gpu;

import org.jspecify.annotations.NullMarked;
