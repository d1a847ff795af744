package dev.tessera.device.opencl;

import dev.tessera.device.DeviceException;
import dev.tessera.device.gpu.ArgumentBytes;
import dev.tessera.device.gpu.GpuFunction;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.LinkedHashMap;
import java.util.Map;

/// Sets kernel arguments. A kernel keeps them between launches, so only changed arguments are set.
final class KernelArguments {
    private static final long MAX_BYTES = 8;

    private final OpenCl cl;
    private final String device;
    private final MemorySegment argument;
    private final Map<Long, Object[]> kept = new LinkedHashMap<>(); // by kernel

    /// @param device its key, for messages
    KernelArguments(OpenCl cl, String device, Arena arena) {
        this.cl = cl;
        this.device = device;
        this.argument = arena.allocate(MAX_BYTES, MAX_BYTES);
    }

    /// @param arguments all of the function's: [DeviceBuffer]s, `Integer`, `Long`, `Float`, `Double`
    /// @throws DeviceException if the kernel expects another type
    void set(GpuFunction function, Object[] arguments) {
        Object[] has = kept.computeIfAbsent(function.handle(), unknown -> new Object[arguments.length]);
        for (int i = 0; i < arguments.length; i++) {
            if (!arguments[i].equals(has[i])) { // buffers are compared by identity: a handle may be reused
                has[i] = null; // until the driver has accepted it
                setArgument(function, i, arguments[i]);
                has[i] = arguments[i];
            }
        }
    }

    /// Removes a released kernel; its handle may be reused.
    void forget(long function) {
        kept.remove(function);
    }

    private void setArgument(GpuFunction function, int index, Object value) {
        int bytes = ArgumentBytes.put(argument, 0, value);
        try {
            cl.setArgument(function.handle(), index, bytes, argument);
        } catch (ClFailure failure) {
            throw new DeviceException(
                    "argument %d of kernel %s on %s has another type than the given %s of %d bytes (%s)"
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
