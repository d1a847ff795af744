package dev.tessera.coupling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.tessera.device.Devices;
import dev.tessera.model.lattice.Lattices;
import dev.tessera.testkit.Covering;
import dev.tessera.testkit.Needs;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Palabos with `tessera_palabos.hpp`, in one process.
final class PalabosVerify {
    private static final Duration LONGEST = Duration.ofMinutes(10);

    @TempDir
    private static Path folder;

    private static NativeProgram check;

    @BeforeAll
    static void compile() throws Exception {
        PalabosLibrary.SERIAL.build(folder);
        check = PalabosLibrary.SERIAL.check(folder);
    }

    /// Steps of a comparison: a wrong population appears in the first few.
    private static String steps() {
        return Covering.isWhole() ? "600" : "60";
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
    @ValueSource(strings = {"cpu:jvm", "cpu:c", "opencl:0"})
    void every_bit_of_random_blocks_equals_that_of_palabos_own_co_processor(String device) throws Exception {
        if (device.startsWith("opencl")) {
            Needs.part("opencl", !Devices.accelerators().offers().isEmpty());
        }
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
        NativeProgram.Result result =
                check.run(Map.of("TESSERA_PALABOS_SETTINGS", "device=" + device), "walls", steps());
        assertThat(result.code()).as(result.text()).isZero();
        assertThat(result.text().lines().filter(line -> line.contains("step ")))
                .hasSize(30)
                .allMatch(line -> line.contains(": 0 of "));
        assertThat(result.text().lines().filter(line -> line.endsWith("on the CPU nothing")))
                .hasSize(6);
    }

    @Test
    void planes_by_regularized_populations_and_by_zou_and_he_agree_with_palabos_alone() throws Exception {
        NativeProgram.Result result =
                check.run(Map.of("TESSERA_PALABOS_SETTINGS", "device=cpu:jvm"), "planes", steps());
        assertThat(result.code()).as(result.text()).isZero(); // all differences are at most 1e-12
        assertThat(result.text().lines().filter(line -> line.contains("step "))).hasSize(36);
        assertThat(result.text().lines().filter(line -> line.endsWith(": 0 blocks on the CPU")))
                .hasSize(12);
    }

    @Test
    void velocities_on_all_walls_with_edges_and_corners_agree_with_palabos_alone() throws Exception {
        NativeProgram.Result result = check.run(Map.of("TESSERA_PALABOS_SETTINGS", "device=cpu:jvm"), "edges", steps());
        assertThat(result.code()).as(result.text()).isZero(); // all differences are at most 1e-12
        assertThat(result.text().lines().filter(line -> line.contains("step "))).hasSize(36);
        assertThat(result.text().lines().filter(line -> line.endsWith(": 0 blocks on the CPU")))
                .hasSize(8);
        assertThat(result.text().lines().filter(line -> line.endsWith("beside a CPU: 1 blocks on the CPU")))
                .hasSize(4);
    }

    @Test
    void a_lattice_is_cut_between_the_device_and_the_ranks_by_their_speeds() throws Exception {
        List<String> cuts = check.run("cuts").text().lines().toList();
        String both = ": 0.02 s, on the device 0.04 s, on the ranks ";
        String waits = " 40 x 20 x 25 of rank 1 40 x 20 x 25 of rank 2 40 x 20 x 25 of rank 3 40 x 20 x 25 of rank 4";
        assertThat(cuts)
                .contains("equal" + both + "0.04 s; device 50 x 40 x 40 of rank 0 50 x 40 x 40 of rank 0")
                .contains("along y" + both + "0.04 s; device 40 x 50 x 40 of rank 0 40 x 25 x 20 of rank 0"
                        + " 40 x 25 x 20 of rank 1 40 x 25 x 20 of rank 2 40 x 25 x 20 of rank 3")
                .contains("the first rank waits" + both + "0.032 s; device 40 x 40 x 50 of rank 0" + waits)
                .anyMatch(line -> line.startsWith("alone with a device that it waits for: 0.04 s")
                        && line.endsWith("; device 40 x 40 x 100 of rank 0"))
                .anyMatch(line -> line.startsWith("fast device: 0.0003333 s")
                        && line.endsWith("; device 100 x 100 x 100 of rank 0"))
                .anyMatch(line -> line.startsWith("slow link: 0.125 s")
                        && line.endsWith("; 100 x 100 x 50 of rank 0 100 x 100 x 50 of rank 1"))
                .anyMatch(line -> line.startsWith("slow device: 0.008192 s") && !line.contains("; device"))
                .anyMatch(line ->
                        line.startsWith("small: ") && line.endsWith("15 x 15 x 8 of rank 0 15 x 15 x 7 of rank 1"))
                .anyMatch(line -> line.contains("all speeds are positive numbers of nodes per second"))
                .hasSize(9);
    }

    @Test
    void a_cavity_cut_by_measured_speeds_equals_palabos_alone() throws Exception {
        NativeProgram.Result result =
                check.run(Map.of("TESSERA_PALABOS_SETTINGS", "device=cpu:jvm threads=1"), "hybrid");
        PalabosLibrary.assertHybrids(result, 2, 1);
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

    @Test
    void the_example_has_the_same_energy_in_all_of_its_modes() throws Exception {
        List<Double> energies = new ArrayList<>();
        for (String mode : List.of("alone", "tessera", "hybrid")) {
            NativeProgram.Result result =
                    check.run(Map.of("TESSERA_PALABOS_SETTINGS", "device=cpu:jvm"), "example", "27", "60", mode);
            assertThat(result.code()).as(result.text()).isZero();
            assertThat(result.text()).contains(mode + ", 27^3 nodes, 1 ranks: ").doesNotContain("stays on the CPU");
            energies.add(Double.valueOf(
                    result.text().strip().substring(result.text().strip().lastIndexOf(' ') + 1)));
        }
        assertThat(energies)
                .allSatisfy(energy -> assertThat(energy)
                        .isCloseTo(energies.getFirst(), withinPercentage(1e-8))
                        .isPositive());
    }

    /// In the program of the comparisons the example finds what others include, too.
    @Test
    void the_example_is_a_program_of_its_own() throws Exception {
        Assumptions.assumeTrue(Covering.isWhole(), "compiled alone where the tests run with -Dtessera.tests=all");
        NativeProgram.Result result = PalabosLibrary.SERIAL.syntax(folder, "examples/coupling/palabos_cavity.cpp");
        assertThat(result.code()).as(result.text()).isZero();
    }

    /// The untouched file of Palabos, whose own run is longer than needed here.
    @Test
    void the_stock_example_prints_the_energies_of_palabos() throws Exception {
        String text = check.until("step 600; t=0.002; av energy=1.803765879e-10;", LONGEST, "stock");
        assertThat(text).contains("13: ( 1.99641);").contains("step 300; t=0.001; av energy=1.75664243e-10;");
    }
}
