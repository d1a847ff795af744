/// OpenCL through `java.lang.foreign`: the loader `libOpenCL.so.1` and the platforms that it lists (NVIDIA, AMD, Intel,
/// PoCL). Needs OpenCL 1.2.
@NullMarked
package dev.tessera.device.opencl;

import org.jspecify.annotations.NullMarked;
