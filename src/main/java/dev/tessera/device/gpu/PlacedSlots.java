package dev.tessera.device.gpu;

import dev.tessera.device.ArraySlots;
import dev.tessera.device.MessageLayout;
import java.util.List;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;

/// Slots of an execution whose values have given places in a buffer of the device.
final class PlacedSlots {
    private final MessageLayout.Piece piece;
    private final GpuMemory memory;
    private final Supplier<KernelSet> kernels; // those of the present tuning
    private final ToIntFunction<MessageLayout.Piece> presentPhase;
    private final Runnable requireAlive;
    private final List<SlotLists> byPhase;

    /// @param places of the values
    PlacedSlots(
            MessageLayout.Piece piece,
            ArraySlots slots,
            int[] places,
            GpuMemory memory,
            Supplier<KernelSet> kernels,
            ToIntFunction<MessageLayout.Piece> presentPhase,
            Runnable requireAlive) {
        this.piece = piece;
        this.memory = memory;
        this.kernels = kernels;
        this.presentPhase = presentPhase;
        this.requireAlive = requireAlive;
        this.byPhase = slots.byPhase().stream()
                .map(ofPhase -> new SlotLists(
                        ofPhase,
                        value -> places[value],
                        slot -> memory.rangeOf(piece.array(), slot),
                        memory,
                        piece.valueBytes(),
                        0))
                .toList();
    }

    int valueBytes() {
        return piece.valueBytes();
    }

    GpuMemory memory() {
        return memory;
    }

    /// Fails where the execution is closed.
    void requireAlive() {
        requireAlive.run();
    }

    /// Launches the copies of the present values to the buffer.
    void gather(DeviceBuffer buffer) {
        present().pack(kernels.get(), buffer);
    }

    /// Launches the copies from the buffer.
    void scatter(DeviceBuffer buffer) {
        present().unpack(kernels.get(), buffer);
    }

    private SlotLists present() {
        return byPhase.get(presentPhase.applyAsInt(piece));
    }

    void release() {
        byPhase.forEach(lists -> lists.release(memory));
    }
}
