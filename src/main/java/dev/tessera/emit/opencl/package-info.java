/// OpenCL C 1.2.
@NullMarked
package dev.tessera.emit.opencl;

import org.jspecify.annotations.NullMarked;
