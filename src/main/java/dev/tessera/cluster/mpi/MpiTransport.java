package dev.tessera.cluster.mpi;

import dev.tessera.cluster.HaloLink;
import dev.tessera.cluster.HaloMessage;
import dev.tessera.cluster.Transport;
import dev.tessera.cluster.Waits;
import dev.tessera.device.SlotTransfer;
import java.lang.foreign.Arena;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/// Carries messages between ranks, through memory of the host. A message is sent as soon as it is packed, and proceeds
/// while inner nodes are computed.
public final class MpiTransport implements Transport {
    private static final int FIRST_TAG = 16;
    private static final int TAGS = 32_000; // MPI guarantees tags up to 32767

    private final MpiWorld world;
    private final @Nullable CompressionTotals totals; // null: messages are sent as they are

    private MpiTransport(MpiWorld world, @Nullable CompressionTotals totals) {
        this.world = world;
        this.totals = totals;
    }

    /// Messages are sent as they are.
    public static MpiTransport plain(MpiWorld world) {
        return new MpiTransport(world, null);
    }

    /// Messages are compressed without loss (docs/decisions/0099), except those above a gibibyte. On all ranks.
    public static MpiTransport compressing(MpiWorld world, LongSupplier nanoTime) {
        return new MpiTransport(world, new CompressionTotals(nanoTime));
    }

    /// What compression did on all ranks so far; empty where messages are sent as they are. Collective.
    public Optional<String> compressed() {
        return Optional.ofNullable(totals).map(own -> own.ofAll(world).toString());
    }

    /// Part n is that of rank n.
    /// @throws IllegalArgumentException if both ends are in this process, or none
    @Override
    public Ends connect(HaloMessage message, @Nullable SlotTransfer from, @Nullable SlotTransfer to, Waits waits) {
        int tag = FIRST_TAG + message.number() % TAGS; // messages of one rank to another arrive in the order of sending
        if (from != null && to == null) {
            return new Ends(new Sender(from, message.to(), tag, waits), null);
        }
        if (from == null && to != null) {
            return new Ends(null, new Receiver(to, message.from(), tag, waits));
        }
        throw new IllegalArgumentException("message %d from part %d to part %d is not between two processes"
                .formatted(message.number(), message.from(), message.to()));
    }

    /// One end of a message.
    private abstract class End implements HaloLink {
        final int rank;
        final int tag;
        final Waits waits;
        final MpiRequests requests = world.requests();
        final Arena arena = Arena.ofShared();
        final MessageBuffers buffers;

        End(SlotTransfer transfer, int travelling, int rank, int tag, Waits waits) {
            this.rank = rank;
            this.tag = tag;
            this.waits = waits;
            this.buffers = totals == null || !CompressedBuffers.areFor(transfer)
                    ? new PlainBuffers(transfer, arena, travelling)
                    : new CompressedBuffers(transfer, arena, travelling, totals);
        }

        /// Memory of a message that is still on its way after a failure is never released.
        @Override
        public void close() {
            if (requests.areDone()) {
                arena.close();
            }
        }
    }

    private final class Sender extends End {
        private final SlotTransfer from;
        private final MpiRequests[] sends = new MpiRequests[MessageBuffers.SENT];
        private int next;
        private boolean isSent;

        Sender(SlotTransfer from, int rank, int tag, Waits waits) {
            super(from, MessageBuffers.SENT, rank, tag, waits);
            this.from = from;
            Arrays.setAll(sends, k -> world.requests());
        }

        @Override
        public void begin() {
            next = (next + 1) % sends.length;
            sends[next].await(waits::requireNoFailure);
            from.pack(buffers.next());
            isSent = from.isPacked();
            if (isSent) {
                send();
            }
        }

        private void send() {
            sends[next].send(buffers.toSend(), rank, tag);
            world.progress().watch(sends[next]);
        }

        @Override
        public void complete() {
            if (!isSent) {
                from.finishPacking();
                send();
                isSent = true;
            }
        }

        @Override
        public void close() {
            boolean areDone = true;
            for (MpiRequests send : sends) {
                areDone &= send.isDoneSoon();
            }
            if (areDone) {
                super.close();
            }
        }
    }

    private final class Receiver extends End {
        private final SlotTransfer to;

        Receiver(SlotTransfer to, int rank, int tag, Waits waits) {
            super(to, 1, rank, tag, waits);
            this.to = to;
        }

        @Override
        public void begin() {
            requests.receive(buffers.toReceive(), rank, tag);
            world.progress().watch(requests);
        }

        @Override
        public void await() {
            requests.await(waits::requireNoFailure);
        }

        @Override
        public void complete() {
            await();
            to.unpack(buffers.received());
        }
    }
}
