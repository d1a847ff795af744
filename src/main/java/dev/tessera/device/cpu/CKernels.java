package dev.tessera.device.cpu;

import dev.tessera.device.DeviceException;
import dev.tessera.device.Host;
import dev.tessera.device.LoaderMessages;
import dev.tessera.emit.KernelSource;
import dev.tessera.emit.c.CTarget;
import dev.tessera.kernel.Kernel;
import dev.tessera.kernel.Precision;
import java.io.IOException;
import java.io.InputStream;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// Compiles kernels with a C compiler to shared objects, and loads them. Compiled kernels are cached and shared
/// between processes. Thread-safe.
public final class CKernels implements LaneCompiler {
    private static final FunctionDescriptor SIGNATURE = FunctionDescriptor.ofVoid(
            ValueLayout.ADDRESS, ValueLayout.ADDRESS, ValueLayout.ADDRESS, ValueLayout.JAVA_LONG);

    private final ObjectCache objects;
    private final int vectorBits = Math.max(64, Host.probe().vectorBits());
    private final Map<Path, LaneKernel> loaded = new ConcurrentHashMap<>();

    private CKernels(ObjectCache objects) {
        this.objects = objects;
    }

    /// Kernels of this compiler, kept in the user's cache folder.
    public static CKernels of(CCompiler compiler) {
        return new CKernels(ObjectCache.ofUser(compiler));
    }

    /// Kernels of this compiler, kept in a folder.
    /// @param more flags after the usual ones
    static CKernels of(CCompiler compiler, Path folder, String... more) {
        return new CKernels(new ObjectCache(compiler, folder, more));
    }

    @Override
    public String key() {
        return "c";
    }

    @Override
    public int lanes(Precision precision) {
        return vectorBits / (8 * precision.computedBytes());
    }

    @Override
    public LaneKernel compile(Kernel kernel, Precision precision) {
        KernelSource source;
        try {
            source = new CTarget().print(kernel, precision);
        } catch (IllegalArgumentException impossible) {
            throw new DeviceException(String.valueOf(impossible.getMessage()), impossible);
        }
        return loaded.computeIfAbsent(
                objects.objectOf(source), object -> load(object, CTarget.function(source.kernel())));
    }

    private static LaneKernel load(Path object, String name) {
        try (InputStream template = CCall.class.getResourceAsStream("CCall.class")) {
            MemorySegment function = SymbolLookup.libraryLookup(object, Arena.ofAuto())
                    .find(name)
                    .orElseThrow(() -> new DeviceException(
                            "%s has no function %s; delete the file and start again".formatted(object, name)));
            MethodHandle handle =
                    Linker.nativeLinker().downcallHandle(function, SIGNATURE, Linker.Option.critical(true));
            if (template == null) {
                throw new DeviceException("the class CCall is missing from its package");
            }
            MethodHandles.Lookup hidden =
                    MethodHandles.lookup().defineHiddenClassWithClassData(template.readAllBytes(), handle, true);
            return (LaneKernel) hidden.findConstructor(hidden.lookupClass(), MethodType.methodType(void.class))
                    .invoke();
        } catch (DeviceException known) {
            throw known;
        } catch (IllegalArgumentException | IOException unloadable) {
            throw new DeviceException(
                    "%s cannot be loaded: %s; the folder may be mounted with the option noexec. Set XDG_CACHE_HOME to another folder, or use --device cpu:jvm"
                            .formatted(
                                    object,
                                    LoaderMessages.why(object.toString()).orElse(unloadable.getMessage())),
                    unloadable);
        } catch (Throwable broken) {
            throw new DeviceException(
                    "the JVM cannot call C kernels on this machine: %s; use --device cpu:jvm".formatted(broken),
                    broken);
        }
    }
}
