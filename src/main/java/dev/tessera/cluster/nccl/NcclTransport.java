package dev.tessera.cluster.nccl;

import dev.tessera.cluster.HaloLink;
import dev.tessera.cluster.HaloMessage;
import dev.tessera.cluster.Transport;
import dev.tessera.cluster.Waits;
import dev.tessera.cluster.nccl.Communicator.Piece;
import dev.tessera.device.SlotTransfer;
import dev.tessera.device.gpu.GpuSlots;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Carries messages between ranks from GPU to GPU. All is queued behind the edge of a stage: values are gathered, all
/// messages of the stage are exchanged as one group, and received values are scattered. The host waits for nothing, and
/// the queue's order makes one buffer for each message sufficient. Used on the thread of the rank's only part.
final class NcclTransport implements Transport {
    private final Communicator communicator;
    private final Consumer<Waits> watched;
    private final List<Piece> sent = new ArrayList<>();
    private final List<Piece> received = new ArrayList<>();

    /// @param watched receives the waits of parts, which a lost rank ends
    NcclTransport(Communicator communicator, Consumer<Waits> watched) {
        this.communicator = communicator;
        this.watched = watched;
    }

    @Override
    public boolean usesHostMemory() {
        return false;
    }

    /// Part n is that of rank n.
    /// @throws IllegalArgumentException if both ends are in this process, or none
    /// @throws ClassCastException if the end is not on a GPU
    @Override
    public Ends connect(HaloMessage message, @Nullable SlotTransfer from, @Nullable SlotTransfer to, Waits waits) {
        watched.accept(waits);
        if (from != null && to == null) {
            return new Ends(new Sender((GpuSlots) from, message.to()), null);
        }
        if (from == null && to != null) {
            return new Ends(null, new Receiver((GpuSlots) to, message.from()));
        }
        throw new IllegalArgumentException("message %d from part %d to part %d is not between two processes"
                .formatted(message.number(), message.from(), message.to()));
    }

    @Override
    public void begun() {
        if (!sent.isEmpty() || !received.isEmpty()) {
            try {
                communicator.exchange(List.copyOf(sent), List.copyOf(received));
            } finally {
                sent.clear();
                received.clear();
            }
        }
    }

    private static void add(List<Piece> pieces, GpuSlots slots, int rank) {
        if (slots.bytes() > 0) {
            pieces.add(new Piece(slots.address(), slots.bytes(), rank));
        }
    }

    private final class Sender implements HaloLink {
        private final GpuSlots from;
        private final int rank;

        Sender(GpuSlots from, int rank) {
            this.from = from;
            this.rank = rank;
        }

        @Override
        public void begin() {
            from.gather();
            add(sent, from, rank);
        }

        /// A capture may have failed between the messages of a group.
        @Override
        public void restart() {
            sent.clear();
        }

        @Override
        public void complete() {}

        @Override
        public boolean isQueued() {
            return communicator.canBeCaptured();
        }

        @Override
        public void close() {}
    }

    private final class Receiver implements HaloLink {
        private final GpuSlots to;
        private final int rank;

        Receiver(GpuSlots to, int rank) {
            this.to = to;
            this.rank = rank;
        }

        @Override
        public void begin() {
            add(received, to, rank);
        }

        @Override
        public void restart() {
            received.clear();
        }

        @Override
        public void complete() {
            to.scatter();
        }

        @Override
        public boolean isQueued() {
            return communicator.canBeCaptured();
        }

        @Override
        public void close() {}
    }
}
