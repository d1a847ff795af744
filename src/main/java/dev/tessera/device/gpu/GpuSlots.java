package dev.tessera.device.gpu;

import dev.tessera.device.ArraySlots;
import dev.tessera.device.MessageLayout;
import dev.tessera.device.SlotTransfer;
import dev.tessera.device.StepParts;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// The values of a message between parts, on a GPU. Kernels gather them into a buffer of the device, or the reverse;
/// from there they go to memory of the host, or directly to a GPU whose memory this one reaches. All of it is queued
/// beside the inner nodes ([ExchangeQueue]).
public final class GpuSlots implements SlotTransfer {
    /// Messages that can be on their way.
    public static final int BUFFERS = 2;

    /// How values reach another GPU.
    public enum Direct {
        /// They are gathered on the sender and copied.
        COPY,
        /// The sender's kernel gathers them into the receiver's memory.
        WRITE
    }

    /// How messages and inner nodes are ordered after steps in parts.
    enum Order {
        /// Inner nodes do not use the slots.
        BESIDE_INNER_NODES,
        /// Each waits for the other.
        WITH_INNER_NODES
    }

    private final Accelerator accelerator;
    private final Order order;
    private final Supplier<KernelSet> kernels; // those of the present tuning
    private final GpuMemory memory;
    private final StepParts parts;
    private final LongSupplier steps;
    private final Runnable requireAlive;
    private final MessageLayout layout;
    private final List<List<SlotLists>> lists = new ArrayList<>(); // [piece][phase]
    private final long packed; // event
    private final List<Long> arrived = new ArrayList<>(); // events, by buffer; of the sender
    private final List<Long> used = new ArrayList<>(); // events, by buffer; of the receiver
    private final List<DeviceBuffer> received = new ArrayList<>();
    private final @Nullable DeviceBuffer message; // null if it is empty

    /// @param steps run so far
    /// @param requireAlive fails where the execution is closed
    GpuSlots(
            MessageLayout layout,
            List<ArraySlots> slots,
            Order order,
            GpuMemory memory,
            Supplier<KernelSet> kernels,
            StepParts parts,
            LongSupplier steps,
            Runnable requireAlive) {
        this.layout = layout;
        this.order = order;
        this.memory = memory;
        this.kernels = kernels;
        this.parts = parts;
        this.steps = steps;
        this.requireAlive = requireAlive;
        this.accelerator = memory.accelerator();
        for (int k = 0; k < slots.size(); k++) {
            MessageLayout.Piece piece = layout.pieces().get(k);
            lists.add(slots.get(k).byPhase().stream()
                    .map(ofPhase -> new SlotLists(
                            ofPhase,
                            slot -> memory.rangeOf(piece.array(), slot),
                            memory,
                            piece.valueBytes(),
                            piece.offset()))
                    .toList());
        }
        this.message = layout.bytes() == 0 ? null : memory.additional("values of a message", layout.bytes());
        this.packed = newEvent();
    }

    private long newEvent() {
        return memory.event(exchanges());
    }

    private ExchangeQueue exchanges() {
        return accelerator.exchanges();
    }

    @Override
    public MessageLayout layout() {
        return layout;
    }

    @Override
    public MemorySegment hostMemory() {
        return accelerator.hostMemory(Math.max(1, bytes())).asSlice(0, bytes());
    }

    @Override
    public void pack(MemorySegment target) {
        requireAlive.run();
        if (message != null) {
            gatherInto(message);
            exchanges().download(message.handle(), target);
            exchanges().record(packed);
        }
    }

    @Override
    public boolean isPacked() {
        return exchanges().isDone(packed);
    }

    @Override
    public void finishPacking() {
        exchanges().finish(packed);
    }

    @Override
    public void unpack(MemorySegment source) {
        requireAlive.run();
        if (message != null) {
            begin();
            exchanges().upload(message.handle(), source);
            scatterFrom(message);
            end();
        }
    }

    private void begin() {
        switch (order) {
            case BESIDE_INNER_NODES -> accelerator.beginExchange();
            case WITH_INNER_NODES -> accelerator.forkExchange();
        }
    }

    /// After slots have been written.
    private void end() {
        switch (order) {
            case BESIDE_INNER_NODES -> {}
            case WITH_INNER_NODES -> accelerator.endExchange();
        }
    }

    /// The device checks its copy of the message. The slots wait for its answer on the device, the host waits for the
    /// answer alone: not for these slots, but for those of messages before, and for the steps that they waited for.
    @Override
    public boolean unpackFinite(MemorySegment source, BooleanSupplier areFinite) {
        requireAlive.run();
        DeviceBuffer there = message;
        if (there == null) {
            return true;
        }
        MessageCheck check = memory.messageCheck();
        check.begin();
        exchanges().beginUpload(there.handle(), source);
        exchanges()
                .run(() -> layout.pieces()
                        .forEach(piece -> check.launch(
                                kernels.get(),
                                there,
                                piece.offset() / piece.valueBytes(),
                                piece.count(),
                                piece.valueBytes())));
        check.ask(exchanges());
        begin();
        exchanges().run(() -> present().forEach(list -> list.unpackChecked(kernels.get(), there, check)));
        end();
        return check.isAccepted(exchanges());
    }

    /// Address of the message in memory of the device, for libraries that queue its copies; 0 if it is empty.
    public long address() {
        return message == null ? 0 : message.handle();
    }

    /// Queues the copy of the present values to [#address]. It waits for all that is queued there before.
    public void gather() {
        requireAlive.run();
        if (message != null) {
            gatherInto(message);
        }
    }

    /// Queues the copy of the values at [#address] to the slots.
    public void scatter() {
        requireAlive.run();
        if (message != null) {
            begin();
            scatterFrom(message);
            end();
        }
    }

    private void gatherInto(DeviceBuffer buffer) {
        begin();
        exchanges().run(() -> present().forEach(list -> list.pack(kernels.get(), buffer)));
    }

    private void scatterFrom(DeviceBuffer buffer) {
        exchanges().run(() -> present().forEach(list -> list.unpack(kernels.get(), buffer)));
    }

    private List<SlotLists> present() {
        List<SlotLists> present = new ArrayList<>();
        for (int k = 0; k < lists.size(); k++) {
            int phase = layout.pieces().get(k).presentPhase(parts, steps.getAsLong());
            present.add(lists.get(k).get(phase));
        }
        return present;
    }

    /// Why values cannot go directly to another GPU; empty where they can.
    public Optional<String> obstacleTo(GpuSlots receiver) {
        return exchanges().obstacleTo(receiver.accelerator.driver());
    }

    /// Prepares both ends of a message that goes directly from one GPU to another; called once, before the first
    /// [#send].
    public void connectTo(GpuSlots receiver) {
        for (int buffer = 0; buffer < BUFFERS; buffer++) {
            arrived.add(newEvent());
            receiver.used.add(receiver.newEvent());
            receiver.received.add(receiver.memory.additional("received values", Math.max(1, bytes())));
        }
        accelerator.reach(receiver.accelerator);
    }

    /// Queues a message. The host has to make sure that the receiver has queued its use of the message that was
    /// in the buffer before.
    /// @param isFirst whether there was no such message
    public void send(GpuSlots receiver, int buffer, boolean isFirst, Direct direct) {
        requireAlive.run();
        if (message == null) {
            return;
        }
        accelerator.beginExchange();
        if (!isFirst) {
            exchanges().await(receiver.used.get(buffer));
        }
        DeviceBuffer target = receiver.received.get(buffer);
        if (direct == Direct.WRITE && exchanges().writesTo(receiver.accelerator.driver())) {
            gatherInto(target);
        } else {
            gatherInto(message);
            exchanges().copy(message.handle(), receiver.accelerator.driver(), target.handle(), bytes());
        }
        exchanges().record(arrived.get(buffer));
    }

    /// Queues the use of a message that the sender has queued.
    public void receive(GpuSlots sender, int buffer) {
        requireAlive.run();
        if (message == null) {
            return;
        }
        accelerator.beginExchange();
        exchanges().await(sender.arrived.get(buffer));
        scatterFrom(received.get(buffer));
        exchanges().record(used.get(buffer));
    }
}
