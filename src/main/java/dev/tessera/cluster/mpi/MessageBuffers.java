package dev.tessera.cluster.mpi;

import dev.tessera.device.SlotTransfer;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/// Memory of the messages of a link, at one of its ends.
interface MessageBuffers {
    /// Messages that can be on their way from a sender.
    int SENT = 2;

    /// Where the next message is packed. The message [#SENT] before has been sent.
    MemorySegment next();

    /// What is sent of the message that was packed last.
    MemorySegment toSend();

    /// Where the next message arrives; at least as large as what is sent.
    MemorySegment toReceive();

    /// The message that has arrived.
    MemorySegment received();

    /// Memory for a message, if possible such that the device copies fast.
    static MemorySegment memory(SlotTransfer transfer, Arena arena) {
        MemorySegment ofDevice = transfer.hostMemory();
        return ofDevice == null ? memory(transfer.bytes(), arena) : ofDevice;
    }

    static MemorySegment memory(long bytes, Arena arena) {
        return arena.allocate(Math.max(1, bytes), 64);
    }
}
