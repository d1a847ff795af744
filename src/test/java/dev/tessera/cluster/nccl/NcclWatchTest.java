package dev.tessera.cluster.nccl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tessera.cluster.HostProcess;
import dev.tessera.cluster.Waits;
import dev.tessera.device.DeviceException;
import dev.tessera.testkit.Needs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// What happens to a rank whose neighbour is lost.
@Timeout(60)
final class NcclWatchTest {
    private static final NcclWatch.Grace GRACE = new NcclWatch.Grace(300, 400);

    private final CountDownLatch aborted = new CountDownLatch(1);
    private final Waits waits = new Waits();
    private volatile String reported = "";

    private final Communicator communicator = new Communicator() {
        @Override
        public void exchange(List<Piece> sent, List<Piece> received) {}

        @Override
        public boolean canBeCaptured() {
            return false;
        }

        @Override
        public Optional<String> failure() {
            return reported.isEmpty() ? Optional.empty() : Optional.of(reported);
        }

        @Override
        public void abort() {
            aborted.countDown();
        }

        @Override
        public void close() {}
    };

    private NcclWatch watching(RankProcess... others) {
        NcclWatch watch = new NcclWatch(communicator, List.of(others), "node", GRACE);
        watch.watch(waits);
        watch.start();
        return watch;
    }

    private static RankProcess self() {
        return RankProcess.own(0, 2, "node", "cuda:0", "gpu0", "NCCL 2", "");
    }

    private static RankProcess rank(Process process, String host) {
        long start = process.info().startInstant().orElseThrow().toEpochMilli();
        return RankProcess.of(
                1,
                2,
                new RankProcess(1, 2, new HostProcess(host, process.pid(), start), "cuda:1", "gpu1", "NCCL 2", "")
                        .text());
    }

    private static Process sleeping() throws IOException {
        Needs.part("procfs", Files.isDirectory(Path.of("/proc/self")));
        return new ProcessBuilder("sleep", "60").start();
    }

    @Test
    void a_killed_rank_ends_waits_by_its_name_and_the_copies_on_the_gpu() throws Exception {
        Process other = sleeping();
        CompletableFuture<Throwable> failed = new CompletableFuture<>();
        Thread.UncaughtExceptionHandler before = Thread.getDefaultUncaughtExceptionHandler();
        Thread.setDefaultUncaughtExceptionHandler((thread, failure) -> failed.complete(failure));
        try (NcclWatch watch = watching(self(), rank(other, "node"))) {
            assertThat(watch).hasToString("watches [rank 1 of 2 (node, cuda:1)]");
            Thread.sleep(300);
            assertThat(waits.failure()).isEmpty();
            other.destroyForcibly();
            assertThat(aborted.await(10, TimeUnit.SECONDS)).isTrue();
            assertThatThrownBy(waits::requireNoFailure)
                    .isInstanceOf(DeviceException.class)
                    .hasMessage("rank 1 of 2 (node, cuda:1) failed: its process has ended");
            assertThat(failed.get(10, TimeUnit.SECONDS)) // the run has not ended in time: the job ends
                    .hasMessage("rank 1 of 2 (node, cuda:1) failed: its process has ended");
        } finally {
            Thread.setDefaultUncaughtExceptionHandler(before);
            other.destroyForcibly();
        }
    }

    @Test
    void processes_of_other_computers_and_others_with_the_same_number_are_not_watched() throws Exception {
        Process other = sleeping();
        try {
            assertThat(rank(other, "node").process().visibleFrom("node")).contains(other.toHandle());
            assertThat(rank(other, "elsewhere").process().visibleFrom("node")).isEmpty();
            RankProcess later =
                    new RankProcess(1, 2, new HostProcess("node", other.pid(), 17), "cuda:1", "gpu1", "NCCL 2", "");
            assertThat(later.process().visibleFrom("node")).isEmpty();
            assertThat(self().process().visibleFrom("node")).isEmpty();
        } finally {
            other.destroyForcibly();
        }
    }

    @Test
    void a_failure_that_nccl_reports_ends_waits_too() throws Exception {
        NcclWatch watch = watching(self());
        reported = "remote process exited";
        assertThat(aborted.await(10, TimeUnit.SECONDS)).isTrue();
        watch.close();
        assertThatThrownBy(waits::requireNoFailure)
                .hasMessage("the exchange with other ranks failed: NCCL reports: remote process exited");
    }

    @Test
    void a_failed_part_of_this_rank_ends_the_copies_on_the_gpu() throws Exception {
        NcclWatch watch = watching(self());
        waits.fail("part 1 of 2 (cuda:0)", new DeviceException("the device is lost"));
        assertThat(aborted.await(10, TimeUnit.SECONDS)).isTrue();
        watch.close();
        assertThatThrownBy(waits::requireNoFailure).hasMessage("part 1 of 2 (cuda:0) failed: the device is lost");
    }

    @Test
    void a_closed_watch_does_not_mind_that_ranks_end() throws Exception {
        Process other = sleeping();
        NcclWatch watch = watching(self(), rank(other, "node"));
        watch.close();
        other.destroyForcibly();
        other.waitFor();
        assertThat(aborted.await(300, TimeUnit.MILLISECONDS)).isFalse();
        assertThat(waits.failure()).isEmpty();
    }
}
