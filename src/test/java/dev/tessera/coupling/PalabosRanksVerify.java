package dev.tessera.coupling;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tessera.testkit.Mpirun;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Palabos with `tessera_palabos.hpp` on two MPI ranks. Each has offloaded blocks whose neighbours the other has.
final class PalabosRanksVerify {
    private static final String DEVICE = "device=cpu:jvm threads=1";

    @TempDir
    private static Path folder;

    private static NativeProgram check;

    @BeforeAll
    static void compile() throws Exception {
        Mpirun.Library.OPEN_MPI.require();
        PalabosLibrary.MPI.build(folder);
        check = PalabosLibrary.MPI.check(folder);
    }

    private static NativeProgram.Result run(String... arguments) throws Exception {
        List<String> command = Mpirun.Library.OPEN_MPI.command(2);
        return check.runBy(command, Map.of("TESSERA_PALABOS_SETTINGS", DEVICE), arguments);
    }

    @Test
    void every_bit_of_cavities_with_full_way_walls_equals_that_of_palabos_alone() throws Exception {
        NativeProgram.Result result = run("walls", "24");
        assertThat(result.code()).as(result.text()).isZero();
        assertThat(result.text().lines().filter(line -> line.contains("step ")))
                .hasSize(30)
                .allMatch(line -> line.contains(": 0 of "));
        assertThat(result.text().lines().filter(line -> line.endsWith("on the CPU nothing")))
                .as("two ranks say so")
                .hasSize(12);
    }

    @Test
    void velocities_on_all_walls_agree_with_palabos_alone() throws Exception {
        NativeProgram.Result result = run("edges", "24");
        assertThat(result.code()).as(result.text()).isZero(); // all differences are at most 1e-12
        assertThat(result.text().lines().filter(line -> line.contains("step "))).hasSize(36);
        assertThat(result.text().lines().filter(line -> line.endsWith("beside a CPU: 1 blocks on the CPU")))
                .as("one of two ranks has it")
                .hasSize(4);
    }

    @Test
    void blocks_with_other_dynamics_stay_on_the_cpu_of_their_rank() throws Exception {
        NativeProgram.Result result = run("others");
        assertThat(result.code()).as(result.text()).isZero();
        assertThat(result.text()).contains("block 0 stays on the CPU: dynamics ", "others, step 20: 0 of ");
    }

    @Test
    void a_cavity_cut_by_measured_speeds_equals_palabos_alone() throws Exception {
        PalabosLibrary.assertHybrids(run("hybrid"), 3, 2);
    }
}
