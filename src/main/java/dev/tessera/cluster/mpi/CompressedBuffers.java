package dev.tessera.cluster.mpi;

import dev.tessera.device.SlotTransfer;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/// Messages that are compressed by those before, which both ends keep: every message that is sent is received, in
/// order.
final class CompressedBuffers implements MessageBuffers {
    private static final int KEPT = 3; // the present message and two before

    private final MessageCodec codec;
    private final CompressionTotals totals;
    private final long bytes;
    private final MemorySegment[] messages = new MemorySegment[KEPT];
    private final MemorySegment[] coded;
    private int present;
    private int sent;

    /// @param travelling messages that can be on their way
    CompressedBuffers(SlotTransfer transfer, Arena arena, int travelling, CompressionTotals totals) {
        this.coded = new MemorySegment[travelling];
        this.codec = new MessageCodec(transfer.layout());
        this.totals = totals;
        this.bytes = transfer.bytes();
        Arrays.setAll(messages, k -> MessageBuffers.memory(transfer, arena).fill((byte) 0));
        Arrays.setAll(coded, k -> MessageBuffers.memory(codec.mostBytes(), arena));
    }

    /// Whether a message is sent in one piece, so that its length need not be known to the receiver.
    static boolean areFor(SlotTransfer transfer) {
        return new MessageCodec(transfer.layout()).mostBytes() <= MpiRequests.LONGEST_MESSAGE;
    }

    private MemorySegment before(int messagesBefore) {
        return messages[(present - messagesBefore + KEPT) % KEPT];
    }

    @Override
    public MemorySegment next() {
        present = (present + 1) % KEPT;
        return before(0);
    }

    @Override
    public MemorySegment toSend() {
        long begin = totals.now();
        sent = (sent + 1) % coded.length;
        long used = codec.encode(before(0), before(1), before(2), coded[sent]);
        totals.encoded(bytes, used, totals.now() - begin);
        return coded[sent].asSlice(0, used);
    }

    @Override
    public MemorySegment toReceive() {
        return coded[0];
    }

    @Override
    public MemorySegment received() {
        long begin = totals.now();
        MemorySegment message = next();
        codec.decode(coded[0], before(1), before(2), message);
        totals.decoded(totals.now() - begin);
        return message;
    }
}
