package dev.tessera.device.cpu;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;

/// A kernel that is a C function. Every kernel has a hidden copy of this class, with the function's handle as class
/// data. The handle is then a constant, and the JVM compiles a direct call to the function.
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
