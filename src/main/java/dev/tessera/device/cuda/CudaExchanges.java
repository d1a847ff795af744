package dev.tessera.device.cuda;

import dev.tessera.device.gpu.ExchangeQueue;
import dev.tessera.device.gpu.GpuDriver;
import dev.tessera.device.gpu.LibraryQueue;
import java.lang.foreign.MemorySegment;
import java.util.HexFormat;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/// A second stream of a CUDA device, whose kernels are started before those of the first.
final class CudaExchanges implements ExchangeQueue {
    private final CudaDriver driver;
    private final Cuda cuda;
    private final CudaQueues queues;
    private final long first; // stream
    private final LongConsumer launchOn;
    private final long stream;
    private final long fork; // event
    private final long join; // event
    private final Set<CudaDriver> reached = new LinkedHashSet<>();
    private @Nullable PinnedStaging staging; // of memory that is not page-locked

    /// @param first the stream of steps
    /// @param launchOn sets the stream of the launches that follow
    CudaExchanges(CudaDriver driver, Cuda cuda, CudaQueues queues, long first, LongConsumer launchOn) {
        this.driver = driver;
        this.cuda = cuda;
        this.queues = queues;
        this.first = first;
        this.launchOn = launchOn;
        this.stream = driver.inContext("opening a second stream", queues::createUrgentStream);
        this.fork = newEvent();
        this.join = newEvent();
    }

    private void during(String doing, Runnable work) {
        driver.run(doing, work);
    }

    @Override
    public void fork() {
        during("ordering streams", () -> {
            cuda.record(fork, first);
            queues.await(stream, fork);
        });
    }

    @Override
    public void join() {
        during("ordering streams", () -> {
            cuda.record(join, stream);
            queues.await(first, join);
        });
    }

    @Override
    public void run(Runnable work) {
        launchOn.accept(stream);
        try {
            work.run();
        } finally {
            launchOn.accept(first);
        }
    }

    @Override
    public long newEvent() {
        return driver.inContext("creating an event", queues::createEvent);
    }

    @Override
    public void releaseEvent(long event) {
        driver.quietly(() -> cuda.destroyEvent(event));
    }

    @Override
    public void record(long event) {
        during("recording an event", () -> cuda.record(event, stream));
    }

    @Override
    public void await(long event) {
        during("waiting for an event on the device", () -> queues.await(stream, event));
    }

    @Override
    public void firstAwaits(long event) {
        during("waiting for an event on the device", () -> queues.await(first, event));
    }

    @Override
    public boolean isDone(long event) {
        return driver.inContext("exchanging values with other parts", () -> queues.isDone(event));
    }

    @Override
    public void finish(long event) {
        during("exchanging values with other parts", () -> cuda.await(event));
    }

    /// To memory that is not page-locked, by several threads.
    @Override
    public void download(long buffer, MemorySegment target) {
        during("sending values", () -> {
            if (driver.isStaged(target)) {
                staging().download(buffer, target);
            } else {
                cuda.download(target, buffer, stream);
            }
        });
    }

    /// From memory that is not page-locked, by several threads.
    @Override
    public void beginUpload(long buffer, MemorySegment source) {
        during("receiving values", () -> {
            if (driver.isStaged(source)) {
                staging().beginUpload(buffer, source);
            } else {
                cuda.upload(buffer, source, stream);
            }
        });
    }

    private PinnedStaging staging() {
        PinnedStaging there = staging;
        if (there == null) {
            there = new PinnedStaging(cuda, stream);
            staging = there;
        }
        return there;
    }

    @Override
    public void upload(long buffer, MemorySegment source) {
        during("receiving values from another part", () -> {
            cuda.upload(buffer, source, stream);
            cuda.synchronize(stream);
        });
    }

    @Override
    public Optional<String> obstacleTo(GpuDriver other) {
        if (other == driver || reached.contains(other)) {
            return Optional.empty();
        }
        if (!(other instanceof CudaDriver peer)) {
            return Optional.of("%s and %s have no common memory".formatted(driver.key(), other.key()));
        }
        boolean canAccess = driver.inContext(
                "asking for peer access",
                () -> peer.device() == driver.device() || queues.canAccess(driver.device(), peer.device()));
        if (!canAccess) {
            return Optional.of("%s has no access to the memory of %s (no peer access between them)"
                    .formatted(driver.key(), other.key()));
        }
        if (peer.context() != driver.context()) {
            during("enabling peer access", () -> queues.enableAccess(peer.context()));
        }
        reached.add(peer);
        return Optional.empty();
    }

    @Override
    public boolean writesTo(GpuDriver other) {
        return obstacleTo(other).isEmpty();
    }

    @Override
    public void copy(long from, GpuDriver owner, long to, long bytes) {
        CudaDriver peer = (CudaDriver) owner;
        during("copying values to another part", () -> {
            if (peer.context() == driver.context()) {
                cuda.copy(to, from, bytes, stream);
            } else {
                queues.copyToPeer(to, peer.context(), from, driver.context(), bytes, stream);
            }
        });
    }

    @Override
    public Optional<LibraryQueue> forLibraries() {
        return Optional.of(new LibraryQueue() {
            @Override
            public String uuid() {
                return driver.inContext(
                        "asking for the GPU's identity", () -> HexFormat.of().formatHex(cuda.uuid(driver.device())));
            }

            @Override
            public void with(LongConsumer work) {
                during("exchanging values with other parts", () -> work.accept(stream));
            }
        });
    }

    void close() {
        if (staging != null) {
            staging.close();
        }
        cuda.destroyEvent(fork);
        cuda.destroyEvent(join);
        cuda.destroyStream(stream);
    }
}
