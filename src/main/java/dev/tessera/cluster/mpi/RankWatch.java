package dev.tessera.cluster.mpi;

import dev.tessera.cluster.HostProcess;
import dev.tessera.cluster.WatchThread;
import dev.tessera.device.DeviceException;
import dev.tessera.device.Ranks;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Ends this process where the process of another rank has ended: messages from it would be awaited for ever. Launchers
/// do so sooner, unless they are told not to (`mpirun --enable-recovery`); other ways of this program to end, which
/// know more, come first as well. A rank sees the processes of its own computer; where it does not see all, the
/// operating systems report the others ([RankLines]). A rank that is only slow is never given up.
final class RankWatch implements AutoCloseable {
    /// Time for a run to end by itself. With the pause below, and the two seconds that Open MPI's launcher takes at
    /// times to end the survivors, the last rank ends within ten seconds.
    private static final long GRACE_MILLIS = 4_000;

    private static final long PAUSE_MILLIS = 200;

    private final List<String> names = new ArrayList<>(); // of all ranks
    private final Map<Integer, ProcessHandle> visible = new TreeMap<>(); // other ranks
    private final WatchThread thread = new WatchThread("tessera-ranks", this::run);
    private @Nullable RankLines lines; // null: all ranks are visible from each

    /// Collective.
    /// @param processes of all ranks
    /// @param ownHost this computer
    static RankWatch start(List<HostProcess> processes, String ownHost, Ranks ranks) {
        RankWatch watch = new RankWatch(processes, ownHost);
        if (ranks.any(watch.visible.size() < processes.size() - 1)) {
            long secret = ranks.isFirst() ? new SecureRandom().nextLong() : 0;
            watch.lines =
                    RankLines.start(ranks.rank(), secret, own -> ranks.all(own).getFirst());
        }
        watch.thread.start();
        return watch;
    }

    private RankWatch(List<HostProcess> processes, String ownHost) {
        for (int rank = 0; rank < processes.size(); rank++) {
            int number = rank;
            HostProcess process = processes.get(rank);
            names.add("rank %d of %d (%s)".formatted(rank, processes.size(), process.host()));
            process.visibleFrom(ownHost).ifPresent(handle -> visible.put(number, handle));
        }
    }

    private void run() throws InterruptedException {
        while (true) {
            Thread.sleep(PAUSE_MILLIS);
            OptionalInt lost = lost();
            if (lost.isPresent()) {
                Thread.sleep(GRACE_MILLIS);
                throw new DeviceException("%s failed: its process has ended".formatted(names.get(lost.getAsInt())));
            }
        }
    }

    private OptionalInt lost() {
        for (Map.Entry<Integer, ProcessHandle> other : visible.entrySet()) {
            if (!other.getValue().isAlive()) {
                return OptionalInt.of(other.getKey());
            }
        }
        return lines == null ? OptionalInt.empty() : lines.lost();
    }

    /// The ranks may end from now on.
    @Override
    public void close() {
        if (lines != null) {
            lines.close();
        }
        thread.close();
    }
}
