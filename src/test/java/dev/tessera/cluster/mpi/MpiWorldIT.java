package dev.tessera.cluster.mpi;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tessera.testkit.Mpirun;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Ranks that `mpirun` starts.
final class MpiWorldIT {
    private static final Duration LONGEST = Duration.ofSeconds(60);

    @TempDir
    private Path folder;

    @ParameterizedTest
    @CsvSource({"OPEN_MPI, 2", "OPEN_MPI, 4", "MPICH, 2", "MPICH, 4"})
    void ranks_exchange_messages_and_agree_on_sums_and_decisions(Mpirun.Library mpi, int ranks) throws Exception {
        mpi.require();
        try (Mpirun job = mpi.start(folder, ranks, WorldProgram.class.getName())) {
            int code = job.await(LONGEST);
            assertThat(code).as(job.stderr()).isZero();
            assertThat(job.stdout().lines().filter(line -> line.endsWith(": ok")))
                    .hasSize(ranks);
        }
    }

    @Test
    void a_library_that_does_not_know_the_launcher_is_refused() throws Exception {
        Mpirun.Library.OPEN_MPI.require();
        List<String> ofAnotherLauncher = List.of("OMPI_COMM_WORLD_RANK=1", "OMPI_COMM_WORLD_SIZE=2");
        try (Mpirun job = Mpirun.alone(folder, ofAnotherLauncher, WorldProgram.class.getName())) {
            assertThat(job.await(LONGEST)).isNotZero();
            assertThat(job.stderr()).contains("launcher and library are of different kinds");
        }
    }
}
