package dev.tessera.cluster.nccl;

import dev.tessera.cluster.Transport;
import dev.tessera.device.Device;
import dev.tessera.device.DeviceException;
import dev.tessera.device.Ranks;
import dev.tessera.device.gpu.GpuDevice;
import dev.tessera.device.gpu.LibraryQueue;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// How values go from rank to rank: through NCCL where each rank has an NVIDIA GPU of its own and the library, else as
/// MPI carries them. All ranks choose the same, and know why.
public final class RankConnection implements AutoCloseable {
    private static final Duration LONGEST_JOIN = Duration.ofSeconds(60);
    private static final long PAUSE_MILLIS = 20;

    private final Ranks ranks;
    private final Transport transport;
    private final String description;
    private final @Nullable Communicator communicator;
    private final @Nullable NcclWatch watch;

    private RankConnection(Ranks ranks, Transport transport, String description) {
        this.ranks = ranks;
        this.transport = transport;
        this.description = description;
        this.communicator = null;
        this.watch = null;
    }

    private RankConnection(Ranks ranks, Communicator communicator, NcclWatch watch, String description) {
        this.ranks = ranks;
        this.transport = new NcclTransport(communicator, watch::watch);
        this.description = description;
        this.communicator = communicator;
        this.watch = watch;
    }

    /// Collective.
    /// @param host the computer of this rank
    /// @param own its device
    /// @param otherwise carries values where NCCL does not
    public static RankConnection of(Ranks ranks, String host, Device own, Transport otherwise) {
        Optional<LibraryQueue> queue = own instanceof GpuDevice gpu ? gpu.queueForLibraries() : Optional.empty();
        return of(ranks, host, own.key(), queue, NcclLibrary::find, otherwise);
    }

    /// @param find called on ranks that have a queue
    static RankConnection of(
            Ranks ranks,
            String host,
            String device,
            Optional<LibraryQueue> queue,
            Supplier<Optional<NcclLibrary>> find,
            Transport otherwise) {
        Offer offer = Offer.of(queue, find);
        RankProcess self = RankProcess.own(
                ranks.rank(),
                ranks.count(),
                host,
                device,
                queue.map(LibraryQueue::uuid).orElse(""),
                offer.library == null ? "" : "NCCL " + offer.library.version(),
                offer.obstacle);
        List<RankProcess> all = new ArrayList<>();
        for (String text : ranks.all(self.text())) {
            all.add(RankProcess.of(all.size(), ranks.count(), text));
        }
        Optional<String> obstacle = obstacle(all);
        if (obstacle.isEmpty()) {
            Joined joined = join(ranks, offer);
            if (joined.communicator != null) {
                NcclWatch watch = new NcclWatch(joined.communicator, all, host, NcclWatch.Grace.USUAL);
                watch.start();
                return new RankConnection(
                        ranks,
                        joined.communicator,
                        watch,
                        "values between ranks go from GPU to GPU through %s".formatted(offer.library));
            }
            obstacle = Optional.of(joined.obstacle);
        }
        boolean isOfInterest = all.stream().anyMatch(rank -> !rank.gpu().isEmpty());
        return new RankConnection(
                ranks,
                otherwise,
                isOfInterest
                        ? "values between ranks go through memory of the host and MPI: " + obstacle.orElseThrow()
                        : "");
    }

    /// What this rank has for NCCL.
    ///
    /// @param obstacle empty where it has all
    private record Offer(
            @Nullable LibraryQueue queue, @Nullable NcclLibrary library, String obstacle) {
        static Offer of(Optional<LibraryQueue> queue, Supplier<Optional<NcclLibrary>> find) {
            if (queue.isEmpty()) {
                return new Offer(null, null, "has no GPU of CUDA");
            }
            try {
                NcclLibrary library = find.get().orElse(null);
                String missing = NcclLibrary.isOff()
                        ? "has %s=%s".formatted(NcclLibrary.VARIABLE, NcclLibrary.OFF)
                        : "has no NCCL (libnccl.so.2). " + NcclLibrary.REMEDY;
                return new Offer(queue.get(), library, library == null ? missing : "");
            } catch (DeviceException unusable) {
                return new Offer(queue.get(), null, "cannot use NCCL: " + unusable.getMessage());
            }
        }
    }

    /// Why ranks cannot use NCCL; the same on all of them.
    private static Optional<String> obstacle(List<RankProcess> all) {
        Map<String, RankProcess> byGpu = new LinkedHashMap<>();
        for (RankProcess rank : all) {
            if (!rank.obstacle().isEmpty()) {
                return Optional.of("%s %s".formatted(rank, rank.obstacle()));
            }
            if (rank.gpu().isEmpty()) {
                return Optional.of("the driver of %s does not report which GPU it is".formatted(rank));
            }
            RankProcess same = byGpu.putIfAbsent(rank.gpu(), rank);
            if (same != null) {
                return Optional.of("%s and %s have the same GPU, which NCCL does not allow".formatted(same, rank));
            }
            RankProcess first = all.getFirst();
            if (!rank.library().equals(first.library())) {
                return Optional.of("%s has %s, %s has %s".formatted(first, first.library(), rank, rank.library()));
            }
        }
        return Optional.empty();
    }

    private record Joined(@Nullable Communicator communicator, String obstacle) {}

    /// Joins all ranks. A rank that fails says so to the others, which would wait for it.
    private static Joined join(Ranks ranks, Offer offer) {
        NcclLibrary library = offer.library;
        LibraryQueue queue = offer.queue;
        if (library == null || queue == null) {
            throw new IllegalStateException("a rank without NCCL has no obstacle");
        }
        String refused = "";
        long[] words = new long[UniqueId.BYTES / Long.BYTES];
        if (ranks.isFirst()) {
            try {
                words = library.newId().words();
            } catch (DeviceException failed) {
                refused = String.valueOf(failed.getMessage());
            }
        }
        ranks.first(words);
        CompletableFuture<Communicator> joining = new CompletableFuture<>();
        if (refused.isEmpty()) {
            UniqueId id = UniqueId.of(words);
            int rank = ranks.rank();
            int count = ranks.count();
            Thread.ofPlatform().daemon().name("tessera-nccl-join").start(() -> {
                try {
                    Communicator joined = NcclCommunicator.join(library, queue, id, rank, count);
                    if (!joining.complete(joined)) {
                        joined.abort(); // too late
                    }
                } catch (RuntimeException | Error failed) {
                    joining.completeExceptionally(failed);
                }
            });
        } else {
            joining.completeExceptionally(new DeviceException(refused));
        }
        return awaited(ranks, joining);
    }

    /// Waits until all have joined or one has failed. Then a rank that still waits is left with its thread.
    private static Joined awaited(Ranks ranks, CompletableFuture<Communicator> joining) {
        long left = LONGEST_JOIN.toMillis() / PAUSE_MILLIS;
        while (ranks.any(!joining.isDone()) && !ranks.any(joining.isCompletedExceptionally() || left == 0)) {
            pause();
            left--;
        }
        String own = joining.isCompletedExceptionally()
                ? String.valueOf(joining.exceptionNow().getMessage())
                : "";
        Optional<String> failure =
                ranks.all(own).stream().filter(text -> !text.isEmpty()).findFirst();
        boolean hasJoined = joining.isDone() && !joining.isCompletedExceptionally();
        if (!ranks.any(!hasJoined)) {
            return new Joined(joining.resultNow(), "");
        }
        if (!joining.cancel(false) && !joining.isCompletedExceptionally()) {
            joining.resultNow().abort();
        }
        return new Joined(
                null, failure.orElse("the ranks did not join within %d s".formatted(LONGEST_JOIN.toSeconds())));
    }

    private static void pause() {
        try {
            Thread.sleep(PAUSE_MILLIS);
        } catch (InterruptedException later) {
            Thread.currentThread().interrupt();
        }
    }

    /// Carries values between ranks.
    public Transport transport() {
        return transport;
    }

    /// A sentence without its period; empty where no rank has an NVIDIA GPU.
    @Override
    public String toString() {
        return description;
    }

    /// Collective; after the steps of all ranks.
    @Override
    public void close() {
        if (communicator != null && watch != null) {
            watch.close();
            ranks.any(false);
            communicator.close();
        }
    }
}
