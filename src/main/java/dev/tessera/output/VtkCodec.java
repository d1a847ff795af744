package dev.tessera.output;

import dev.tessera.solver.OutputChoice.Compression;
import java.util.Arrays;
import java.util.zip.Deflater;
import net.jpountz.lz4.LZ4Compressor;
import net.jpountz.lz4.LZ4Factory;

/// How the blocks of compressed arrays are stored.
///
/// @param vtkName of the class that reads them
/// @param encoder of a block
record VtkCodec(String vtkName, Encoder encoder) {
    /// From several threads at once.
    @FunctionalInterface
    interface Encoder {
        byte[] encode(byte[] raw, int length);
    }

    /// Not for [Compression#NONE].
    static VtkCodec of(Compression compression) {
        return switch (compression) {
            case NONE -> throw new IllegalArgumentException("nothing is encoded without compression");
            case LZ4 -> new VtkCodec("vtkLZ4DataCompressor", VtkCodec::lz4);
            case ZLIB -> new VtkCodec("vtkZLibDataCompressor", VtkCodec::deflate);
        };
    }

    /// By the library's Java code: its native one would have to be unpacked into a folder for temporary files.
    private static byte[] lz4(byte[] raw, int length) {
        LZ4Compressor compressor = LZ4Factory.safeInstance().fastCompressor();
        byte[] buffer = new byte[compressor.maxCompressedLength(length)];
        return Arrays.copyOf(buffer, compressor.compress(raw, 0, length, buffer, 0, buffer.length));
    }

    private static byte[] deflate(byte[] raw, int length) {
        try (Deflater deflater = new Deflater(Deflater.BEST_SPEED)) {
            deflater.setInput(raw, 0, length);
            deflater.finish();
            byte[] buffer = new byte[length + length / 500 + 64];
            int size = 0;
            while (!deflater.finished()) {
                size += deflater.deflate(buffer, size, buffer.length - size);
            }
            return Arrays.copyOf(buffer, size);
        }
    }
}
