package dev.tessera.cluster.nccl;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tessera.cluster.Transport;
import dev.tessera.device.DeviceException;
import dev.tessera.device.gpu.LibraryQueue;
import dev.tessera.testkit.ThreadRanks;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Two ranks choose how their values travel.
@Timeout(60)
final class RankConnectionTest {
    private static final Transport BY_MPI = (message, from, to, waits) -> {
        throw new AssertionError("nothing is sent");
    };

    @TempDir
    Path folder;

    private record Chosen(Transport transport, String description) {}

    private static List<Chosen> chosen(
            IntFunction<Optional<LibraryQueue>> queue, IntFunction<Supplier<Optional<NcclLibrary>>> find)
            throws Exception {
        List<Chosen> all = ThreadRanks.run(2, ranks -> {
            int rank = ranks.rank();
            try (RankConnection connection =
                    RankConnection.of(ranks, "node", "cuda:" + rank, queue.apply(rank), find.apply(rank), BY_MPI)) {
                return new Chosen(connection.transport(), connection.toString());
            }
        });
        assertThat(all.get(1).description()).isEqualTo(all.get(0).description());
        return all;
    }

    private static Optional<LibraryQueue> ownGpu(int rank) {
        return Optional.of(new FakeNccl.Queue("gpu" + rank, rank));
    }

    private static void assertByMpi(List<Chosen> chosen, String why) {
        assertThat(chosen).allMatch(one -> one.transport() == BY_MPI);
        assertThat(chosen.getFirst().description())
                .startsWith("values between ranks go through memory of the host and MPI: " + why);
    }

    @Test
    void ranks_with_a_gpu_each_use_nccl() throws Exception {
        FakeNccl fake = new FakeNccl(folder);
        List<Chosen> chosen = chosen(RankConnectionTest::ownGpu, rank -> () -> Optional.of(fake.library()));
        assertThat(chosen).allMatch(one -> one.transport() instanceof NcclTransport);
        assertThat(chosen.getFirst().description())
                .startsWith("values between ranks go from GPU to GPU through NCCL 2.27.3 (");
        assertThat(fake.log()).containsExactly("destroyed", "destroyed");
    }

    @Test
    void ranks_that_share_a_gpu_use_mpi() throws Exception {
        FakeNccl fake = new FakeNccl(folder);
        assertByMpi(
                chosen(rank -> ownGpu(0), rank -> () -> Optional.of(fake.library())),
                "rank 0 of 2 (node, cuda:0) and rank 1 of 2 (node, cuda:1) have the same GPU");
        assertThat(fake.log()).isEmpty();
    }

    @Test
    void a_rank_without_the_library_is_named_with_the_remedy() throws Exception {
        FakeNccl fake = new FakeNccl(folder);
        assertByMpi(
                chosen(
                        RankConnectionTest::ownGpu,
                        rank -> () -> rank == 1 ? Optional.empty() : Optional.of(fake.library())),
                "rank 1 of 2 (node, cuda:1) has no NCCL (libnccl.so.2). Install it (pip");
    }

    @Test
    void a_library_that_does_not_load_is_told() throws Exception {
        assertByMpi(
                chosen(RankConnectionTest::ownGpu, rank -> () -> {
                    throw new DeviceException("libnccl.so.2 does not load");
                }),
                "rank 0 of 2 (node, cuda:0) cannot use NCCL: libnccl.so.2 does not load");
    }

    @Test
    void a_rank_on_a_cpu_makes_all_use_mpi_and_cpus_alone_tell_nothing() throws Exception {
        FakeNccl fake = new FakeNccl(folder);
        assertByMpi(
                chosen(rank -> rank == 0 ? ownGpu(0) : Optional.empty(), rank -> () -> Optional.of(fake.library())),
                "rank 1 of 2 (node, cuda:1) has no GPU of CUDA");
        List<Chosen> cpus = chosen(rank -> Optional.empty(), rank -> () -> {
            throw new AssertionError("a CPU looks for NCCL");
        });
        assertThat(cpus)
                .allMatch(one -> one.transport() == BY_MPI && one.description().isEmpty());
    }

    @Test
    void a_rank_that_cannot_join_makes_the_others_use_mpi() throws Exception {
        FakeNccl fake = new FakeNccl(folder);
        fake.refuse(1);
        assertByMpi(
                chosen(RankConnectionTest::ownGpu, rank -> () -> Optional.of(fake.library())),
                "ncclCommInitRank of NCCL 2.27.3 (");
    }
}
