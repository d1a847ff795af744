package dev.tessera.cluster.nccl;

import java.nio.ByteBuffer;

/// The name by which NCCL's ranks find each other, an `ncclUniqueId`.
record UniqueId(byte[] bytes) {
    static final int BYTES = 128;

    UniqueId {
        if (bytes.length != BYTES) {
            throw new IllegalArgumentException("an ncclUniqueId has %d bytes, not %d".formatted(BYTES, bytes.length));
        }
    }

    /// Of the words that [#words] gives.
    static UniqueId of(long[] words) {
        ByteBuffer bytes = ByteBuffer.allocate(BYTES);
        bytes.asLongBuffer().put(words);
        return new UniqueId(bytes.array());
    }

    /// Its bytes as numbers that ranks send each other.
    long[] words() {
        long[] words = new long[BYTES / Long.BYTES];
        ByteBuffer.wrap(bytes).asLongBuffer().get(words);
        return words;
    }
}
