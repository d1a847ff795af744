package dev.tessera.device.gpu;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.util.Optional;

/// The environment that native libraries of this process read. The JVM cannot change it; the C library can.
public final class NativeEnvironment {
    private NativeEnvironment() {}

    /// Sets a variable that has no value, where the C library has `setenv`. To be called before libraries are loaded
    /// that read it.
    public static void setDefault(String name, String value) {
        Optional<MemorySegment> setenv = Linker.nativeLinker().defaultLookup().find("setenv");
        if (setenv.isEmpty()) {
            return;
        }
        MethodHandle call = Linker.nativeLinker()
                .downcallHandle(setenv.get(), FunctionDescriptor.of(JAVA_INT, ADDRESS, ADDRESS, JAVA_INT));
        try (Arena arena = Arena.ofConfined()) {
            int status = (int) call.invokeExact(arena.allocateFrom(name), arena.allocateFrom(value), 0);
            assert status == 0 : "setenv failed";
        } catch (RuntimeException | Error thrown) {
            throw thrown;
        } catch (Throwable impossible) {
            throw new IllegalStateException("setenv threw", impossible);
        }
    }
}
