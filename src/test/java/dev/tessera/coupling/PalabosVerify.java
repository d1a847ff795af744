package dev.tessera.coupling;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tessera.model.lattice.Lattices;
import dev.tessera.testkit.Needs;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Palabos with `tessera_palabos.hpp`. Needs `g++` and the sources of Palabos in the folder that the variable
/// `TESSERA_PALABOS` names (<https://gitlab.com/unigespc/palabos>); their library is compiled once, into `target`.
final class PalabosVerify {
    private static final String VARIABLE = "TESSERA_PALABOS";
    private static final Path LIBRARY = Path.of("target/palabos");
    private static final String CAVITY = "examples/codesByTopic/coProcessor/cavity3d.cpp";
    private static final Duration LONGEST = Duration.ofMinutes(10);

    @TempDir
    private static Path folder;

    private static Path sources;
    private static NativeProgram check;

    @BeforeAll
    static void compile() throws Exception {
        sources = Path.of(System.getenv().getOrDefault(VARIABLE, ""));
        Needs.part("palabos", Files.isReadable(sources.resolve(CAVITY)));
        NativeProgram.require("g++");
        NativeProgram.Result built = NativeProgram.run(
                folder, Map.of(), List.of("src/test/coupling/build_palabos", sources.toString(), LIBRARY.toString()));
        assertThat(built.code()).as(built.text()).isZero();
        check = compiled(
                "check",
                "src/test/coupling/palabos_check.cpp",
                "-include",
                "palabos2D.h",
                "-include",
                "palabos2D.hh",
                "-DCAVITY=\"%s\"".formatted(sources.resolve(CAVITY)));
    }

    /// Without `-ffp-contract=off`: nothing is contracted on plain x86-64, and the flag changes nothing elsewhere.
    private static NativeProgram compiled(String name, String source, String... flags) throws Exception {
        List<String> command = Stream.of(
                        Stream.of("g++", "-std=c++17", "-O1", "-w", "-ffp-contract=off", "-DPLB_USE_POSIX", "-DNDEBUG"),
                        Stream.of("src", "externalLibraries", "externalLibraries/Eigen3")
                                .map(part -> "-I" + sources.resolve(part)),
                        Stream.of("-include", "tessera_palabos.hpp"),
                        Stream.of(flags),
                        Stream.of(source, LIBRARY.resolve("libpalabos.a").toString()))
                .flatMap(words -> words)
                .toList();
        return NativeProgram.compiled(Files.createDirectories(folder.resolve(name)), command.toArray(String[]::new));
    }

    @Test
    void directions_are_those_of_the_descriptors() throws Exception {
        NativeProgram.Result printed = check.run("directions");
        assertThat(printed.text().lines())
                .containsExactlyElementsOf(Lattices.all().stream()
                        .map(lattice -> PalabosDirectionsTest.line(lattice.name()))
                        .toList());
    }

    @Test
    void the_file_of_expected_bits_is_what_palabos_computes() throws Exception {
        try (var file = Objects.requireNonNull(PalabosVerify.class.getResourceAsStream("palabos-d3q19-bgk.txt"))) {
            assertThat(check.run("golden").text())
                    .isEqualTo(new String(file.readAllBytes(), StandardCharsets.US_ASCII));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"cpu:jvm", "cpu:c"})
    void every_bit_of_random_blocks_equals_that_of_palabos_own_co_processor(String device) throws Exception {
        NativeProgram.Result result = check.run(Map.of("TESSERA_PALABOS_SETTINGS", "device=" + device), "bits");
        assertThat(result.code()).as(result.text()).isZero();
        assertThat(result.text().lines()).hasSize(10).allMatch(line -> line.contains(": 0 of "));
    }

    @Test
    void an_attribution_of_threads_without_handles_is_named_and_can_be_replaced() throws Exception {
        NativeProgram.Result result = check.run("handles");
        assertThat(result.text())
                .contains("Palabos gives handle 0", "ExplicitThreadAttribution", "handles are kept: 1");
    }

    @ParameterizedTest
    @ValueSource(strings = {"cpu:jvm", "cpu:c"})
    void every_bit_of_cavities_with_full_way_walls_equals_that_of_palabos_alone(String device) throws Exception {
        NativeProgram.Result result = check.run(Map.of("TESSERA_PALABOS_SETTINGS", "device=" + device), "walls");
        assertThat(result.code()).as(result.text()).isZero();
        assertThat(result.text().lines().filter(line -> line.contains("step ")))
                .hasSize(30)
                .allMatch(line -> line.contains(": 0 of "));
        assertThat(result.text().lines().filter(line -> line.endsWith("on the CPU nothing")))
                .hasSize(6);
    }

    @Test
    void planes_by_regularized_populations_and_by_zou_and_he_agree_with_palabos_alone() throws Exception {
        NativeProgram.Result result = check.run(Map.of("TESSERA_PALABOS_SETTINGS", "device=cpu:jvm"), "planes");
        assertThat(result.code()).as(result.text()).isZero(); // all differences are at most 1e-12
        assertThat(result.text().lines().filter(line -> line.contains("step "))).hasSize(36);
        assertThat(result.text().lines().filter(line -> line.endsWith(": 0 blocks on the CPU")))
                .hasSize(12);
    }

    @Test
    void velocities_on_all_walls_with_edges_and_corners_agree_with_palabos_alone() throws Exception {
        NativeProgram.Result result = check.run(Map.of("TESSERA_PALABOS_SETTINGS", "device=cpu:jvm"), "edges");
        assertThat(result.code()).as(result.text()).isZero(); // all differences are at most 1e-12
        assertThat(result.text().lines().filter(line -> line.contains("step "))).hasSize(36);
        assertThat(result.text().lines().filter(line -> line.endsWith(": 0 blocks on the CPU")))
                .hasSize(8);
        assertThat(result.text().lines().filter(line -> line.endsWith("beside a CPU: 1 blocks on the CPU")))
                .hasSize(4);
    }

    @Test
    void blocks_with_other_dynamics_or_data_processors_stay_on_the_cpu_and_are_named() throws Exception {
        NativeProgram.Result result = check.run("others");
        assertThat(result.code()).as(result.text()).isZero();
        assertThat(result.text())
                .contains("block 0 stays on the CPU: dynamics ", " at node (1, 1, 1)")
                .contains("with relaxation rates 1.6 and 1.5 at node (10, 9, 14)")
                .contains(
                        "dynamics Boundary_RegularizedVelocity_2_1, which does not collide by BGK with the block's rate")
                .contains("dynamics Boundary_RegularizedVelocity_0_1, which no data processor completes")
                .contains("dynamics Boundary_StoreVelocity, which no data processor of an edge or a corner completes")
                .contains("dynamics BGK, which a data processor of an edge or a corner changes, at node (19, 1, 22)")
                .contains("block 26 stays on the CPU: 1 data processors work on it")
                .contains("others, step 20: 0 of ");
    }

    @Test
    void a_number_of_threads_that_is_none_is_refused() throws Exception {
        NativeProgram.Result result = check.run(Map.of("TESSERA_PALABOS_THREADS", "many"), "others");
        assertThat(result.code()).isNotZero();
        assertThat(result.text()).contains("TESSERA_PALABOS_THREADS=many is no number of threads from 1 to 1024");
    }

    @Test
    void populations_of_the_cavitys_block_equal_those_of_palabos_alone() throws Exception {
        NativeProgram.Result result = check.run("blocks", folder.toString());
        assertThat(result.code()).as(result.text()).isZero();
        for (int step : new int[] {1, 10, 300, 301, 600, 601}) {
            for (String other : List.of("tessera-", "layers-")) {
                assertThat(Files.mismatch(folder.resolve("palabos-" + step), folder.resolve(other + step)))
                        .as("%s%d", other, step)
                        .isEqualTo(-1);
            }
        }
        assertThat(result.text())
                .contains("tessera 301 1.75664243e-10", "tessera 601 1.803765879e-10")
                .contains("layers 301 1.75664243e-10", "layers 601 1.803765879e-10")
                .contains("palabos 301 1.75664243e-10", "palabos 601 1.803765879e-10");
    }

    /// The untouched file of Palabos. Its own run is longer than needed here.
    @Test
    void the_stock_example_prints_the_energies_of_palabos() throws Exception {
        NativeProgram stock = compiled("stock", sources.resolve(CAVITY).toString());
        String text = stock.until("step 900;", LONGEST);
        assertThat(text)
                .contains("13: ( 1.99641);")
                .contains("step 300; t=0.001; av energy=1.75664243e-10;")
                .contains("step 600; t=0.002; av energy=1.803765879e-10;");
    }
}
