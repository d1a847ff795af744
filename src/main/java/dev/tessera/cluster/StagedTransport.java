package dev.tessera.cluster;

import dev.tessera.device.SlotTransfer;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Carries messages within one process through memory of the host: the sender packs into one of two buffers while the
/// receiver may still read the other one.
final class StagedTransport implements Transport {
    private static final int BUFFERS = 2;
    private static final long ALIGNMENT = 64;

    /// @throws NullPointerException if one of the ends is in another process
    @Override
    public Ends connect(HaloMessage message, @Nullable SlotTransfer from, @Nullable SlotTransfer to, Waits waits) {
        Channel channel = new Channel(Objects.requireNonNull(from), Objects.requireNonNull(to), waits);
        return new Ends(channel.new Sender(), channel.new Receiver());
    }

    /// Both ends of a message.
    private static final class Channel {
        private final SlotTransfer from;
        private final SlotTransfer to;
        private final Waits waits;
        private final Arena arena = Arena.ofShared();
        private final List<MemorySegment> buffers = new ArrayList<>();
        private volatile long sent; // messages that are complete
        private volatile long used; // messages that have been received

        Channel(SlotTransfer from, SlotTransfer to, Waits waits) {
            if (from.bytes() != to.bytes()) {
                throw new IllegalArgumentException(
                        "a message of %d bytes is received as one of %d".formatted(from.bytes(), to.bytes()));
            }
            this.from = from;
            this.to = to;
            this.waits = waits;
            for (int k = 0; k < BUFFERS; k++) {
                buffers.add(hostMemory());
            }
        }

        /// Memory that one of the devices, if possible the sender, copies fast.
        private MemorySegment hostMemory() {
            MemorySegment ofSender = from.hostMemory();
            MemorySegment ofDevice = ofSender == null ? to.hostMemory() : ofSender;
            return ofDevice == null ? arena.allocate(Math.max(1, from.bytes()), ALIGNMENT) : ofDevice;
        }

        private MemorySegment buffer(long message) {
            return buffers.get((int) (message % BUFFERS));
        }

        private final class Sender implements HaloLink {
            private long begun;

            @Override
            public void begin() {
                waits.until(() -> used > begun - BUFFERS);
                from.pack(buffer(begun));
                begun++;
                if (from.isPacked()) {
                    sent = begun;
                }
            }

            @Override
            public void complete() {
                from.finishPacking();
                sent = begun;
            }

            @Override
            public void close() {
                arena.close();
            }
        }

        private final class Receiver implements HaloLink {
            private long received;

            @Override
            public void begin() {}

            @Override
            public void await() {
                waits.until(() -> sent > received);
            }

            @Override
            public void complete() {
                await();
                to.unpack(buffer(received));
                used = ++received;
            }

            @Override
            public void close() {}
        }
    }
}
