package dev.tessera.cluster.nccl;

import dev.tessera.device.DeviceException;
import dev.tessera.device.gpu.LibraryQueue;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;

/// A communicator of NCCL.
final class NcclCommunicator implements Communicator {
    private static final long LOCK_SECONDS = 1;
    private static final Duration LONGEST_CLOSE = Duration.ofSeconds(5);

    private final NcclLibrary library;
    private final LibraryQueue queue;
    private final long handle;
    private final ReentrantLock lock = new ReentrantLock(); // of calls that use the handle
    private final AtomicBoolean isOver = new AtomicBoolean();

    private NcclCommunicator(NcclLibrary library, LibraryQueue queue, long handle) {
        this.library = library;
        this.queue = queue;
        this.handle = handle;
    }

    /// Joins the ranks; waits for all of them.
    static NcclCommunicator join(NcclLibrary library, LibraryQueue queue, UniqueId id, int rank, int ranks) {
        long[] handle = new long[1];
        queue.with(_ -> handle[0] = library.join(id, rank, ranks));
        return new NcclCommunicator(library, queue, handle[0]);
    }

    @Override
    public void exchange(List<Piece> sent, List<Piece> received) {
        lock.lock();
        try {
            if (isOver.get()) {
                throw new DeviceException("the exchange between GPUs has ended after a failure");
            }
            queue.with(stream -> {
                library.beginGroup();
                try {
                    sent.forEach(piece -> library.send(piece, handle, stream));
                    received.forEach(piece -> library.receive(piece, handle, stream));
                } finally {
                    library.endGroup();
                }
            });
        } finally {
            lock.unlock();
        }
    }

    @Override
    public boolean canBeCaptured() {
        return library.capturesPointToPoint();
    }

    @Override
    public Optional<String> failure() {
        return isOver.get() ? Optional.empty() : library.failure(handle);
    }

    /// A thread that waits in [#exchange] for a lost rank is released by this, too.
    @Override
    public void abort() {
        if (isOver.compareAndSet(false, true)) {
            boolean isLocked = false;
            try {
                isLocked = lock.tryLock(LOCK_SECONDS, TimeUnit.SECONDS);
            } catch (InterruptedException sooner) {
                Thread.currentThread().interrupt();
            }
            try {
                queue.with(_ -> library.abort(handle));
            } finally {
                if (isLocked) {
                    lock.unlock();
                }
            }
        }
    }

    /// NCCL's function waits for the other ranks, so this one is content where it takes too long.
    @Override
    public void close() {
        if (isOver.compareAndSet(false, true)) {
            Thread closing = Thread.ofPlatform()
                    .daemon()
                    .name("tessera-nccl-end")
                    .start(() -> queue.with(_ -> library.destroy(handle)));
            try {
                closing.join(LONGEST_CLOSE);
            } catch (InterruptedException sooner) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
