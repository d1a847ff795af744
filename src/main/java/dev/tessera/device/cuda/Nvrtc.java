package dev.tessera.device.cuda;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.tessera.device.DeviceException;
import dev.tessera.device.gpu.NativeFunction;
import dev.tessera.device.gpu.NativeLibrary;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// NVIDIA's compiler as a library, by `nvrtc.h` (11.2 and newer). It needs no GPU and no driver.
final class Nvrtc {
    static final String MISSING =
            "NVIDIA's run-time compiler (libnvrtc.so) is not found. It comes with the CUDA toolkit, or alone: pip install"
                    + " nvidia-cuda-nvrtc, or Debian's package libnvrtc; if it is elsewhere, name its file or folder in"
                    + " TESSERA_NVRTC";
    private static final int NEWEST = 19;
    private static final int OLDEST = 12;
    private static final int LINES_SHOWN = 12;
    private static final int COMPILATION = 6; // NVRTC_ERROR_COMPILATION

    private final String library;
    private final NativeFunction errorText;
    private final NativeFunction version;
    private final NativeFunction targetCount;
    private final NativeFunction targets;
    private final NativeFunction create;
    private final NativeFunction destroy;
    private final NativeFunction compile;
    private final NativeFunction logSize;
    private final NativeFunction log;
    private final NativeFunction cubinSize;
    private final NativeFunction cubin;
    private final NativeFunction ptxSize;
    private final NativeFunction ptx;

    private Nvrtc(NativeLibrary found) {
        library = found.name();
        errorText = found.function("nvrtcGetErrorString", FunctionDescriptor.of(JAVA_LONG, JAVA_INT));
        version = found.function("nvrtcVersion", status(ADDRESS, ADDRESS));
        targetCount = found.function("nvrtcGetNumSupportedArchs", status(ADDRESS));
        targets = found.function("nvrtcGetSupportedArchs", status(ADDRESS));
        create = found.function("nvrtcCreateProgram", status(ADDRESS, ADDRESS, ADDRESS, JAVA_INT, ADDRESS, ADDRESS));
        destroy = found.function("nvrtcDestroyProgram", status(ADDRESS));
        compile = found.function("nvrtcCompileProgram", status(JAVA_LONG, JAVA_INT, ADDRESS));
        logSize = found.function("nvrtcGetProgramLogSize", status(JAVA_LONG, ADDRESS));
        log = found.function("nvrtcGetProgramLog", status(JAVA_LONG, ADDRESS));
        cubinSize = found.function("nvrtcGetCUBINSize", status(JAVA_LONG, ADDRESS));
        cubin = found.function("nvrtcGetCUBIN", status(JAVA_LONG, ADDRESS));
        ptxSize = found.function("nvrtcGetPTXSize", status(JAVA_LONG, ADDRESS));
        ptx = found.function("nvrtcGetPTX", status(JAVA_LONG, ADDRESS));
    }

    /// @param major version of CUDA that the driver supports: binaries of a newer NVRTC might not
    ///        load
    /// @throws DeviceException if `TESSERA_NVRTC` names a library that does not load
    static Optional<Nvrtc> find(int major) {
        IntStream versions = IntStream.concat(
                IntStream.rangeClosed(OLDEST, major).map(v -> major + OLDEST - v),
                IntStream.rangeClosed(major + 1, NEWEST));
        List<String> sonames = new ArrayList<>(
                versions.mapToObj(version -> "libnvrtc.so." + version).toList());
        sonames.add("libnvrtc.so");
        return NativeLibrary.find("TESSERA_NVRTC", sonames, NvidiaFolders.of("c*"))
                .map(library -> new Nvrtc(library.withNeighbours("libnvrtc-builtins.so.*")));
    }

    private static FunctionDescriptor status(MemoryLayout... arguments) {
        return FunctionDescriptor.of(JAVA_INT, arguments);
    }

    private void check(NativeFunction function, int status) {
        if (status != 0) {
            throw new DeviceException("%s of %s returned %s".formatted(function.name(), library, text(status)));
        }
    }

    private String text(int status) {
        return MemorySegment.ofAddress(errorText.handle(status))
                .reinterpret(256)
                .getString(0);
    }

    /// Major and minor: `13.0`.
    String version() {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment numbers = arena.allocate(JAVA_INT, 2);
            check(version, version.status(numbers, numbers.asSlice(Integer.BYTES)));
            return "%d.%d".formatted(numbers.getAtIndex(JAVA_INT, 0), numbers.getAtIndex(JAVA_INT, 1));
        }
    }

    /// Compute capabilities that it compiles for, as 10 × major + minor, ascending.
    List<Integer> targets() {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment count = arena.allocate(JAVA_INT);
            check(targetCount, targetCount.status(count));
            MemorySegment numbers = arena.allocate(JAVA_INT, count.get(JAVA_INT, 0));
            check(targets, targets.status(numbers));
            return IntStream.of(numbers.toArray(JAVA_INT)).sorted().boxed().toList();
        }
    }

    @Override
    public String toString() {
        return "NVRTC %s (%s)".formatted(version(), library);
    }

    /// @return a cubin, or PTX with a zero at its end where the target is virtual (`compute_90`)
    /// @throws DeviceException if the text does not compile; shows the first lines of the log
    byte[] compile(String text, List<String> options) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment program = arena.allocate(ADDRESS);
            check(
                    create,
                    create.status(
                            program,
                            arena.allocateFrom(text),
                            arena.allocateFrom("kernels.cu"),
                            0,
                            MemorySegment.NULL,
                            MemorySegment.NULL));
            try {
                long handle = program.get(JAVA_LONG, 0);
                MemorySegment pointers = arena.allocate(ADDRESS, options.size());
                for (int i = 0; i < options.size(); i++) {
                    pointers.setAtIndex(ADDRESS, i, arena.allocateFrom(options.get(i)));
                }
                int status = compile.status(handle, options.size(), pointers);
                if (status != 0) {
                    throw refused(handle, status, options);
                }
                boolean virtual = options.stream().anyMatch(option -> option.contains("=compute_"));
                return virtual ? bytes(ptxSize, ptx, handle) : bytes(cubinSize, cubin, handle);
            } finally {
                destroy.status(program);
            }
        }
    }

    private DeviceException refused(long program, int status, List<String> options) {
        String logText = new String(bytes(logSize, log, program), StandardCharsets.UTF_8)
                .replace("\0", "")
                .strip();
        return new DeviceException("NVRTC %s failed to compile these kernels (%s, options %s)%s"
                .formatted(
                        version(),
                        status == COMPILATION ? "errors in the text" : text(status),
                        String.join(" ", options),
                        logText.isEmpty()
                                ? ""
                                : "; its log:\n"
                                        + logText.lines().limit(LINES_SHOWN).collect(Collectors.joining("\n"))));
    }

    private byte[] bytes(NativeFunction sizeOf, NativeFunction contentOf, long program) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment size = arena.allocate(JAVA_LONG);
            check(sizeOf, sizeOf.status(program, size));
            MemorySegment content = arena.allocate(Math.max(1, size.get(JAVA_LONG, 0)));
            check(contentOf, contentOf.status(program, content));
            return content.asSlice(0, size.get(JAVA_LONG, 0)).toArray(JAVA_BYTE);
        }
    }
}
