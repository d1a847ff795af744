package dev.tessera.cluster.nccl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tessera.cluster.nccl.Communicator.Piece;
import dev.tessera.device.DeviceException;
import dev.tessera.testkit.ThreadRanks;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// The functions of NCCL, on a library of the tests.
@Timeout(60)
final class NcclCommunicatorTest {
    @TempDir
    Path folder;

    private FakeNccl fake;
    private NcclLibrary library;

    @BeforeEach
    void make_a_library() {
        fake = new FakeNccl(folder);
        library = fake.library();
    }

    private NcclCommunicator join(int rank, int ranks) {
        UniqueId id = UniqueId.of(library.newId().words()); // as it is sent to other ranks
        return NcclCommunicator.join(library, new FakeNccl.Queue("gpu" + rank, 40 + rank), id, rank, ranks);
    }

    @Test
    void the_version_is_told() {
        assertThat(library.version()).isEqualTo("2.27.3");
        assertThat(library).hasToString("NCCL 2.27.3 (%s)".formatted(folder.resolve("libnccl_of_tests.so")));
    }

    /// Each rank sends two messages to each other one, whose order counts.
    @Test
    void ranks_exchange_all_messages_of_a_stage_as_one_group() throws Exception {
        ThreadRanks.run(3, ranks -> {
            int rank = ranks.rank();
            try (Arena arena = Arena.ofConfined();
                    NcclCommunicator communicator = join(rank, 3)) {
                List<Piece> sent = new ArrayList<>();
                List<Piece> received = new ArrayList<>();
                List<MemorySegment> targets = new ArrayList<>();
                for (int other = 0; other < 3; other++) {
                    for (int message = 0; message < 2 && other != rank; message++) {
                        MemorySegment source = arena.allocate(ValueLayout.JAVA_LONG, 2);
                        source.set(ValueLayout.JAVA_LONG, 0, 100L * rank + 10L * other + message);
                        sent.add(new Piece(source.address(), 8 + 8L * message, other));
                        MemorySegment target = arena.allocate(ValueLayout.JAVA_LONG, 2);
                        received.add(new Piece(target.address(), 8 + 8L * message, other));
                        targets.add(target);
                    }
                }
                for (int step = 0; step < 3; step++) {
                    targets.forEach(target -> target.fill((byte) 0));
                    communicator.exchange(sent, received);
                    for (int k = 0; k < targets.size(); k++) {
                        long expected = 100L * received.get(k).rank() + 10L * rank + k % 2;
                        assertThat(targets.get(k).get(ValueLayout.JAVA_LONG, 0)).isEqualTo(expected);
                    }
                }
                assertThat(communicator.failure()).isEmpty();
                assertThat(ranks.any(false)).isFalse();
            }
            return rank;
        });
        assertThat(fake.log().stream().filter(line -> line.startsWith("1 ")).limit(8))
                .containsExactly(
                        "1 sends 8 to 0 on 41",
                        "1 sends 16 to 0 on 41",
                        "1 sends 8 to 2 on 41",
                        "1 sends 16 to 2 on 41",
                        "1 receives 8 from 0 on 41",
                        "1 receives 16 from 0 on 41",
                        "1 receives 8 from 2 on 41",
                        "1 receives 16 from 2 on 41");
        assertThat(fake.log().stream().filter("destroyed"::equals)).hasSize(3);
    }

    @Test
    void a_refused_call_is_named_with_its_cause_and_ends_its_group() throws Exception {
        NcclCommunicator alone = join(0, 1);
        assertThatThrownBy(() -> alone.exchange(List.of(new Piece(8, 8, 5)), List.of()))
                .isInstanceOf(DeviceException.class)
                .hasMessageStartingWith("ncclSend of NCCL 2.27.3 (")
                .hasMessageContaining("returned no success (connection lost)")
                .hasMessageEndingWith("TESSERA_NCCL=off sends values between ranks through memory of the host.");
        alone.exchange(List.of(), List.of()); // not within the group that failed
    }

    @Test
    void an_abort_releases_a_thread_that_waits_for_a_lost_rank() throws Exception {
        ThreadRanks.run(2, ranks -> {
            NcclCommunicator communicator = join(ranks.rank(), 2);
            if (ranks.isFirst()) {
                Thread aborting = Thread.ofPlatform().start(() -> {
                    while (Stream.of(fake.log())
                            .flatMap(List::stream)
                            .noneMatch(line -> line.startsWith("0 receives"))) {
                        Thread.onSpinWait();
                    }
                    communicator.abort();
                });
                try (Arena arena = Arena.ofConfined()) {
                    Piece piece = new Piece(arena.allocate(8).address(), 8, 1);
                    assertThatThrownBy(() -> communicator.exchange(List.of(), List.of(piece)))
                            .isInstanceOf(DeviceException.class)
                            .hasMessageContaining("ncclGroupEnd");
                    assertThatThrownBy(() -> communicator.exchange(List.of(), List.of(piece)))
                            .hasMessage("the exchange between GPUs has ended after a failure");
                }
                aborting.join();
                communicator.close(); // nothing is left
            }
            return ranks.rank();
        });
        assertThat(fake.log()).contains("aborted").doesNotContain("destroyed");
    }

    @Test
    void a_failure_that_the_library_reports_is_described() {
        long handle = library.join(library.newId(), 0, 1);
        assertThat(library.failure(handle)).isEmpty();
        fake.lose(handle);
        assertThat(library.failure(handle)).contains("remote process exited (connection lost)");
    }
}
