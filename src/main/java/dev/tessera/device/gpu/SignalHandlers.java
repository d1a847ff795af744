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

/// What this process does at each signal, kept as the JVM set it while a driver's library starts.
///
/// The JVM stops its threads by letting them touch a page that may not be read, and goes on in its handler of
/// `SIGSEGV`. LLVM, inside PoCL and other OpenCL drivers, puts handlers of its own in place when it first writes a
/// temporary file (`llvm::sys::RemoveFileOnSignal`), and they end the process: a JVM that only asked which devices
/// there are dies at its next safepoint, without a word. LLVM does so once, so that handlers which are put back stay.
public final class SignalHandlers {
    private static final int SIGNALS = 31; // POSIX numbers its signals so on Linux, macOS and the BSDs
    private static final long ROOM_BYTES = 256; // struct sigaction takes 152 on Linux, 16 on macOS
    private static final Optional<MethodHandle> SIGACTION = Linker.nativeLinker()
            .defaultLookup()
            .find("sigaction")
            .map(address -> Linker.nativeLinker()
                    .downcallHandle(address, FunctionDescriptor.of(JAVA_INT, JAVA_INT, ADDRESS, ADDRESS)));

    private SignalHandlers() {}

    /// Does some work of a driver, then puts all handlers back, also when it throws.
    public static <T> T kept(Supplier<T> work) {
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

    /// `[signal - 1]` of [#ROOM_BYTES] each: `struct sigaction` as the C library gives it; zeros where it gives none.
    private static MemorySegment read(Arena arena) {
        MemorySegment all = arena.allocate(SIGNALS * ROOM_BYTES, Long.BYTES);
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

    /// The first member everywhere; of what follows, the C library leaves a part as it was.
    private static long handler(MemorySegment all, int signal) {
        return of(all, signal).get(JAVA_LONG, 0);
    }

    private static MemorySegment of(MemorySegment all, int signal) {
        return all.asSlice((signal - 1) * ROOM_BYTES, ROOM_BYTES);
    }

    private static void sigaction(int signal, MemorySegment set, MemorySegment old) {
        try {
            // what cannot be asked or set, such as SIGKILL, stays as it is
            int status = (int) SIGACTION.orElseThrow().invokeExact(signal, set, old);
            assert status == 0 || status == -1;
        } catch (RuntimeException | Error thrown) {
            throw thrown;
        } catch (Throwable impossible) {
            throw new IllegalStateException("sigaction threw", impossible);
        }
    }
}
