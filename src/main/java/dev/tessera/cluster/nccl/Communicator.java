package dev.tessera.cluster.nccl;

import java.util.List;
import java.util.Optional;

/// The GPUs of all ranks as a library joins them, seen from one rank. Copies are queued on the GPU's queue of
/// exchanges.
interface Communicator extends AutoCloseable {
    /// Values on their way from or to another rank.
    ///
    /// @param address in memory of this rank's GPU
    /// @param rank the other one
    record Piece(long address, long bytes, int rank) {}

    /// Queues copies that proceed together, so that their order among ranks does not matter. Pieces from one rank to
    /// another arrive in the order in which they are sent. Used on the thread of the steps.
    /// @throws dev.tessera.device.DeviceException if the library fails, or after [#abort]
    void exchange(List<Piece> sent, List<Piece> received);

    /// Whether [#exchange] may be part of what the GPU captures, on all ranks alike.
    boolean canBeCaptured();

    /// What the library reports about copies that are queued; empty while all is well. On any thread.
    Optional<String> failure();

    /// Ends the copies that are queued, so that the GPU does not wait for a lost rank. On any thread; can take long.
    void abort();

    /// After all copies: leaves the others.
    @Override
    void close();
}
