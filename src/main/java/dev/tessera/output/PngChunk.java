package dev.tessera.output;

import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.CRC32;

/// A part of a PNG file (ISO/IEC 15948): its length, its type, its content and their checksum.
///
/// @param type four letters
record PngChunk(String type, ByteBuffer content) {
    private static final byte[] SIGNATURE = {(byte) 0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};
    private static final int TYPE_BYTES = 4;
    private static final int CHECKSUM_BYTES = 4;

    /// The beginning of a file.
    static void writeSignature(OutputStream out) throws IOException {
        out.write(SIGNATURE);
    }

    void writeTo(OutputStream out) throws IOException {
        byte[] name = type.getBytes(StandardCharsets.US_ASCII);
        byte[] bytes = new byte[content.remaining()];
        content.duplicate().get(bytes);
        CRC32 checksum = new CRC32();
        checksum.update(name);
        checksum.update(bytes);
        DataOutputStream numbers = new DataOutputStream(out);
        numbers.writeInt(bytes.length);
        numbers.write(name);
        numbers.write(bytes);
        numbers.writeInt((int) checksum.getValue());
        numbers.flush();
    }

    /// The chunks of a file in their order; checksums are not compared.
    /// @throws IOException where it is no PNG file, or a part of one
    static List<PngChunk> of(byte[] file) throws IOException {
        ByteBuffer rest = ByteBuffer.wrap(file);
        byte[] signature = new byte[SIGNATURE.length];
        List<PngChunk> chunks = new ArrayList<>();
        try {
            rest.get(signature);
            if (!Arrays.equals(signature, SIGNATURE)) {
                throw new IOException("this is no PNG file");
            }
            while (rest.hasRemaining()) {
                int length = rest.getInt();
                byte[] name = new byte[TYPE_BYTES];
                rest.get(name);
                chunks.add(
                        new PngChunk(new String(name, StandardCharsets.US_ASCII), rest.slice(rest.position(), length)));
                rest.position(rest.position() + length + CHECKSUM_BYTES);
            }
        } catch (BufferUnderflowException | IndexOutOfBoundsException | IllegalArgumentException damaged) {
            throw new IOException("this PNG file is not complete", damaged);
        }
        return chunks;
    }
}
