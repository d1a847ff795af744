package dev.tessera.device.opencl;

import dev.tessera.device.DeviceException;
import dev.tessera.device.gpu.ArgumentBytes;
import dev.tessera.device.gpu.GpuFunction;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.LinkedHashMap;
import java.util.Map;

/// Gives kernels their arguments. A kernel keeps them from launch to launch, so that only those that differ are set
/// again.
final class KeptArguments {
    private static final long MOST_BYTES = 8;

    private final OpenCl cl;
    private final String device;
    private final MemorySegment argument;
    private final Map<Long, Object[]> kept = new LinkedHashMap<>(); // by kernel

    /// @param device its key, for messages
    KeptArguments(OpenCl cl, String device, Arena arena) {
        this.cl = cl;
        this.device = device;
        this.argument = arena.allocate(MOST_BYTES, MOST_BYTES);
    }

    /// @param arguments all of the function's: [DeviceBuffer]s, `Integer`, `Long`, `Float`, `Double`
    /// @throws DeviceException if the kernel wants another type
    void set(GpuFunction function, Object[] arguments) {
        Object[] has = kept.computeIfAbsent(function.handle(), unknown -> new Object[arguments.length]);
        for (int i = 0; i < arguments.length; i++) {
            if (!arguments[i].equals(has[i])) { // buffers are compared by identity: a handle may come again
                has[i] = null; // until the driver has taken it
                setArgument(function, i, arguments[i]);
                has[i] = arguments[i];
            }
        }
    }

    /// The kernel is released; its handle may come again.
    void forget(long function) {
        kept.remove(function);
    }

    private void setArgument(GpuFunction function, int index, Object value) {
        int bytes = ArgumentBytes.put(argument, 0, value);
        try {
            cl.setArgument(function.handle(), index, bytes, argument);
        } catch (ClFailure failure) {
            throw new DeviceException(
                    "argument %d of kernel %s on %s is not what was given, %s of %d bytes (%s)"
                            .formatted(
                                    index,
                                    function.name(),
                                    device,
                                    value.getClass().getSimpleName(),
                                    bytes,
                                    failure.getMessage()),
                    failure);
        }
    }
}
