package dev.tessera.device.gpu;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/// Preserves the JVM's signal handlers while a driver's library is initialised.
///
/// The JVM stops its threads at safepoints by a read of a protected page, which its `SIGSEGV` handler catches. LLVM,
/// inside PoCL and other OpenCL drivers, installs its own handlers when it first writes a temporary file
/// (`llvm::sys::RemoveFileOnSignal`). These end the process: a JVM that only listed the devices would exit at its next
/// safepoint, without a message. LLVM does so once, so restored handlers stay in place.
public final class SignalHandlers {
    private static final int SIGNALS = 31; // highest standard signal on Linux, macOS and the BSDs
    private static final long STRUCT_BYTES = 256; // struct sigaction takes 152 on Linux, 16 on macOS
    private static final Optional<MethodHandle> SIGACTION = Linker.nativeLinker()
            .defaultLookup()
            .find("sigaction")
            .map(address -> Linker.nativeLinker()
                    .downcallHandle(address, FunctionDescriptor.of(JAVA_INT, JAVA_INT, ADDRESS, ADDRESS)));

    private SignalHandlers() {}

    /// Runs some work of a driver, then restores all handlers, also if it throws.
    public static <T> T preserve(Supplier<T> work) {
        if (SIGACTION.isEmpty()) {
            return work.get();
        }
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment before = read(arena);
            try {
                return work.get();
            } finally {
                restore(before, read(arena));
            }
        }
    }

    /// The addresses of the handlers, `[signal - 1]`.
    static List<Long> addresses() {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment all = read(arena);
            return IntStream.rangeClosed(1, SIGNALS)
                    .mapToObj(signal -> handler(all, signal))
                    .toList();
        }
    }

    /// `[signal - 1]` of [#STRUCT_BYTES] each: `struct sigaction` from the C library; zeros if there is none.
    private static MemorySegment read(Arena arena) {
        MemorySegment all = arena.allocate(SIGNALS * STRUCT_BYTES, Long.BYTES);
        for (int signal = 1; signal <= SIGNALS && SIGACTION.isPresent(); signal++) {
            sigaction(signal, MemorySegment.NULL, of(all, signal));
        }
        return all;
    }

    private static void restore(MemorySegment before, MemorySegment now) {
        for (int signal = 1; signal <= SIGNALS; signal++) {
            if (handler(before, signal) != handler(now, signal)) {
                sigaction(signal, of(before, signal), MemorySegment.NULL);
            }
        }
    }

    /// The first member on all systems; the C library leaves parts of the rest unset.
    private static long handler(MemorySegment all, int signal) {
        return of(all, signal).get(JAVA_LONG, 0);
    }

    private static MemorySegment of(MemorySegment all, int signal) {
        return all.asSlice((signal - 1) * STRUCT_BYTES, STRUCT_BYTES);
    }

    private static void sigaction(int signal, MemorySegment set, MemorySegment old) {
        try {
            // signals that cannot be queried or set, such as SIGKILL, are skipped
            int status = (int) SIGACTION.orElseThrow().invokeExact(signal, set, old);
            assert status == 0 || status == -1;
        } catch (RuntimeException | Error thrown) {
            throw thrown;
        } catch (Throwable impossible) {
            throw new IllegalStateException("sigaction threw", impossible);
        }
    }
}
