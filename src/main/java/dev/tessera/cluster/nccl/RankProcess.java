package dev.tessera.cluster.nccl;

import java.time.Instant;
import java.util.Optional;

/// The process of a rank, and what it has for values from GPU to GPU.
///
/// @param rank from 0
/// @param ranks number of all
/// @param host its computer
/// @param device its key
/// @param pid number of the process on its computer
/// @param startMillis when it began, since 1970, by its computer; 0: unknown
/// @param gpu identifies its GPU; empty where it has none for NCCL
/// @param library NCCL with its version; empty where it has none
/// @param obstacle why it cannot use NCCL; empty where it can
record RankProcess(
        int rank,
        int ranks,
        String host,
        String device,
        long pid,
        long startMillis,
        String gpu,
        String library,
        String obstacle) {
    private static final String SEPARATOR = "\n";

    /// This process.
    static RankProcess own(
            int rank, int ranks, String host, String device, String gpu, String library, String obstacle) {
        ProcessHandle self = ProcessHandle.current();
        return new RankProcess(rank, ranks, host, device, self.pid(), startMillis(self), gpu, library, obstacle);
    }

    private static long startMillis(ProcessHandle process) {
        return process.info().startInstant().map(Instant::toEpochMilli).orElse(0L);
    }

    String text() {
        return String.join(
                SEPARATOR,
                host,
                device,
                Long.toString(pid),
                Long.toString(startMillis),
                gpu,
                library,
                obstacle.replace(SEPARATOR, " "));
    }

    static RankProcess of(int rank, int ranks, String text) {
        String[] words = text.split(SEPARATOR, -1);
        return new RankProcess(
                rank,
                ranks,
                words[0],
                words[1],
                Long.parseLong(words[2]),
                Long.parseLong(words[3]),
                words[4],
                words[5],
                words[6]);
    }

    /// The process, where it is another one of this computer that this process can see.
    /// @param ownHost this computer
    Optional<ProcessHandle> visibleFrom(String ownHost) {
        return host.equals(ownHost)
                        && startMillis != 0
                        && pid != ProcessHandle.current().pid()
                ? ProcessHandle.of(pid).filter(process -> startMillis(process) == startMillis)
                : Optional.empty();
    }

    @Override
    public String toString() {
        return "rank %d of %d (%s, %s)".formatted(rank, ranks, host, device);
    }
}
