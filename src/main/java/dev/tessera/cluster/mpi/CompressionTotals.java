package dev.tessera.cluster.mpi;

import java.util.Locale;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;

/// What compression of messages has saved, and its time. Thread-safe.
final class CompressionTotals {
    private final LongSupplier nanoTime;
    private final LongAdder messageBytes = new LongAdder();
    private final LongAdder sentBytes = new LongAdder();
    private final LongAdder encodingNanos = new LongAdder();
    private final LongAdder decodingNanos = new LongAdder();

    CompressionTotals(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
    }

    long now() {
        return nanoTime.getAsLong();
    }

    void encoded(long bytes, long sent, long nanos) {
        messageBytes.add(bytes);
        sentBytes.add(sent);
        encodingNanos.add(nanos);
    }

    void decoded(long nanos) {
        decodingNanos.add(nanos);
    }

    /// Those of all ranks. Collective.
    CompressionTotals ofAll(MpiWorld world) {
        long[] sums = {messageBytes.sum(), sentBytes.sum(), encodingNanos.sum(), decodingNanos.sum()};
        world.sum(sums);
        var all = new CompressionTotals(nanoTime);
        all.encoded(sums[0], sums[1], sums[2]);
        all.decoded(sums[3]);
        return all;
    }

    /// The speed of a link in bytes per second below which a compressed message arrives sooner: the time of the
    /// bytes that are not sent equals that of compression at both ends.
    double breakEvenBytesPerS() {
        long nanos = Math.max(1, encodingNanos.sum() + decodingNanos.sum());
        return 1e9 * Math.max(0, messageBytes.sum() - sentBytes.sum()) / nanos;
    }

    @Override
    public String toString() {
        if (messageBytes.sum() == 0) {
            return "no messages went through MPI, so that none were compressed";
        }
        return String.format(
                Locale.ROOT,
                "messages between ranks: %.1f MB sent as %.1f MB (ratio %.2f), compressed in %.2f s and decompressed in %.2f s of all"
                        + " ranks. They arrive sooner than uncompressed ones over links below %.0f MB/s",
                1e-6 * messageBytes.sum(),
                1e-6 * sentBytes.sum(),
                (double) messageBytes.sum() / Math.max(1, sentBytes.sum()),
                1e-9 * encodingNanos.sum(),
                1e-9 * decodingNanos.sum(),
                1e-6 * breakEvenBytesPerS());
    }
}
