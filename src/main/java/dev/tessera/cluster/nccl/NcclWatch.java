package dev.tessera.cluster.nccl;

import dev.tessera.cluster.Waits;
import dev.tessera.cluster.WatchThread;
import dev.tessera.device.DeviceException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// Ends the exchange of GPUs when a rank is lost: a GPU would wait for its values for ever, and the host for the GPU. A
/// thread of its own sees that the process of a rank of this computer has ended, that NCCL reports a failure (of a
/// connection to another computer), or that a part of this process has failed. It ends the waits of the host by
/// the name of the rank, and then the copies on the GPU. Where the run has not ended some seconds later, the thread
/// fails, which ends the job.
final class NcclWatch implements AutoCloseable {
    private static final long PAUSE_MILLIS = 100;
    private static final long SEARCH_MILLIS = 1_500; // a failure of NCCL has no name: who has ended?

    private final Communicator communicator;
    private final Map<RankProcess, ProcessHandle> others = new LinkedHashMap<>();
    private final Grace grace;
    private final Set<Waits> waits = ConcurrentHashMap.newKeySet();
    private final WatchThread thread = new WatchThread("tessera-nccl", this::run);

    /// Time for a run to end after a failure, milliseconds.
    ///
    /// @param ofLostMillis where another rank is lost
    /// @param ofOwnMillis where this rank has failed itself, and may write its files
    record Grace(long ofLostMillis, long ofOwnMillis) {
        /// A lost rank is reported a second before RankWatch, which knows no devices, reports it; after a failure of
        /// its own a rank ends within ten seconds.
        static final Grace USUAL = new Grace(3_000, 6_500);
    }

    /// @param ranks all of them
    /// @param ownHost this computer
    NcclWatch(Communicator communicator, List<RankProcess> ranks, String ownHost, Grace grace) {
        this.communicator = communicator;
        this.grace = grace;
        ranks.forEach(rank -> rank.process().visibleFrom(ownHost).ifPresent(process -> others.put(rank, process)));
    }

    void start() {
        thread.start();
    }

    /// Waits that a lost rank ends.
    void watch(Waits parts) {
        waits.add(parts);
    }

    private void run() throws InterruptedException {
        Failure failure = null;
        while (failure == null) {
            Thread.sleep(PAUSE_MILLIS);
            failure = found();
        }
        Failure ended = failure;
        waits.forEach(parts -> parts.fail(ended.where(), new DeviceException(ended.why())));
        Thread.ofPlatform().daemon().name("tessera-nccl-abort").start(communicator::abort);
        Thread.sleep(ended.graceMillis());
        throw new DeviceException(waits.stream()
                .flatMap(parts -> parts.failure().stream())
                .findFirst()
                .orElseGet(() -> "%s failed: %s".formatted(ended.where(), ended.why())));
    }

    /// @param where `rank 1 of 2 (node7, cuda:1)`
    private record Failure(String where, String why, long graceMillis) {}

    private @Nullable Failure found() throws InterruptedException {
        Failure lost = lost(grace.ofLostMillis());
        if (lost != null) {
            return lost;
        }
        if (waits.stream().anyMatch(parts -> parts.failure().isPresent())) {
            return new Failure("this rank", "a part of it has failed", grace.ofOwnMillis());
        }
        Optional<String> reported = communicator.failure();
        if (reported.isEmpty()) {
            return null;
        }
        for (long waited = 0; waited < SEARCH_MILLIS; waited += PAUSE_MILLIS) {
            Thread.sleep(PAUSE_MILLIS);
            lost = lost(Math.max(0, grace.ofLostMillis() - waited));
            if (lost != null) {
                return lost;
            }
        }
        return new Failure(
                "the exchange with other ranks",
                "NCCL reports: " + reported.get(),
                Math.max(0, grace.ofLostMillis() - SEARCH_MILLIS));
    }

    private @Nullable Failure lost(long graceMillis) {
        for (Map.Entry<RankProcess, ProcessHandle> other : others.entrySet()) {
            if (!other.getValue().isAlive()) {
                return new Failure(other.getKey().toString(), "its process has ended", graceMillis);
            }
        }
        return null;
    }

    /// The ranks may end from now on.
    @Override
    public void close() {
        thread.close();
    }

    @Override
    public String toString() {
        return "watches %s".formatted(new ArrayList<>(others.keySet()));
    }
}
