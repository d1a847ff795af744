package dev.tessera.device.gpu;

import dev.tessera.device.DeviceException;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodType;

/// A C function of a driver's library.
public final class NativeFunction {
    private final String name;
    private final MethodHandle handle;

    NativeFunction(String name, MemorySegment address, FunctionDescriptor signature) {
        this.name = name;
        MethodHandle exact = Linker.nativeLinker().downcallHandle(address, signature);
        this.handle = exact.asSpreader(
                        Object[].class, signature.argumentLayouts().size())
                .asType(MethodType.methodType(Object.class, Object[].class));
    }

    public String name() {
        return name;
    }

    /// A function that returns a status.
    public int status(Object... arguments) {
        return (int) call(arguments);
    }

    /// A function that returns a handle.
    public long handle(Object... arguments) {
        return (long) call(arguments);
    }

    private Object call(Object[] arguments) {
        try {
            return (Object) handle.invokeExact(arguments);
        } catch (RuntimeException | Error thrown) {
            throw thrown;
        } catch (Throwable impossible) {
            throw new DeviceException("calling %s failed".formatted(name), impossible);
        }
    }
}
