/// CUDA C++, as NVRTC and nvcc compile it.
@NullMarked
package dev.tessera.emit.cuda;

import org.jspecify.annotations.NullMarked;
