package dev.tessera.cluster.mpi;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import dev.tessera.device.gpu.NativeEnvironment;
import dev.tessera.device.gpu.NativeFunction;
import dev.tessera.device.gpu.NativeLibrary;
import dev.tessera.device.gpu.SignalHandlers;
import java.io.File;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// An MPI library of this machine, loaded but not initialised.
///
/// @param version its own text, one line
public record MpiLibrary(NativeLibrary library, MpiAbi abi, String version) {
    /// Names the library's file or folder; `off`: every process runs alone.
    public static final String VARIABLE = "TESSERA_MPI";

    /// The value of [#VARIABLE] with which a process runs alone.
    public static final String OFF = "off";

    /// How to get a library.
    public static final String REMEDY =
            "Install one (Debian or Ubuntu: apt install openmpi-bin libopenmpi3; macOS: brew install open-mpi),"
                    + " or name its file in " + VARIABLE + ".";

    private static final List<String> OPEN_MPI = List.of("libmpi.so.40", "libmpi.so.80", "libmpi.40.dylib");
    private static final List<String> MPICH =
            List.of("libmpich.so.12", "libmpi.so.12", "libmpi_cray.so.12", "libmpi.12.dylib", "libmpich.12.dylib");
    private static final List<String> STANDARD = List.of("libmpi_abi.so.1", "libmpi_abi.so.0", "libmpi_abi.1.dylib");
    private static final int MOST_TEXT = 1 << 13; // MPI_MAX_LIBRARY_VERSION_STRING is 256 in Open MPI, 8192 in MPICH

    /// The library for a launcher, since library and launcher have to agree.
    /// @param launcher of this process, if there is one
    /// @return empty where this machine has none
    /// @throws dev.tessera.device.DeviceException where libraries exist and none can be used; states why
    public static Optional<MpiLibrary> find(Optional<MpiLauncher> launcher) {
        if (OFF.equals(System.getenv(VARIABLE))) {
            return Optional.empty();
        }
        // UCX, below many MPI libraries, takes SIGSEGV when it is loaded; the JVM's first null check would end the
        // process.
        NativeEnvironment.setDefault("UCX_ERROR_SIGNALS", "");
        return SignalHandlers.preserve(
                () -> NativeLibrary.find(VARIABLE, names(launcher), folders()).map(MpiLibrary::of));
    }

    static List<String> names(Optional<MpiLauncher> launcher) {
        return switch (launcher.map(MpiLauncher::kind).orElse(null)) {
            case OPEN_MPI -> OPEN_MPI;
            case PMI -> Stream.of(MPICH, STANDARD).flatMap(List::stream).toList();
            case PMIX ->
                Stream.of(OPEN_MPI, MPICH, STANDARD).flatMap(List::stream).toList();
            case null ->
                Stream.of(OPEN_MPI, MPICH, STANDARD).flatMap(List::stream).toList();
        };
    }

    /// Folders of libraries beside the launcher on the `PATH`, of `MPI_HOME`, and of distributions that keep several
    /// MPIs.
    private static List<Path> folders() {
        List<Path> found = new ArrayList<>();
        for (String name : List.of("MPI_HOME", "OPAL_PREFIX", "MPI_ROOT", "I_MPI_ROOT", "CRAY_MPICH_DIR")) {
            String root = System.getenv().getOrDefault(name, "");
            if (!root.isBlank()) {
                found.addAll(libraries(Path.of(root)));
            }
        }
        for (String folder : System.getenv().getOrDefault("PATH", "").split(File.pathSeparator, -1)) {
            Path launcher = Path.of(folder, "mpirun");
            if (!folder.isBlank() && Files.isExecutable(launcher)) {
                found.addAll(librariesBeside(launcher.toAbsolutePath().normalize()));
                found.addAll(librariesBeside(real(launcher)));
            }
        }
        Stream.of("/usr/lib64/openmpi/lib", "/usr/lib64/mpich/lib", "/usr/lib/*/openmpi/lib", "/opt/openmpi*/lib")
                .forEach(pattern -> found.addAll(NativeLibrary.folders(pattern)));
        return found.stream().distinct().toList();
    }

    /// @param program such as `/opt/openmpi/bin/mpirun`
    private static List<Path> librariesBeside(Path program) {
        Path folder = program.getParent();
        Path root = folder == null ? null : folder.getParent();
        return root == null ? List.of() : libraries(root);
    }

    private static List<Path> libraries(Path root) {
        return Stream.of("lib", "lib64", "lib/release")
                .map(root::resolve)
                .filter(Files::isDirectory)
                .toList();
    }

    private static Path real(Path file) {
        try {
            return file.toRealPath();
        } catch (IOException unreadable) {
            return file.toAbsolutePath();
        }
    }

    private static MpiLibrary of(NativeLibrary library) {
        String version = version(library);
        MpiAbi abi = MpiAbi.of(version, standardMajor(library));
        return new MpiLibrary(
                library,
                abi,
                version.lines().findFirst().orElse("").replaceAll("\\s+", " ").strip());
    }

    /// May be called before MPI is initialised.
    private static String version(NativeLibrary library) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment text = arena.allocate(MOST_TEXT);
            library.function("MPI_Get_library_version", FunctionDescriptor.of(JAVA_INT, ADDRESS, ADDRESS))
                    .status(text, arena.allocate(JAVA_INT));
            return text.getString(0).strip();
        }
    }

    private static int standardMajor(NativeLibrary library) {
        Optional<NativeFunction> asked =
                library.optional("MPI_Abi_get_version", FunctionDescriptor.of(JAVA_INT, ADDRESS, ADDRESS));
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment version = arena.allocate(JAVA_INT, 2);
            boolean isKnown =
                    asked.isPresent() && asked.get().status(version, version.asSlice(JAVA_INT.byteSize())) == 0;
            return isKnown ? version.get(JAVA_INT, 0) : 0;
        }
    }

    @Override
    public String toString() {
        return "%s (%s)".formatted(version, library.name());
    }
}
