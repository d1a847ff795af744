package dev.tessera.geometry.image;

import dev.tessera.geometry.GeometryException;
import java.awt.image.Raster;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Iterator;
import java.util.zip.CRC32;
import javax.imageio.ImageIO;
import javax.imageio.ImageReader;
import javax.imageio.stream.ImageInputStream;
import javax.imageio.stream.MemoryCacheImageInputStream;

/// A PNG or BMP file, which holds one picture. Java's readers accept files that are cut short or damaged, and allocate
/// the size given in the header; the file is checked first.
final class RasterFile implements Pictures {
    private static final byte[] PNG = {(byte) 0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};
    private static final int HEADER = 0x49484452; // IHDR
    private static final int DATA = 0x49444154; // IDAT
    private static final int END = 0x49454e44; // IEND
    private static final long MOST_INFLATED = 1032; // bytes from one byte of zlib data
    private static final long MOST_RUN = 128; // bytes from one byte of a BMP file's run lengths

    private final Path file;
    private final byte[] data;
    private final int width;
    private final int height;

    private RasterFile(Path file, byte[] data, int width, int height) {
        this.file = file;
        this.data = data;
        this.width = width;
        this.height = height;
    }

    static boolean begins(byte[] head) {
        return head.length >= 4 && (Arrays.equals(head, 0, 4, PNG, 0, 4) || head[0] == 'B' && head[1] == 'M');
    }

    static RasterFile open(Path file) throws IOException {
        if (FileBytes.length(file) > Integer.MAX_VALUE - 8) {
            throw new GeometryException("%s is larger than 2 GiB; save it as TIFF or raw voxels".formatted(file));
        }
        byte[] data = Files.readAllBytes(file);
        return data[0] == 'B' ? bmp(file, data) : png(file, data);
    }

    private static RasterFile png(Path file, byte[] all) {
        ByteBuffer bytes = ByteBuffer.wrap(all);
        if (!Arrays.equals(all, 0, Math.min(PNG.length, all.length), PNG, 0, PNG.length)) {
            throw damaged(file, "its first eight bytes are not those of a PNG file");
        }
        long data = 0;
        int at = PNG.length;
        int type = 0;
        while (type != END) {
            if (bytes.capacity() - at < 12) {
                throw damaged(file, "it ends after %d bytes, before its last chunk".formatted(bytes.capacity()));
            }
            int length = bytes.getInt(at);
            type = bytes.getInt(at + 4);
            if (length < 0 || length > bytes.capacity() - at - 12) {
                throw damaged(file, "it ends after %d bytes, within a chunk".formatted(bytes.capacity()));
            }
            CRC32 sum = new CRC32();
            sum.update(all, at + 4, length + 4);
            if ((int) sum.getValue() != bytes.getInt(at + 8 + length)) {
                throw damaged(file, "the checksum of the chunk at byte %d is wrong".formatted(at));
            }
            if (at == PNG.length && (type != HEADER || length < 13)) {
                throw damaged(file, "it does not begin with its header chunk");
            }
            data += type == DATA ? length : 0;
            at += 12 + length;
        }
        int header = PNG.length + 8;
        int channels = switch (bytes.get(header + 9)) {
            case 2 -> 3;
            case 4 -> 2;
            case 6 -> 4;
            default -> 1;
        };
        long bits = (long) bytes.get(header + 8) * channels;
        return checked(file, all, bytes.getInt(header), bytes.getInt(header + 4), bits, MOST_INFLATED * data);
    }

    private static RasterFile bmp(Path file, byte[] all) {
        ByteBuffer bytes = ByteBuffer.wrap(all).order(ByteOrder.LITTLE_ENDIAN);
        if (bytes.capacity() < 54) {
            throw damaged(file, "it has only %d bytes".formatted(bytes.capacity()));
        }
        int height = bytes.getInt(22);
        boolean packed = bytes.getInt(30) == 1 || bytes.getInt(30) == 2;
        long stored = (bytes.capacity() - 54L) * (packed ? MOST_RUN : 1);
        return checked(file, all, bytes.getInt(18), height < 0 ? -height : height, bytes.getShort(28), stored);
    }

    /// @param most bytes that the file's data can become
    private static RasterFile checked(Path file, byte[] data, int width, int height, long bitsPerPixel, long most) {
        if (width < 1 || height < 1 || (long) width * height > Integer.MAX_VALUE - 8) {
            throw damaged(file, "its header has %d x %d pixels".formatted(width, height));
        }
        if ((width * bitsPerPixel + 7) / 8 * height > most) {
            throw damaged(file, "it is too short for the %d x %d pixels of its header".formatted(width, height));
        }
        return new RasterFile(file, data, width, height);
    }

    private static GeometryException damaged(Path file, String why) {
        return new GeometryException("%s is cut short or damaged: %s; copy or save it again".formatted(file, why));
    }

    @Override
    public int count() {
        return 1;
    }

    @Override
    public int width(int page) {
        return width;
    }

    @Override
    public int height(int page) {
        return height;
    }

    @Override
    public String name(int page) {
        return file.toString();
    }

    @Override
    public void read(int page, int[] labels) throws IOException {
        Raster raster = raster();
        if (raster.getNumBands() != 1) {
            throw new GeometryException(
                    "%s has %d channels; labels need one: save it as greyscale (8 or 16 bits) without alpha"
                            .formatted(file, raster.getNumBands()));
        }
        raster.getSamples(raster.getMinX(), raster.getMinY(), width, height, 0, labels);
    }

    private Raster raster() throws IOException {
        try (ImageInputStream in = new MemoryCacheImageInputStream(new ByteArrayInputStream(data))) {
            Iterator<ImageReader> readers = ImageIO.getImageReaders(in);
            if (!readers.hasNext()) {
                throw damaged(file, "its header cannot be read");
            }
            ImageReader reader = readers.next();
            try {
                reader.setInput(in, false, true);
                return reader.read(0).getRaster();
            } catch (RuntimeException | IOException e) { // the readers of Java throw any of these
                throw damaged(file, "its pixels cannot be decoded");
            } finally {
                reader.dispose();
            }
        }
    }

    @Override
    public void close() {
        // all of the file is in memory
    }
}
