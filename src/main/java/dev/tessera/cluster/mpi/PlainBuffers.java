package dev.tessera.cluster.mpi;

import dev.tessera.device.SlotTransfer;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/// Messages that are sent as they are.
final class PlainBuffers implements MessageBuffers {
    private final long bytes;
    private final MemorySegment[] messages;
    private int present;

    /// @param travelling messages that can be on their way
    PlainBuffers(SlotTransfer transfer, Arena arena, int travelling) {
        this.messages = new MemorySegment[travelling];
        this.bytes = transfer.bytes();
        Arrays.setAll(messages, k -> MessageBuffers.memory(transfer, arena));
    }

    @Override
    public MemorySegment next() {
        present = (present + 1) % messages.length;
        return messages[present];
    }

    @Override
    public MemorySegment toSend() {
        return messages[present].asSlice(0, bytes);
    }

    @Override
    public MemorySegment toReceive() {
        return toSend();
    }

    @Override
    public MemorySegment received() {
        return messages[present];
    }
}
