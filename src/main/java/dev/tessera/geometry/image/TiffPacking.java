package dev.tessera.geometry.image;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/// The compression of a TIFF page's samples; all of these are lossless.
enum TiffPacking {
    NONE("uncompressed", 1, 1) {
        @Override
        void unpack(ByteBuffer stored, byte[] samples) throws IOException {
            if (stored.remaining() < samples.length) {
                throw tooFew("stored", stored.remaining(), samples);
            }
            stored.get(samples);
        }
    },
    LZW("with LZW", 1500, 5) {
        @Override
        void unpack(ByteBuffer stored, byte[] samples) throws IOException {
            new TiffLzw(stored).unpack(samples);
        }
    },
    DEFLATE("with Deflate", 1032, 8, 32946) {
        @Override
        void unpack(ByteBuffer stored, byte[] samples) throws IOException {
            inflate(stored, samples);
        }
    },
    PACK_BITS("with PackBits", 64, 32773) {
        @Override
        void unpack(ByteBuffer stored, byte[] samples) throws IOException {
            int at = 0;
            while (at < samples.length) {
                int code = stored.remaining() < 2 ? -128 : stored.get();
                int length = code >= 0 ? code + 1 : 1 - code;
                if (stored.remaining() < (code >= 0 ? length : 1)) {
                    throw tooFew("PackBits", at, samples);
                }
                if (code == -128) {
                    if (stored.remaining() < 2) {
                        throw tooFew("PackBits", at, samples);
                    }
                    continue; // no operation
                }
                if (length > samples.length - at) {
                    throw new IOException("its PackBits data hold more than %d bytes".formatted(samples.length));
                }
                if (code >= 0) {
                    stored.get(samples, at, length);
                } else {
                    Arrays.fill(samples, at, at + length, stored.get());
                }
                at += length;
            }
        }
    };

    private final String how;
    private final long mostPerByte;
    private final int[] numbers;

    TiffPacking(String how, long mostPerByte, int... numbers) {
        this.how = how;
        this.mostPerByte = mostPerByte;
        this.numbers = numbers;
    }

    /// @param number of the compression, as the format lists them
    static Optional<TiffPacking> of(long number) {
        for (TiffPacking packing : values()) {
            for (int known : packing.numbers) {
                if (known == number) {
                    return Optional.of(packing);
                }
            }
        }
        return Optional.empty();
    }

    /// `uncompressed, with LZW …`
    static String known() {
        return Stream.of(values()).map(packing -> packing.how).collect(Collectors.joining(", "));
    }

    /// The largest number of bytes from one stored byte.
    long mostPerByte() {
        return mostPerByte;
    }

    /// Fills `samples`.
    /// @throws IOException where the stored bytes are damaged or too few; the message begins with "its"
    abstract void unpack(ByteBuffer stored, byte[] samples) throws IOException;

    private static IOException tooFew(String what, long found, byte[] samples) {
        return new IOException("its %s data hold %d bytes of %d".formatted(what, found, samples.length));
    }

    private static void inflate(ByteBuffer stored, byte[] samples) throws IOException {
        Inflater inflater = new Inflater();
        try {
            inflater.setInput(stored);
            int at = 0;
            byte[] rest = new byte[1]; // the inflater compares the checksum when reading past the end
            while (!inflater.finished()) {
                int more = at < samples.length
                        ? inflater.inflate(samples, at, samples.length - at)
                        : inflater.inflate(rest);
                if (more == 0 && !inflater.finished()) {
                    throw tooFew("Deflate", at, samples);
                }
                if (more > 0 && at == samples.length) {
                    throw new IOException("its Deflate data hold more than %d bytes".formatted(samples.length));
                }
                at += more;
            }
            if (at < samples.length) {
                throw tooFew("Deflate", at, samples);
            }
        } catch (DataFormatException e) {
            throw new IOException("its Deflate data are damaged", e);
        } finally {
            inflater.end();
        }
    }
}
