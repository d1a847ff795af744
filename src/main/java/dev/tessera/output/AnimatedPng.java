package dev.tessera.output;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// Joins pictures to an animated one (APNG, part of PNG since its third edition), which browsers show, endlessly. The
/// compressed pictures are copied: their colours stay, and nothing is drawn. Memory: one picture.
final class AnimatedPng {
    private static final int MILLIS = 1000; // in a second
    private static final int MOST_BYTES = Integer.MAX_VALUE - 16;

    private AnimatedPng() {}

    /// Writes a file that appears complete or not at all.
    /// @param pictures PNG files, two or more; those of another size or kind than the last one are left out
    /// @param perS pictures in a second
    static void write(Path file, List<Path> pictures, double perS) throws IOException {
        ByteBuffer header = header(pictures.getLast());
        List<Path> alike = new ArrayList<>();
        for (Path picture : pictures) {
            if (header(picture).equals(header)) {
                alike.add(picture);
            }
        }
        AtomicFile.write(file, out -> {
            PngChunk.writeSignature(out);
            new PngChunk("IHDR", header).writeTo(out);
            new PngChunk("acTL", numbers(2).putInt(alike.size()).putInt(0).flip()).writeTo(out); // 0: endlessly
            int sequence = 0;
            for (Path picture : alike) {
                sequence = frame(out, picture, header, Math.toIntExact(Math.round(MILLIS / perS)), sequence);
            }
            new PngChunk("IEND", numbers(0)).writeTo(out);
        });
    }

    private static ByteBuffer header(Path picture) throws IOException {
        return chunks(picture).getFirst().content();
    }

    private static List<PngChunk> chunks(Path picture) throws IOException {
        if (Files.size(picture) > MOST_BYTES) {
            throw new IOException("%s is too large for a picture".formatted(picture.getFileName()));
        }
        try {
            List<PngChunk> chunks = PngChunk.of(Files.readAllBytes(picture));
            if (chunks.isEmpty() || !chunks.getFirst().type().equals("IHDR")) {
                throw new IOException("this PNG file has no header");
            }
            return chunks;
        } catch (IOException damaged) {
            throw new IOException("%s: %s".formatted(picture.getFileName(), damaged.getMessage()), damaged);
        }
    }

    /// Writes one picture: the first as that of a file that is not animated.
    /// @param sequence number of the next chunk of the animation
    /// @return that after this picture
    private static int frame(OutputStream out, Path picture, ByteBuffer header, int millis, int sequence)
            throws IOException {
        int next = sequence;
        ByteBuffer control = ByteBuffer.allocate(26);
        control.putInt(next++).putInt(header.getInt(0)).putInt(header.getInt(4));
        control.putInt(0).putInt(0); // in the upper left corner
        control.putShort((short) millis).putShort((short) MILLIS);
        control.put((byte) 0).put((byte) 0); // replaces the picture before
        new PngChunk("fcTL", control.flip()).writeTo(out);
        for (PngChunk chunk : chunks(picture)) {
            if (chunk.type().equals("IDAT") && sequence == 0) {
                chunk.writeTo(out);
            } else if (chunk.type().equals("IDAT")) {
                ByteBuffer data =
                        ByteBuffer.allocate(Integer.BYTES + chunk.content().remaining());
                data.putInt(next++).put(chunk.content());
                new PngChunk("fdAT", data.flip()).writeTo(out);
            }
        }
        return next;
    }

    private static ByteBuffer numbers(int count) {
        return ByteBuffer.allocate(Integer.BYTES * count);
    }
}
