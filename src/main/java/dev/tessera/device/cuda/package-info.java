/// CUDA through `java.lang.foreign`: the driver API (`libcuda.so.1`) and NVRTC, the compiler as a
/// library. No toolkit, no native build.
@NullMarked
package dev.tessera.device.cuda;

import org.jspecify.annotations.NullMarked;
