package dev.tessera.cluster.mpi;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

/// Messages on their way. Their memory must be outside the heap and stay until they are done. Waiting tests them, and
/// sleeps between two tests: a rank that waits leaves its core to another one.
final class MpiRequests {
    static final long LONGEST_MESSAGE = 1L << 30; // bytes; MPI counts them with 31 bits
    private static final int TESTS_AT_ONCE = 200; // without a pause: about 50 µs
    private static final long SHORTEST_PAUSE_NANOS = 20_000;
    private static final long LONGEST_PAUSE_NANOS = 500_000;
    private static final int SOON_TESTS = 2000;

    private final MpiCalls calls;
    private final ReentrantLock lock;
    private final Arena arena = Arena.ofAuto();
    private final MemorySegment flag = arena.allocate(JAVA_INT);
    private MemorySegment requests;
    private int count;

    /// @param lock that whoever calls MPI holds
    MpiRequests(MpiCalls calls, ReentrantLock lock) {
        this.calls = calls;
        this.lock = lock;
        this.requests = room(8);
    }

    private MemorySegment room(int requests) {
        return arena.allocate((long) requests * calls.handleBytes(), Long.BYTES);
    }

    private interface Begin {
        void begin(MemorySegment request);
    }

    private void add(Begin message) {
        lock.lock();
        try {
            long at = (long) count * calls.handleBytes();
            if (at == requests.byteSize()) {
                MemorySegment more = room(2 * count);
                MemorySegment.copy(requests, 0, more, 0, at);
                requests = more;
            }
            message.begin(requests.asSlice(at, calls.handleBytes()));
            count++;
        } finally {
            lock.unlock();
        }
    }

    /// Begins to send; long messages are sent in pieces.
    void send(MemorySegment bytes, int to, int tag) {
        for (long at = 0; at < bytes.byteSize(); at += LONGEST_MESSAGE) {
            MemorySegment piece = piece(bytes, at);
            add(request -> calls.send(piece, to, tag, request));
        }
    }

    /// Begins to receive as many bytes as the other rank sends.
    void receive(MemorySegment bytes, int from, int tag) {
        for (long at = 0; at < bytes.byteSize(); at += LONGEST_MESSAGE) {
            MemorySegment piece = piece(bytes, at);
            add(request -> calls.receive(piece, from, tag, request));
        }
    }

    private static MemorySegment piece(MemorySegment bytes, long at) {
        return bytes.asSlice(at, Math.min(LONGEST_MESSAGE, bytes.byteSize() - at));
    }

    /// Begins to sum 64-bit integers over all ranks, in place.
    void sum(MemorySegment values) {
        int numbers = Math.toIntExact(values.byteSize() / Long.BYTES);
        add(request -> calls.sum(values, numbers, request));
    }

    /// Begins to send bytes of the first rank to all.
    void broadcast(MemorySegment bytes) {
        for (long at = 0; at < bytes.byteSize(); at += LONGEST_MESSAGE) {
            MemorySegment piece = piece(bytes, at);
            add(request -> calls.broadcast(piece, request));
        }
    }

    /// Whether all messages are done; lets them proceed. On any thread.
    boolean areDone() {
        lock.lock();
        try {
            if (count > 0 && calls.areDone(requests, count, flag)) {
                count = 0;
            }
            return count == 0;
        } finally {
            lock.unlock();
        }
    }

    /// Whether all messages are done, or will be within a second.
    boolean isDoneSoon() {
        for (int test = 0; test < SOON_TESTS && !areDone(); test++) {
            LockSupport.parkNanos(LONGEST_PAUSE_NANOS);
        }
        return areDone();
    }

    /// Waits until all messages are done.
    void await() {
        await(() -> {});
    }

    /// Waits until all messages are done.
    /// @param check called now and then; ends the wait by an exception
    void await(Runnable check) {
        int tests = 0;
        long pause = SHORTEST_PAUSE_NANOS;
        while (!areDone()) {
            check.run();
            if (++tests < TESTS_AT_ONCE) {
                Thread.onSpinWait();
            } else {
                LockSupport.parkNanos(pause);
                pause = Math.min(LONGEST_PAUSE_NANOS, pause + pause / 4);
            }
        }
    }
}
