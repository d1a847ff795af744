package dev.tessera.coupling;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tessera.testkit.Needs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// The library of Palabos for tests. Needs a compiler and the sources of Palabos in the folder that the variable
/// `TESSERA_PALABOS` names (<https://gitlab.com/unigespc/palabos>); it is compiled once, into `target`.
enum PalabosLibrary {
    SERIAL("target/palabos", List.of("g++"), "c"),

    /// Its programs run under `mpirun`.
    MPI("target/palabos-mpi", List.of("mpicxx.openmpi", "mpicxx", "-DPLB_MPI_PARALLEL"), "mpi");

    private static final String VARIABLE = "TESSERA_PALABOS";
    private static final String CAVITY = "examples/codesByTopic/coProcessor/cavity3d.cpp";

    private final Path folder;
    private final List<String> compilers;
    private final String part;

    /// @param compilers names of compilers, then flags
    /// @param part that the compiler belongs to
    PalabosLibrary(String folder, List<String> compilers, String part) {
        this.folder = Path.of(folder);
        this.compilers = compilers;
        this.part = part;
    }

    private static Path sources() {
        return Path.of(System.getenv().getOrDefault(VARIABLE, ""));
    }

    /// The stock example of a co-processor.
    static String cavity() {
        return sources().resolve(CAVITY).toString();
    }

    private List<String> flags() {
        return compilers.stream().filter(word -> word.startsWith("-")).toList();
    }

    private String compiler() {
        return compilers.stream().filter(NativeProgram::isOnPath).findFirst().orElse("");
    }

    /// Compiles the library unless it has been; continues the test only where it can be compiled.
    /// @param temp for messages of the compiler
    void build(Path temp) throws IOException, InterruptedException {
        Needs.part("palabos", Files.isReadable(Path.of(cavity())));
        Needs.part(part, !compiler().isEmpty());
        List<String> command = new ArrayList<>(
                List.of("src/test/coupling/build_palabos", sources().toString()));
        command.addAll(List.of(folder.toString(), compiler()));
        command.addAll(flags());
        NativeProgram.Result built = NativeProgram.run(temp, Map.of(), command);
        assertThat(built.code()).as(built.text()).isZero();
    }

    /// Compiles a program, without `-ffp-contract=off` where it changes nothing: nothing is contracted on plain x86-64.
    /// @param temp its folder
    NativeProgram compiled(Path temp, String source, String... more) throws IOException, InterruptedException {
        List<String> command = Stream.of(
                        Stream.of(compiler(), "-std=c++17", "-O1", "-w", "-ffp-contract=off", "-DPLB_USE_POSIX"),
                        Stream.of("-DNDEBUG"),
                        flags().stream(),
                        headers(),
                        Stream.of("-include", "tessera_palabos.hpp"),
                        Stream.of(more),
                        Stream.of(source, folder.resolve("libpalabos.a").toString()))
                .flatMap(words -> words)
                .toList();
        return NativeProgram.compiled(Files.createDirectories(temp), command.toArray(String[]::new));
    }

    private static Stream<String> headers() {
        return Stream.of("src", "externalLibraries", "externalLibraries/Eigen3")
                .map(name -> "-I" + sources().resolve(name));
    }

    /// Checks the syntax of a program with the headers that it includes itself.
    /// @param temp for messages of the compiler
    NativeProgram.Result syntax(Path temp, String source) throws IOException, InterruptedException {
        List<String> command = Stream.of(
                        Stream.of(compiler(), "-std=c++17", "-fsyntax-only", "-w", "-DPLB_USE_POSIX"),
                        flags().stream(),
                        headers(),
                        Stream.of("-Icoupling/include", source))
                .flatMap(words -> words)
                .toList();
        return NativeProgram.run(temp, Map.of(), command);
    }

    /// The program that compares Palabos alone with Palabos beside Tessera.
    NativeProgram check(Path temp) throws IOException, InterruptedException {
        return compiled(
                temp.resolve("check"),
                "src/test/coupling/palabos_check.cpp",
                "-include",
                "palabos2D.h",
                "-include",
                "palabos2D.hh",
                "-DCAVITY=\"%s\"".formatted(cavity()));
    }

    /// Lattices that are cut by measured and by given speeds have the populations of Palabos alone.
    /// @param blocks of the lattice that is shared equally
    /// @param onRanks blocks of the lattice that the ranks compute
    static void assertHybrids(NativeProgram.Result result, int blocks, int onRanks) {
        assertThat(result.code()).as(result.text()).isZero();
        assertThat(result.text().lines().filter(line -> line.contains(", step ")))
                .hasSize(6)
                .allMatch(line -> line.contains(": 0 of "));
        assertThat(result.text())
                .containsPattern("nodes per second: rank [1-9]\\S*, device [1-9]\\S*, crossing [1-9]\\S*; beside [01]")
                .contains("equal: %d blocks, 1 on the device, a step takes ".formatted(blocks))
                .contains("on the ranks: %d blocks, 0 on the device, a step takes ".formatted(onRanks));
    }
}
