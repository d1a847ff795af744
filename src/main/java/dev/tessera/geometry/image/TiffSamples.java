package dev.tessera.geometry.image;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;

/// Reads the samples of a TIFF page, tile by tile, as they are stored: whether zero means white or black does not
/// matter to a label.
final class TiffSamples {
    private final TiffFile file;
    private final TiffPage page;

    TiffSamples(TiffFile file, TiffPage page) {
        this.file = file;
        this.page = page;
    }

    /// @param labels `[y][x]`
    void read(int[] labels) throws IOException {
        for (int tile = 0; tile < page.offsets().length; tile++) {
            byte[] samples = new byte[Math.toIntExact(page.rawBytes(tile))];
            MemorySegment stored = file.slice(page.offsets()[tile], page.stored()[tile]);
            page.packing().unpack(stored.asByteBuffer(), samples);
            if (page.reversed()) {
                reverse(samples);
            }
            int left = tile % page.tilesAcross() * page.tileWidth();
            int top = tile / page.tilesAcross() * page.tileHeight();
            int columns = Math.min(page.tileWidth(), page.width() - left);
            int rows = Math.min(page.rows(tile), page.height() - top);
            int[] row = new int[page.tileWidth()];
            for (int y = 0; y < rows; y++) {
                row(samples, y * page.rowBytes(), row);
                System.arraycopy(row, 0, labels, (top + y) * page.width() + left, columns);
            }
        }
    }

    private static void reverse(byte[] samples) {
        for (int i = 0; i < samples.length; i++) {
            samples[i] = (byte) (Integer.reverse(samples[i]) >>> 24);
        }
    }

    private void row(byte[] samples, int from, int[] row) {
        if (page.bits() < 8) {
            int mask = (1 << page.bits()) - 1;
            int perByte = 8 / page.bits();
            for (int x = 0; x < row.length; x++) {
                int shift = 8 - page.bits() * (x % perByte + 1);
                row[x] = samples[from + x / perByte] >> shift & mask;
            }
            return;
        }
        if (page.differences()) {
            sumUp(samples, from, row.length);
        }
        type().decode(MemorySegment.ofArray(samples).asSlice(from, page.rowBytes()), row);
    }

    private VoxelType type() {
        VoxelType.Sample sample = switch (page.bits()) {
            case 8 -> page.signed() ? VoxelType.Sample.INT8 : VoxelType.Sample.UINT8;
            case 16 -> page.signed() ? VoxelType.Sample.INT16 : VoxelType.Sample.UINT16;
            case 32 -> page.signed() ? VoxelType.Sample.INT32 : VoxelType.Sample.UINT32;
            default -> page.signed() ? VoxelType.Sample.INT64 : VoxelType.Sample.UINT64;
        };
        return new VoxelType(sample, file.order());
    }

    /// Adds to each sample the one before it, as whole numbers of their width.
    private void sumUp(byte[] samples, int from, int count) {
        int size = page.bits() / 8;
        boolean little = file.order() == ByteOrder.LITTLE_ENDIAN;
        for (int x = 1; x < count; x++) {
            int carry = 0;
            for (int b = 0; b < size; b++) {
                int at = from + x * size + (little ? b : size - 1 - b);
                int sum = (samples[at] & 0xff) + (samples[at - size] & 0xff) + carry;
                samples[at] = (byte) sum;
                carry = sum >> 8;
            }
        }
    }
}
