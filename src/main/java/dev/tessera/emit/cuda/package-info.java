/// CUDA C++ for NVRTC and nvcc.
@NullMarked
package dev.tessera.emit.cuda;

import org.jspecify.annotations.NullMarked;
