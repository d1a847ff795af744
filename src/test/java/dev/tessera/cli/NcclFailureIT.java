package dev.tessera.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tessera.cluster.mpi.MpiWorld;
import dev.tessera.cluster.nccl.FakeNccl;
import dev.tessera.cluster.nccl.RankConnection;
import dev.tessera.testkit.Mpirun;
import dev.tessera.testkit.Needs;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Ranks whose GPUs NCCL has joined, under a launcher that does not end the others where one is lost.
@Tag("alone")
final class NcclFailureIT {
    private static final Duration START = Duration.ofMinutes(2);
    private static final Duration LONGEST = Duration.ofSeconds(10);

    @TempDir
    Path folder;

    @Test
    void a_killed_rank_ends_the_others_by_its_name_without_the_launcher() throws Exception {
        Mpirun.Library.OPEN_MPI.require();
        Needs.part("procfs", Files.isDirectory(Path.of("/proc/self")));
        try (Mpirun job =
                Mpirun.Library.OPEN_MPI.startCareless(folder, 2, Waiting.class.getName(), folder.toString())) {
            while (!Files.exists(folder.resolve("pid-1")) || !Files.exists(folder.resolve("pid-0"))) {
                assertThat(job.isAlive()).as(job.stderr()).isTrue();
                Thread.sleep(20);
            }
            ProcessHandle lost = process(1);
            ProcessHandle other = process(0);
            lost.destroyForcibly();
            other.onExit().get(LONGEST.toSeconds(), TimeUnit.SECONDS);
            job.await(LONGEST); // such a launcher gives no exit code
            assertThat(job.stderr())
                    .contains("rank 0 of 2 (")
                    .containsPattern("rank 1 of 2 \\([^)]*, fake:1\\) failed: its process has ended");
        }
    }

    private ProcessHandle process(int rank) throws Exception {
        Path file = folder.resolve("pid-" + rank);
        while (Files.readString(file).isEmpty()) {
            Thread.sleep(20);
        }
        return ProcessHandle.of(Long.parseLong(Files.readString(file))).orElseThrow();
    }

    /// A program whose first rank waits for the second, which does nothing.
    static final class Waiting {
        private Waiting() {}

        public static void main(String[] arguments) throws Exception {
            MpiJob job = MpiJob.ofProcess(System.err);
            MpiWorld world = job.join().orElseThrow();
            String device = "fake:" + world.rank();
            job.runsOn(device);
            Path own = Files.createDirectories(Path.of(arguments[0], "rank-" + world.rank()));
            RankConnection connection = FakeNccl.joined(world, world.host(), device, own);
            assertThat(connection.toString()).contains("through NCCL");
            Files.writeString(
                    Path.of(arguments[0], "pid-" + world.rank()),
                    Long.toString(ProcessHandle.current().pid()));
            if (job.isFollower()) {
                Thread.sleep(START.toMillis());
            }
            assertThat(List.of(world.any(true))).isEmpty();
        }
    }
}
