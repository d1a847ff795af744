package dev.tessera.cluster;

import dev.tessera.device.SlotTransfer;
import dev.tessera.device.gpu.GpuSlots;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Carries messages from one GPU of this process directly to another, or to the same one. The threads of both only
/// queue work, and wait for each other only until that is queued; the devices wait for each other by events.
final class PeerTransport implements Transport {
    private final GpuSlots.Direct direct;

    PeerTransport(GpuSlots.Direct direct) {
        this.direct = direct;
    }

    /// @throws NullPointerException if one of the ends is in another process
    /// @throws ClassCastException if one of the ends is not on a GPU
    @Override
    public Ends connect(HaloMessage message, @Nullable SlotTransfer from, @Nullable SlotTransfer to, Waits waits) {
        Channel channel = new Channel(
                (GpuSlots) Objects.requireNonNull(from), (GpuSlots) Objects.requireNonNull(to), direct, waits);
        return new Ends(channel.new Sender(), channel.new Receiver());
    }

    /// Both ends of a message.
    private static final class Channel {
        private final GpuSlots from;
        private final GpuSlots to;
        private final GpuSlots.Direct direct;
        private final Waits waits;
        private volatile long sent; // messages that are queued
        private volatile long used; // messages whose use is queued

        Channel(GpuSlots from, GpuSlots to, GpuSlots.Direct direct, Waits waits) {
            this.from = from;
            this.to = to;
            this.direct = direct;
            this.waits = waits;
            from.connectTo(to);
        }

        private static int buffer(long message) {
            return (int) (message % GpuSlots.BUFFERS);
        }

        private final class Sender implements HaloLink {
            @Override
            public void begin() {
                long next = sent;
                waits.until(() -> used > next - GpuSlots.BUFFERS);
                from.send(to, buffer(next), next < GpuSlots.BUFFERS, direct);
                sent = next + 1;
            }

            @Override
            public void complete() {}

            @Override
            public boolean isQueued() {
                return true;
            }

            @Override
            public void restart() {
                sent = 0;
                used = 0;
            }

            @Override
            public void close() {}
        }

        private final class Receiver implements HaloLink {
            @Override
            public void begin() {}

            @Override
            public void complete() {
                long next = used;
                waits.until(() -> sent > next);
                to.receive(from, buffer(next));
                used = next + 1;
            }

            @Override
            public boolean isQueued() {
                return true;
            }

            @Override
            public void close() {}
        }
    }
}
