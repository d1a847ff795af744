package dev.tessera.cluster.mpi;

import static dev.tessera.cluster.mpi.MpiLauncher.Kind.OPEN_MPI;
import static dev.tessera.cluster.mpi.MpiLauncher.Kind.PMI;
import static dev.tessera.cluster.mpi.MpiLauncher.Kind.PMIX;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

final class MpiLauncherTest {
    @Test
    void rank_and_size_are_those_of_the_launchers_variables() {
        assertThat(MpiLauncher.of(Map.of("OMPI_COMM_WORLD_RANK", "3", "OMPI_COMM_WORLD_SIZE", "4")))
                .contains(new MpiLauncher(OPEN_MPI, 3, 4));
        assertThat(MpiLauncher.of(Map.of("PMI_RANK", "0", "PMI_SIZE", "2"))).contains(new MpiLauncher(PMI, 0, 2));
        assertThat(MpiLauncher.of(Map.of("PMIX_RANK", "1", "SLURM_STEP_NUM_TASKS", "8")))
                .contains(new MpiLauncher(PMIX, 1, 8));
    }

    @Test
    void a_process_that_is_alone_or_was_told_to_be_does_not_use_mpi() {
        assertThat(MpiLauncher.of(Map.of())).isEmpty();
        assertThat(MpiLauncher.of(Map.of("OMPI_COMM_WORLD_RANK", "0", "OMPI_COMM_WORLD_SIZE", "1")))
                .isEmpty();
        assertThat(MpiLauncher.of(Map.of("PMI_RANK", "0", "PMI_SIZE", "2", "TESSERA_MPI", "off")))
                .isEmpty();
        assertThat(MpiLauncher.of(Map.of("SLURM_PROCID", "0", "SLURM_STEP_NUM_TASKS", "8")))
                .as("a batch script without ranks")
                .isEmpty();
        assertThat(MpiLauncher.of(Map.of("PMI_RANK", "x", "PMI_SIZE", "2"))).isEmpty();
    }
}
