package dev.tessera.geometry.image;

import java.io.IOException;
import java.nio.ByteBuffer;

/// The LZW compression of TIFF: codes of 9 to 12 bits, the highest bit first.
///
/// Source: TIFF revision 6.0, section 13, Adobe (1992).
final class TiffLzw {
    private static final int CLEAR = 256;
    private static final int END = 257;
    private static final int MOST = 4096;

    private final ByteBuffer stored;
    private final int[] before = new int[MOST]; // the code of all but the last byte
    private final byte[] last = new byte[MOST];
    private final int[] length = new int[MOST];
    private int next;
    private int width;
    private int bits;
    private int held;

    TiffLzw(ByteBuffer stored) {
        this.stored = stored;
        for (int code = 0; code < CLEAR; code++) {
            last[code] = (byte) code;
            length[code] = 1;
        }
        clear();
    }

    private void clear() {
        next = END + 1;
        width = 9;
    }

    void unpack(byte[] samples) throws IOException {
        int at = 0;
        int previous = -1;
        while (at < samples.length) {
            int code = code();
            if (code == END) {
                throw new IOException("its LZW data hold %d bytes of %d".formatted(at, samples.length));
            }
            if (code == CLEAR) {
                clear();
                previous = -1;
                continue;
            }
            if (previous >= 0) {
                add(previous, code);
            }
            if (code >= next) {
                throw new IOException("its LZW data are damaged");
            }
            at += write(code, samples, at);
            previous = code;
        }
    }

    /// The next string: the previous one and the first byte of this one, which may be the new string itself.
    private void add(int previous, int code) throws IOException {
        if (code > next || code == MOST) {
            throw new IOException("its LZW data are damaged");
        }
        if (next == MOST) {
            return; // the table stays as it is until it is cleared
        }
        int first = code == next ? previous : code;
        while (length[first] > 1) {
            first = before[first];
        }
        before[next] = previous;
        last[next] = last[first];
        length[next] = length[previous] + 1;
        next++;
        if (next + 1 == 1 << width && width < 12) {
            width++;
        }
    }

    private int write(int code, byte[] samples, int from) throws IOException {
        int count = length[code];
        if (count > samples.length - from) {
            throw new IOException("its LZW data hold more than %d bytes".formatted(samples.length));
        }
        int at = code;
        for (int i = from + count - 1; i >= from; i--) {
            samples[i] = last[at];
            at = before[at];
        }
        return count;
    }

    private int code() throws IOException {
        while (held < width) {
            if (!stored.hasRemaining()) {
                throw new IOException("its LZW data end too early");
            }
            bits = bits << 8 | stored.get() & 0xff;
            held += 8;
        }
        held -= width;
        return bits >>> held & (1 << width) - 1;
    }
}
