/// OpenCL through `java.lang.foreign`: the loader `libOpenCL.so.1` and whatever platforms it knows
/// (NVIDIA, AMD, Intel, PoCL). Nothing newer than OpenCL 1.2 is needed.
@NullMarked
package dev.tessera.device.opencl;

import org.jspecify.annotations.NullMarked;
