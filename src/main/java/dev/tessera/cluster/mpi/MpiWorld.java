package dev.tessera.cluster.mpi;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.tessera.cluster.HostProcess;
import dev.tessera.device.DeviceException;
import dev.tessera.device.Ranks;
import dev.tessera.device.gpu.SignalHandlers;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/// The ranks of the MPI job that this process belongs to. There is one for the life of a process, since MPI begins and
/// ends once.
public final class MpiWorld implements Ranks {
    /// The system property with which ranks treat each other as if each had its own computer (for tests).
    private static final String APART = "tessera.mpi.apart";

    private static final long LOCK_SECONDS = 2;

    private final MpiCalls calls;
    private final ReentrantLock lock = new ReentrantLock();
    private final int rank;
    private final int count;
    private final String host;
    private final MpiRequests collective;
    private final MpiProgress progress = MpiProgress.start();
    private final RankWatch watch;

    private MpiWorld(MpiCalls calls) {
        this.calls = calls;
        this.rank = calls.rank();
        this.count = calls.size();
        this.host = calls.host();
        this.collective = requests();
        this.watch = RankWatch.start(
                all(HostProcess.own(host).text()).stream().map(HostProcess::of).toList(),
                Boolean.getBoolean(APART) ? "" : host,
                this);
    }

    /// Begins MPI in this process.
    /// @throws DeviceException where there is no library, it cannot be used, or it does not understand the launcher
    public static MpiWorld join(MpiLauncher launcher) {
        MpiLibrary library = MpiLibrary.find(Optional.of(launcher))
                .orElseThrow(() -> new DeviceException(
                        ("this process is rank %d of %d of an MPI job, but no MPI library was found (looked for %s). %s"
                                        + " Or set %s=off, so that every process runs alone.")
                                .formatted(
                                        launcher.rank(),
                                        launcher.size(),
                                        String.join(", ", MpiLibrary.names(Optional.of(launcher))),
                                        MpiLibrary.REMEDY,
                                        MpiLibrary.VARIABLE)));
        MpiCalls calls = new MpiCalls(library);
        SignalHandlers.preserve(() -> {
            calls.init();
            return true;
        });
        MpiWorld world = new MpiWorld(calls);
        if (world.count != launcher.size()) {
            throw new DeviceException(
                    ("the launcher started %d ranks, but %s sees %d: launcher and library are of different kinds. Use the"
                                    + " mpirun of this library, or name the library of your mpirun in %s.")
                            .formatted(launcher.size(), library, world.count, MpiLibrary.VARIABLE));
        }
        return world;
    }

    @Override
    public int rank() {
        return rank;
    }

    @Override
    public int count() {
        return count;
    }

    /// The name of this computer.
    public String host() {
        return host;
    }

    public MpiLibrary library() {
        return calls.library();
    }

    /// For messages that are tested and awaited together.
    MpiRequests requests() {
        return new MpiRequests(calls, lock);
    }

    /// Lets messages proceed while this process computes.
    MpiProgress progress() {
        return progress;
    }

    @Override
    public void first(long[] values) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment all = arena.allocateFrom(JAVA_LONG, values);
            collective.broadcast(all);
            collective.await();
            MemorySegment.copy(all, JAVA_LONG, 0, values, 0, values.length);
        }
    }

    @Override
    public void first(double[] values) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment all = arena.allocate(JAVA_DOUBLE, values.length);
            if (isFirst()) {
                MemorySegment.copy(values, 0, all, JAVA_DOUBLE, 0, values.length);
            }
            collective.broadcast(all);
            collective.await();
            MemorySegment.copy(all, JAVA_DOUBLE, 0, values, 0, values.length);
        }
    }

    @Override
    public boolean any(boolean value) {
        long[] one = {value ? 1 : 0};
        sum(one);
        return one[0] != 0;
    }

    /// Replaces numbers by their sums over all ranks; exact, modulo 2^64.
    public void sum(long[] numbers) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment all = arena.allocateFrom(JAVA_LONG, numbers);
            collective.sum(all);
            collective.await();
            MemorySegment.copy(all, JAVA_LONG, 0, numbers, 0, numbers.length);
        }
    }

    /// The least number of all ranks.
    public long least(long number) {
        long[] all = new long[count];
        all[rank] = number;
        sum(all);
        long least = number;
        for (long one : all) {
            least = Math.min(least, one);
        }
        return least;
    }

    @Override
    public List<String> all(String own) {
        byte[] text = own.getBytes(StandardCharsets.UTF_8);
        long[] ends = new long[count];
        for (int later = rank; later < count; later++) {
            ends[later] = text.length;
        }
        sum(ends);
        long[] bytes = new long[Math.toIntExact(ends[count - 1])]; // one letter each: texts are short, and rare
        int begin = (int) ends[rank] - text.length;
        for (int k = 0; k < text.length; k++) {
            bytes[begin + k] = text[k];
        }
        sum(bytes);
        List<String> texts = new ArrayList<>();
        for (int r = 0; r < count; r++) {
            int from = r == 0 ? 0 : (int) ends[r - 1];
            byte[] one = new byte[(int) ends[r] - from];
            for (int k = 0; k < one.length; k++) {
                one[k] = (byte) bytes[from + k];
            }
            texts.add(new String(one, StandardCharsets.UTF_8));
        }
        return texts;
    }

    /// Ends MPI in this process, after all ranks have come here.
    public void leave() {
        any(false);
        watch.close();
        lock.lock();
        try {
            calls.finish();
        } finally {
            lock.unlock();
        }
    }

    /// Ends all ranks at once, without their shutdown. On any thread; does not return.
    /// @param code of the job
    public void abort(int code) {
        try {
            boolean isLocked = lock.tryLock(LOCK_SECONDS, TimeUnit.SECONDS);
            assert isLocked || lock.isLocked() : "two seconds in a call that does not wait; MPI may be called anyway";
            calls.abort(code);
        } catch (InterruptedException | RuntimeException hindered) {
            Thread.currentThread().interrupt();
        }
        Runtime.getRuntime().halt(code);
    }
}
