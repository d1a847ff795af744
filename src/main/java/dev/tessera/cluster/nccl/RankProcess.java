package dev.tessera.cluster.nccl;

import dev.tessera.cluster.HostProcess;

/// The process of a rank, and what it has for values from GPU to GPU.
///
/// @param rank from 0
/// @param ranks number of all
/// @param process itself
/// @param device its key
/// @param gpu identifies its GPU; empty where it has none for NCCL
/// @param library NCCL with its version; empty where it has none
/// @param obstacle why it cannot use NCCL; empty where it can
record RankProcess(
        int rank, int ranks, HostProcess process, String device, String gpu, String library, String obstacle) {
    private static final String SEPARATOR = "\n";

    /// This process.
    static RankProcess own(
            int rank, int ranks, String host, String device, String gpu, String library, String obstacle) {
        return new RankProcess(rank, ranks, HostProcess.own(host), device, gpu, library, obstacle);
    }

    String text() {
        return String.join(SEPARATOR, process.text(), device, gpu, library, obstacle.replace(SEPARATOR, " "));
    }

    static RankProcess of(int rank, int ranks, String text) {
        String[] words = text.split(SEPARATOR, -1);
        return new RankProcess(rank, ranks, HostProcess.of(words[0]), words[1], words[2], words[3], words[4]);
    }

    @Override
    public String toString() {
        return "rank %d of %d (%s, %s)".formatted(rank, ranks, process.host(), device);
    }
}
