package dev.tessera.device;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;
import java.util.Locale;
import java.util.Optional;

/// The system loader's error message for a library that fails to load; Java does not report it.
public final class LoaderMessages {
    private static final int LAZY = 1; // RTLD_LAZY, on Linux and macOS
    private static final long MAX_BYTES = 4096;

    private LoaderMessages() {}

    /// Why a library does not load; empty if it loads, if no library has that name, and on systems without `dlopen`.
    /// @param name a soname or a file
    public static Optional<String> why(String name) {
        SymbolLookup system = Linker.nativeLinker().defaultLookup();
        Optional<MemorySegment> open = system.find("dlopen");
        Optional<MemorySegment> error = system.find("dlerror");
        return open.isPresent() && error.isPresent() ? loaderMessage(name, open.get(), error.get()) : Optional.empty();
    }

    private static Optional<String> loaderMessage(String name, MemorySegment open, MemorySegment error) {
        MethodHandle dlopen =
                Linker.nativeLinker().downcallHandle(open, FunctionDescriptor.of(JAVA_LONG, ADDRESS, JAVA_INT));
        MethodHandle dlerror = Linker.nativeLinker().downcallHandle(error, FunctionDescriptor.of(JAVA_LONG));
        try (Arena arena = Arena.ofConfined()) {
            if ((long) dlopen.invokeExact(arena.allocateFrom(name), LAZY) != 0) {
                return Optional.empty();
            }
            long words = (long) dlerror.invokeExact();
            return words == 0
                    ? Optional.empty()
                    : Optional.of(MemorySegment.ofAddress(words)
                                    .reinterpret(MAX_BYTES)
                                    .getString(0))
                            .filter(why -> !isAbsence(why, name));
        } catch (RuntimeException | Error thrown) {
            throw thrown;
        } catch (Throwable impossible) {
            throw new DeviceException("querying the system loader for %s failed".formatted(name), impossible);
        }
    }

    /// If a dependency of the library is absent, the loader names that dependency instead.
    private static boolean isAbsence(String why, String name) {
        return why.contains(name) && why.toLowerCase(Locale.ROOT).contains("no such file");
    }
}
