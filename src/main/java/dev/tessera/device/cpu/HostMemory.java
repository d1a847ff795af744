package dev.tessera.device.cpu;

import dev.tessera.device.DeviceException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/// Large blocks outside the Java heap. On Linux they are mapped, so that each page is placed near the thread that
/// touches it first, and huge pages are requested; elsewhere the arena allocates them.
public final class HostMemory {
    private static final long LINE_BYTES = 64;
    private static final long HUGE_PAGE_BYTES = 2L << 20;
    private static final int READ_AND_WRITE = 3;
    private static final int PRIVATE_ANONYMOUS = 0x22;
    private static final int ADVISE_HUGE_PAGES = 14;
    private static final Path MEMORY_FACTS = Path.of("/proc/meminfo");

    private HostMemory() {}

    /// A block of zeros, aligned to at least a cache line; released when the arena closes.
    /// @throws DeviceException if there is not enough memory
    public static MemorySegment allocate(Arena arena, long bytes) {
        if (bytes >= HUGE_PAGE_BYTES && System.getProperty("os.name", "").equals("Linux")) {
            checkFits(bytes, availableBytes());
            Optional<MemorySegment> mapped = map(arena, bytes);
            if (mapped.isPresent()) {
                return mapped.get();
            }
        }
        try {
            return arena.allocate(Math.max(1, bytes), LINE_BYTES);
        } catch (OutOfMemoryError none) {
            throw new DeviceException(
                    "%,d bytes of memory cannot be allocated; use a coarser spacing, fp32, or a storage with one population array (aa)"
                            .formatted(bytes),
                    none);
        }
    }

    /// The same for a program's own values.
    /// @throws DeviceException if there is not enough memory
    static MemorySegment allocateForProgram(Arena arena, long bytes) {
        long available = availableBytes();
        if (bytes > available) {
            throw new DeviceException("%.1f GB of memory are asked for, but only %.1f GB are free"
                    .formatted(bytes * 1e-9, available * 1e-9));
        }
        return allocate(arena, bytes);
    }

    /// Mapped pages are allocated when they are first touched: without this check, a case that does not fit
    /// would end the process without a message.
    static void checkFits(long bytes, long availableBytes) {
        if (bytes > availableBytes) {
            double coarser = Math.cbrt((double) bytes / Math.max(1, availableBytes));
            throw new DeviceException(
                    ("populations need %.1f GB of memory, but only %.1f GB are free. A spacing at least %.2f times as"
                                    + " large would fit, or fp32, or a storage with one population array (pattern aa); `tessera plan` compares.")
                            .formatted(bytes * 1e-9, availableBytes * 1e-9, Math.ceil(coarser * 105) / 100));
        }
    }

    /// Free memory under the limits of the machine and of the container; `Long.MAX_VALUE` if unknown.
    public static long availableBytes() {
        return Math.min(availableBytes(MEMORY_FACTS), ControlGroup.ofProcess().availableBytes());
    }

    /// The memory that Linux reports as available without swapping; `Long.MAX_VALUE` if it reports none.
    /// @param facts in the format of `/proc/meminfo`
    static long availableBytes(Path facts) {
        try (Stream<String> lines = Files.lines(facts)) {
            return lines.filter(line -> line.startsWith("MemAvailable:"))
                    .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) << 10)
                    .findFirst()
                    .orElse(Long.MAX_VALUE);
        } catch (IOException | UncheckedIOException unknown) {
            return Long.MAX_VALUE;
        }
    }

    private static Optional<MemorySegment> map(Arena arena, long bytes) {
        Linker linker = Linker.nativeLinker();
        SymbolLookup library = linker.defaultLookup();
        try {
            MethodHandle mmap = linker.downcallHandle(
                    library.findOrThrow("mmap"),
                    FunctionDescriptor.of(
                            ValueLayout.ADDRESS,
                            ValueLayout.ADDRESS,
                            ValueLayout.JAVA_LONG,
                            ValueLayout.JAVA_INT,
                            ValueLayout.JAVA_INT,
                            ValueLayout.JAVA_INT,
                            ValueLayout.JAVA_LONG));
            MethodHandle madvise = linker.downcallHandle(
                    library.findOrThrow("madvise"),
                    FunctionDescriptor.of(
                            ValueLayout.JAVA_INT, ValueLayout.ADDRESS, ValueLayout.JAVA_LONG, ValueLayout.JAVA_INT));
            MethodHandle munmap = linker.downcallHandle(
                    library.findOrThrow("munmap"),
                    FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.ADDRESS, ValueLayout.JAVA_LONG));
            // one huge page more, so that the block can be aligned to one
            long mappedBytes = Math.addExact(bytes, HUGE_PAGE_BYTES);
            MemorySegment mapped = (MemorySegment)
                    mmap.invokeExact(MemorySegment.NULL, mappedBytes, READ_AND_WRITE, PRIVATE_ANONYMOUS, -1, 0L);
            if (mapped.address() == -1) {
                return Optional.empty();
            }
            int advised = (int) madvise.invokeExact(mapped, mappedBytes, ADVISE_HUGE_PAGES);
            assert advised <= 0;
            MemorySegment whole =
                    mapped.reinterpret(mappedBytes, arena, segment -> unmap(munmap, segment, mappedBytes));
            long offset = Math.floorMod(-mapped.address(), HUGE_PAGE_BYTES);
            return Optional.of(whole.asSlice(offset, bytes));
        } catch (Error | RuntimeException failure) {
            throw failure;
        } catch (Throwable impossible) {
            throw new IllegalStateException("a call into the C library threw", impossible);
        }
    }

    private static void unmap(MethodHandle munmap, MemorySegment segment, long bytes) {
        try {
            int result = (int) munmap.invokeExact(MemorySegment.ofAddress(segment.address()), bytes);
            assert result == 0;
        } catch (Error | RuntimeException failure) {
            throw failure;
        } catch (Throwable impossible) {
            throw new IllegalStateException("munmap threw", impossible);
        }
    }
}
