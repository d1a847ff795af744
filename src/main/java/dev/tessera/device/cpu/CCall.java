package dev.tessera.device.cpu;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;

/// A kernel that is a C function. Every kernel has a hidden copy of this class, whose class data is the
/// function's handle: so the handle is a constant, and the JVM compiles a call straight to the function.
final class CCall implements LaneKernel {
    private static final MethodHandle FUNCTION = function();

    private static MethodHandle function() {
        try {
            return MethodHandles.classData(MethodHandles.lookup(), "_", MethodHandle.class);
        } catch (IllegalAccessException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    @Override
    public void run(long[] in, long[] out, double[] parameters, int count) {
        try {
            FUNCTION.invokeExact(
                    MemorySegment.ofArray(in), MemorySegment.ofArray(out), MemorySegment.ofArray(parameters), (long)
                            count);
        } catch (Error | RuntimeException failure) {
            throw failure;
        } catch (Throwable impossible) {
            throw new IllegalStateException("a C kernel threw", impossible);
        }
    }
}
