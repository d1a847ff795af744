package dev.tessera.cluster.mpi;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import dev.tessera.device.MessageLayout;
import java.lang.foreign.MemorySegment;

/// Compresses the messages of a link without loss (docs/decisions/0099). A value is predicted from the two messages
/// before, which both ends have; its difference to the prediction is stored with as many bits as the largest difference
/// in a block of 64 values needs. The bits of floating-point numbers are treated as integers in the order of the
/// numbers: NaN, infinities and both zeros keep their bits.
///
/// A message that becomes shorter consists of its form (8 bytes); a byte for each block, which has the predictor in its
/// highest bit and the bits per value below, padded to 8 bytes; and for each block as many words of 8 bytes as
/// it has bits per value. Others follow their form as they are.
///
/// One thread at a time.
final class MessageCodec {
    private static final int BLOCK = 64;
    private static final int BLOCKS_AT_ONCE = 16;
    private static final int VALUES_AT_ONCE = BLOCK * BLOCKS_AT_ONCE;
    private static final long FORM_BYTES = Long.BYTES;
    private static final long PLAIN = 0;
    private static final long COMPRESSED = 1;
    private static final int BY_RATE = 0x80; // predicted by both messages before; else by the last one
    private static final int BITS = 0x7f;

    private final MessageLayout layout;
    private final int blocks;
    private final long[] now = new long[VALUES_AT_ONCE];
    private final long[] last = new long[VALUES_AT_ONCE];
    private final long[] earlier = new long[VALUES_AT_ONCE];
    private final int[] ints = new int[VALUES_AT_ONCE];
    private final short[] shorts = new short[VALUES_AT_ONCE];
    private final long[] byLast = new long[BLOCK];
    private final long[] byRate = new long[BLOCK];
    private final long[] words = new long[BLOCK];

    MessageCodec(MessageLayout layout) {
        this.layout = layout;
        this.blocks = layout.pieces().stream()
                .mapToInt(piece -> Math.ceilDiv(piece.count(), BLOCK))
                .sum();
    }

    /// Size of memory for any message in its compressed form.
    long mostBytes() {
        return Math.max(FORM_BYTES + layout.bytes(), wordsFrom());
    }

    private long wordsFrom() {
        return FORM_BYTES + Math.ceilDiv(blocks, Long.BYTES) * (long) Long.BYTES;
    }

    /// Compresses a message.
    /// @param message of the layout's bytes, as are those before
    /// @param before the last message; zeros before the first one
    /// @param beforeThat the one before
    /// @param target of [#mostBytes]
    /// @return its bytes that are used
    long encode(MemorySegment message, MemorySegment before, MemorySegment beforeThat, MemorySegment target) {
        long at = wordsFrom();
        long byteOfBlock = FORM_BYTES;
        long most = FORM_BYTES + layout.bytes();
        for (MessageLayout.Piece piece : layout.pieces()) {
            int width = piece.valueBytes();
            for (int first = 0; first < piece.count(); first += VALUES_AT_ONCE) {
                int count = Math.min(VALUES_AT_ONCE, piece.count() - first);
                long offset = piece.offset() + (long) first * width;
                load(message, offset, width, count, now);
                load(before, offset, width, count, last);
                load(beforeThat, offset, width, count, earlier);
                for (int begin = 0; begin < count; begin += BLOCK) {
                    int block = chosen(begin, Byte.SIZE * width);
                    int bits = block & BITS;
                    if (at + (long) bits * Long.BYTES >= most) {
                        target.set(JAVA_LONG, 0, PLAIN);
                        MemorySegment.copy(message, 0, target, FORM_BYTES, layout.bytes());
                        return most;
                    }
                    target.set(JAVA_BYTE, byteOfBlock++, (byte) block);
                    pack((block & BY_RATE) == 0 ? byLast : byRate, bits, words);
                    MemorySegment.copy(words, 0, target, JAVA_LONG, at, bits);
                    at += (long) bits * Long.BYTES;
                }
            }
        }
        target.set(JAVA_LONG, 0, COMPRESSED);
        return at;
    }

    /// Computes the differences of a block by both predictors.
    /// @return the byte of the block
    private int chosen(int begin, int width) {
        int shift = Long.SIZE - width;
        long mask = -1L >>> shift;
        long allByLast = 0;
        long allByRate = 0;
        for (int k = 0; k < BLOCK; k++) {
            long change = now[begin + k] - last[begin + k];
            long changeOfRate = change - last[begin + k] + earlier[begin + k];
            byLast[k] = unsigned(change, shift, mask);
            byRate[k] = unsigned(changeOfRate, shift, mask);
            allByLast |= byLast[k];
            allByRate |= byRate[k];
        }
        int bitsByLast = Long.SIZE - Long.numberOfLeadingZeros(allByLast);
        int bitsByRate = Long.SIZE - Long.numberOfLeadingZeros(allByRate);
        return bitsByLast <= bitsByRate ? bitsByLast : bitsByRate | BY_RATE;
    }

    /// 0, -1, 1, -2, … become 0, 1, 2, 3, …
    private static long unsigned(long difference, int shift, long mask) {
        long ofWidth = difference << shift >> shift;
        return (ofWidth << 1 ^ ofWidth >> Long.SIZE - 1) & mask;
    }

    /// The reverse of [#encode].
    /// @param source a message as sent
    void decode(MemorySegment source, MemorySegment before, MemorySegment beforeThat, MemorySegment message) {
        if (source.get(JAVA_LONG, 0) == PLAIN) {
            MemorySegment.copy(source, FORM_BYTES, message, 0, layout.bytes());
            return;
        }
        long at = wordsFrom();
        long byteOfBlock = FORM_BYTES;
        for (MessageLayout.Piece piece : layout.pieces()) {
            int width = piece.valueBytes();
            for (int first = 0; first < piece.count(); first += VALUES_AT_ONCE) {
                int count = Math.min(VALUES_AT_ONCE, piece.count() - first);
                long offset = piece.offset() + (long) first * width;
                load(before, offset, width, count, last);
                load(beforeThat, offset, width, count, earlier);
                for (int begin = 0; begin < count; begin += BLOCK) {
                    int block = source.get(JAVA_BYTE, byteOfBlock++);
                    int bits = block & BITS;
                    MemorySegment.copy(source, JAVA_LONG, at, words, 0, bits);
                    at += (long) bits * Long.BYTES;
                    unpack(words, bits, byLast);
                    restore(begin, Byte.SIZE * width, (block & BY_RATE) == 0 ? 0 : -1);
                }
                store(message, offset, width, count);
            }
        }
    }

    /// @param rate a mask: whether the values would have gone on at their rate
    private void restore(int begin, int width, long rate) {
        int shift = Long.SIZE - width;
        for (int k = 0; k < BLOCK; k++) {
            long value = byLast[k];
            long difference = value >>> 1 ^ -(value & 1);
            long expected = last[begin + k] + (last[begin + k] - earlier[begin + k] & rate);
            now[begin + k] = expected + difference << shift >> shift;
        }
    }

    /// Stores the lowest bits of values one after the other.
    /// @param values `[64]`, below 2^bits
    /// @param packed its first `bits` words are set
    private static void pack(long[] values, int bits, long[] packed) {
        long word = 0;
        int filled = 0;
        int next = 0;
        for (int k = 0; k < BLOCK && bits > 0; k++) {
            long value = values[k];
            word |= value << filled;
            filled += bits;
            if (filled >= Long.SIZE) {
                packed[next++] = word;
                filled -= Long.SIZE;
                word = filled == 0 ? 0 : value >>> bits - filled;
            }
        }
    }

    /// The reverse of [#pack].
    private static void unpack(long[] packed, int bits, long[] values) {
        long mask = bits == 0 ? 0 : -1L >>> Long.SIZE - bits;
        for (int k = 0; k < BLOCK; k++) {
            int from = k * bits;
            int word = from / Long.SIZE;
            int shift = from % Long.SIZE;
            long value = bits == 0 ? 0 : packed[word] >>> shift;
            if (shift + bits > Long.SIZE) {
                value |= packed[word + 1] << Long.SIZE - shift;
            }
            values[k] = value & mask;
        }
    }

    /// Values as integers in the order of the numbers, and zeros up to the end of their last block.
    private void load(MemorySegment from, long offset, int width, int count, long[] values) {
        switch (width) {
            case Long.BYTES -> MemorySegment.copy(from, JAVA_LONG, offset, values, 0, count);
            case Integer.BYTES -> {
                MemorySegment.copy(from, JAVA_INT, offset, ints, 0, count);
                for (int k = 0; k < count; k++) {
                    values[k] = ints[k];
                }
            }
            case Short.BYTES -> {
                MemorySegment.copy(from, JAVA_SHORT, offset, shorts, 0, count);
                for (int k = 0; k < count; k++) {
                    values[k] = shorts[k];
                }
            }
            default -> throw new IllegalArgumentException("values of %d bytes".formatted(width));
        }
        order(values, width, count);
        for (int k = count; k % BLOCK != 0; k++) {
            values[k] = 0;
        }
    }

    private void store(MemorySegment to, long offset, int width, int count) {
        order(now, width, count);
        switch (width) {
            case Long.BYTES -> MemorySegment.copy(now, 0, to, JAVA_LONG, offset, count);
            case Integer.BYTES -> {
                for (int k = 0; k < count; k++) {
                    ints[k] = (int) now[k];
                }
                MemorySegment.copy(ints, 0, to, JAVA_INT, offset, count);
            }
            default -> {
                for (int k = 0; k < count; k++) {
                    shorts[k] = (short) now[k];
                }
                MemorySegment.copy(shorts, 0, to, JAVA_SHORT, offset, count);
            }
        }
    }

    /// Negative numbers, whose bits grow with their magnitude, in the reverse order; its own inverse.
    private static void order(long[] values, int width, int count) {
        long magnitude = -1L >>> 1 + Long.SIZE - Byte.SIZE * width;
        for (int k = 0; k < count; k++) {
            values[k] ^= values[k] >> Long.SIZE - 1 & magnitude;
        }
    }
}
