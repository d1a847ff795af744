package dev.tessera.coupling;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// `tessera.h` in a program in C: `src/test/coupling/calls.c`.
final class NativeProgramIT {
    @TempDir
    private static Path folder;

    private static NativeProgram calls;
    private static NativeProgram.Result refused;

    @BeforeAll
    static void compile() throws Exception {
        NativeProgram.require("gcc");
        calls = NativeProgram.compiled(
                folder, "gcc", "-std=gnu99", "-Wall", "-Wextra", "-pedantic", "src/test/coupling/calls.c");
        refused = calls.run("refused");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "device | -5 | unknown device gpu:9; available: auto, cpu",
                "setting | -1 | is not a setting",
                "omega | -1 | relaxation rate 2.0 is outside (0, 2)",
                "omega-nan | -1 | relaxation rate NaN is outside (0, 2)",
                "lattice | -1 | unknown lattice D3Q20; known are D2Q9",
                "collision | -1 | unknown collision bgk2",
                "palabos-2d | -1 | use collision=bgk",
                "precision | -1 | use fp64 or fp32",
                "thin | -1 | 6 x 6 x 1 nodes is too thin",
                "large | -1 | at most 2^31 - 1 nodes",
                "struct | -1 | set it to sizeof(tessera_domain)",
                "type | -1 | node 3 has type 7",
                "solid | -1 | has no fluid node",
                "box | -1 | leaves the domain of 6 x 6 x 6 nodes",
                "empty | -1 | is empty",
                "bytes | -1 | 32824 bytes for 216 nodes: 19 populations of 8 bytes at each node are 32832 bytes",
                "scalars | -1 | descriptor with external scalars",
                "null | -1 | is null",
                "order | -1 | 5 is not an order of populations",
                "nan | -1 | population 4 of node 0 of those to write is NaN",
                "infinity | -1 | is Infinity",
                "boxes-outside | -1 | leaves the domain of 6 x 6 x 6 nodes",
                "boxes-bytes | -1 | 152 bytes for 2 nodes",
                "boxes-nothing | -1 | 0 boxes at address",
                "boxes-null | -1 | 2 boxes at address 0 are no list of boxes",
                "node | -1 | node 216 is not one of",
                "field | -1 | known are density, velocity",
                "field-bytes | -1 | 3 doubles at each node are 5184 bytes",
                "steps | -1 | -1 steps",
                "envelope | -1 | at most 1 more",
                "second-step | -1 | at most 0 more",
                "all-envelope | -1 | at most 0 more",
                "all-twice | -1 | is listed twice",
                "all-nothing | -1 | 0 domains at address",
                "all-null | -1 | 1 domains at address 0 are no list of domains",
                "all-never | -2 | there is no domain 99",
                "connect-null | -1 | 1 overlaps at address 0 are no list of overlaps",
                "connect-nothing | -1 | 0 overlaps at address",
                "connect-nowhere | -1 | the pointer for the exchange is null",
                "connect-shapes | -1 | have different numbers of nodes along an axis",
                "connect-domain | -2 | there is no domain 99",
                "exchange-again | -2 | there is no exchange",
                "allocate-nothing | -1 | 0 bytes: memory has 1 byte or more",
                "allocate-nowhere | -1 | the pointer for the memory is null",
                "release-again | -1 | it has been released",
                "never | -2 | no such number has been given",
                "finish-nothing | -2 | there is no simulation 77",
                "zero | -2 | there is no domain 0",
                "stale | -2 | it has been removed",
                "stale-simulation | -2 | it has been removed"
            })
    void wrong_calls_are_refused_in_words(String name, int code, String reason) {
        assertThat(refused.code()).as(refused.text()).isZero();
        assertThat(refused.line(name)).startsWith(code + " ").contains(reason);
    }

    @ParameterizedTest
    @CsvSource({
        "first-struct",
        "first-step",
        "finish",
        "connect",
        "exchange",
        "step-after",
        "exchange-before-all",
        "all",
        "disconnect",
        "allocate",
        "zeros",
        "write-allocated",
        "read",
        "same",
        "write-boxes",
        "read-box",
        "same-box",
        "read-boxes",
        "same-boxes",
        "release",
        "release-null",
        "remove",
        "destroy",
        "other-abi"
    })
    void correct_calls_among_wrong_ones_succeed(String name) {
        assertThat(refused.line(name)).startsWith("0 ");
    }

    @Test
    void a_moving_full_way_wall_drags_the_fluid_between_closed_sides() throws Exception {
        NativeProgram.Result result = calls.run("walls");
        for (String name : List.of("create", "add", "steps", "field", "destroy")) {
            assertThat(result.line(name)).startsWith("0 ");
        }
        assertThat(result.line("mean")).isEqualTo("0.010000");
    }

    @Test
    void four_threads_use_a_domain_each() throws Exception {
        assertThat(calls.run("threads").line("threads")).startsWith("0 ");
    }

    @Test
    void two_threads_on_one_domain_are_refused() throws Exception {
        NativeProgram.Result result = calls.run("busy");
        assertThat(result.line("busy")).startsWith("-3 ").contains("used by another thread");
        assertThat(result.line("destroy-busy")).startsWith("-3 ");
        assertThat(result.line("long")).startsWith("0 ");
        assertThat(result.line("destroy")).startsWith("0 ");
    }

    @Test
    void a_forked_child_is_refused_and_its_parent_goes_on() throws Exception {
        NativeProgram.Result result = calls.run("fork");
        assertThat(result.line("child")).startsWith("-9 ").contains("does not survive fork()");
        assertThat(result.line("child-ended")).startsWith("0 ");
        assertThat(result.line("parent")).startsWith("0 ");
    }

    @Test
    void a_handler_that_was_set_before_java_started_gets_the_faults_of_the_program() throws Exception {
        NativeProgram.Result result = calls.run("signals-before");
        assertThat(result.line("add")).startsWith("0 ");
        assertThat(result.line("steps")).startsWith("0 ");
        assertThat(result.text()).contains("the program's handler");
        assertThat(result.code()).isEqualTo(42);
    }

    @Test
    void a_handler_that_was_set_later_is_named_unless_libjsig_keeps_both() throws Exception {
        assertThat(calls.run("signals-after").line("add"))
                .startsWith("-10 ")
                .contains("catchStandardSignals()", "libjsig.so");
        Path libjsig = Path.of(System.getProperty("java.home"), "lib", "libjsig.so");
        assertThat(calls.run(Map.of("LD_PRELOAD", libjsig.toString()), "signals-after")
                        .line("add"))
                .startsWith("0 ");
    }

    @Test
    void simulations_can_be_removed_while_the_program_exits() throws Exception {
        NativeProgram.Result result = calls.run("exit");
        assertThat(result.line("at-exit")).startsWith("0 ");
        assertThat(result.code()).isZero();
    }

    @Test
    void calls_after_java_has_shut_down_are_refused() throws Exception {
        NativeProgram.Result result = calls.run(Map.of("TESSERA_JAVA_OPTS", "-XX:-ReduceSignalUsage"), "shut-down");
        assertThat(result.line("at-exit")).startsWith("-8 ").contains("shut down");
    }

    @Test
    void what_is_missing_at_the_start_is_named() throws Exception {
        assertThat(calls.run(Map.of("TESSERA_JAVA_HOME", "/nowhere"), "start").line("start"))
                .startsWith("-7 TESSERA_JAVA_HOME=/nowhere has no lib/server/libjvm.so");
        assertThat(calls.run(
                                Map.of("TESSERA_JAVA_HOME", "", "JAVA_HOME", "", "TESSERA_HOME", folder.toString()),
                                "start")
                        .line("start"))
                .startsWith("-7 no Java found: set TESSERA_JAVA_HOME");
        assertThat(calls.run(Map.of("TESSERA_CLASS_PATH", "", "TESSERA_HOME", folder.toString()), "start")
                        .line("start"))
                .startsWith("-7 Tessera was not found");
        assertThat(calls.run(Map.of("TESSERA_CLASS_PATH", "/nowhere.jar"), "start")
                        .line("start"))
                .startsWith("-7 Tessera's classes are not on the class path");
        assertThat(calls.run(Map.of("TESSERA_JAVA_OPTS", "-XX:+Nonsense"), "start")
                        .line("start"))
                .startsWith("-7 Java did not start");
        assertThat(calls.run("start").line("start")).startsWith("0 ");
    }

    @Test
    void an_older_java_is_refused_by_its_version() throws Exception {
        Path old = Files.createDirectories(folder.resolve("jdk-21"));
        Files.createDirectories(old.resolve("lib/server"));
        Files.writeString(old.resolve("lib/server/libjvm.so"), "");
        Files.writeString(old.resolve("release"), "IMPLEMENTOR=\"A\"\nJAVA_VERSION=\"21.0.4\"\n");
        assertThat(calls.run(Map.of("TESSERA_JAVA_HOME", old.toString()), "start")
                        .line("start"))
                .startsWith("-7 ")
                .contains("is Java 21, but Tessera needs Java 25 or newer");
    }

    @Test
    void a_program_of_another_version_is_refused() throws Exception {
        Path headers = Files.createDirectories(folder.resolve("other/include"));
        for (String header : List.of("tessera.h", "tessera_boot.h")) {
            String text = Files.readString(Path.of("coupling/include", header));
            Files.writeString(headers.resolve(header), text.replace("#define TESSERA_ABI 1", "#define TESSERA_ABI 2"));
        }
        NativeProgram other =
                NativeProgram.compiled(headers, "gcc", "-std=gnu99", "-I" + headers, "src/test/coupling/calls.c");
        assertThat(other.run("start").line("start"))
                .startsWith("-7 ")
                .contains("compiled for version 2 of tessera.h", "has version 1");
    }

    @Test
    void the_header_compiles_as_cpp_too() throws Exception {
        NativeProgram.require("g++");
        Path cpp = Files.createDirectories(folder.resolve("cpp"));
        Path source = Files.writeString(
                cpp.resolve("start.cpp"),
                "#include \"tessera.h\"\nint main() { return tessera_start() == TESSERA_OK ? 0 : 1; }\n");
        NativeProgram program =
                NativeProgram.compiled(cpp, "g++", "-std=c++17", "-Wall", "-Wextra", "-pedantic", source.toString());
        assertThat(program.run().code()).isZero();
    }

    /// The example: the decay of its wave, and its length.
    @Test
    void the_example_prints_the_decay_of_a_shear_wave() throws IOException, InterruptedException {
        Path source = Path.of("examples/coupling/shear_wave.c");
        assertThat(Files.readAllLines(source)).hasSizeLessThanOrEqualTo(50);
        Path own = Files.createDirectories(folder.resolve("example"));
        NativeProgram example =
                NativeProgram.compiled(own, "gcc", "-std=gnu99", "-Wall", "-Wextra", "-pedantic", source.toString());
        NativeProgram.Result result = example.run();
        assertThat(result.code()).as(result.text()).isZero();
        List<String> lines = result.text().lines().toList();
        assertThat(lines).hasSize(6);
        for (String line : lines) {
            String[] words = line.strip().split(" +", -1);
            double error = Double.parseDouble(words[1]) / Double.parseDouble(words[2]) - 1;
            assertThat(Math.abs(error)).as(line).isLessThan(0.01);
        }
    }
}
