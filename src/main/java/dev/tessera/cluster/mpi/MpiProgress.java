package dev.tessera.cluster.mpi;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;

/// Lets messages proceed while all other threads compute: MPI moves a long message only during calls. A thread of its
/// own
/// tests the messages that are on their way, and sleeps between two tests and while there are none.
final class MpiProgress {
    private static final long PAUSE_NANOS = 300_000;

    private final Queue<MpiRequests> watched = new ConcurrentLinkedQueue<>();
    private final Thread thread =
            Thread.ofPlatform().daemon().name("tessera-mpi").unstarted(this::run);

    static MpiProgress start() {
        MpiProgress progress = new MpiProgress();
        progress.thread.start();
        return progress;
    }

    /// Tests messages until they are done.
    void watch(MpiRequests requests) {
        watched.add(requests);
        LockSupport.unpark(thread);
    }

    private void run() {
        while (true) {
            if (watched.isEmpty()) {
                LockSupport.park(this);
            } else {
                LockSupport.parkNanos(this, PAUSE_NANOS);
                watched.removeIf(MpiRequests::areDone);
            }
        }
    }
}
