package dev.tessera.cluster.mpi;

import dev.tessera.cluster.HostProcess;
import dev.tessera.cluster.WatchThread;
import dev.tessera.device.DeviceException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Ends this process where the process of another rank of this computer has ended: messages from it would be
/// awaited for ever. Launchers do so sooner, unless they are told not to (`mpirun --enable-recovery`); other ways
/// of this program to end, which know more, come first as well. Ranks of other computers are left to the launcher.
final class RankWatch implements AutoCloseable {
    /// Time for a run to end by itself. With the pause below, the last rank ends within ten seconds.
    private static final long GRACE_MILLIS = 7_000;

    private static final long PAUSE_MILLIS = 200;

    private final Map<String, ProcessHandle> others = new LinkedHashMap<>();
    private final WatchThread thread = new WatchThread("tessera-ranks", this::run);

    /// @param ranks the processes of all ranks
    /// @param ownHost this computer
    static RankWatch start(List<HostProcess> ranks, String ownHost) {
        RankWatch watch = new RankWatch(ranks, ownHost);
        watch.thread.start();
        return watch;
    }

    private RankWatch(List<HostProcess> ranks, String ownHost) {
        for (int rank = 0; rank < ranks.size(); rank++) {
            HostProcess process = ranks.get(rank);
            String name = "rank %d of %d (%s)".formatted(rank, ranks.size(), process.host());
            process.visibleFrom(ownHost).ifPresent(handle -> others.put(name, handle));
        }
    }

    private void run() throws InterruptedException {
        while (true) {
            Thread.sleep(PAUSE_MILLIS);
            for (Map.Entry<String, ProcessHandle> other : others.entrySet()) {
                if (!other.getValue().isAlive()) {
                    Thread.sleep(GRACE_MILLIS);
                    throw new DeviceException("%s failed: its process has ended".formatted(other.getKey()));
                }
            }
        }
    }

    /// The ranks may end from now on.
    @Override
    public void close() {
        thread.close();
    }
}
