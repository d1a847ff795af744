package dev.tessera.geometry.image;

import static org.assertj.core.api.Assertions.assertThat;

import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.SortedMap;
import java.util.concurrent.ForkJoinPool;
import java.util.stream.Stream;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.GZIPOutputStream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;

/// The scan that the project ships is that of [SmallScan], in every format. `mvn test -Dtest=ShippedScanTest
/// -Dtessera.update=true` writes it anew.
final class ShippedScanTest {
    private static final Path FOLDER = Path.of("examples/porous-rock/scan");
    private static final int SIZE = SmallScan.SIZE;

    private final byte[] labels = SmallScan.labels();

    private byte[] slice(int z) {
        return Arrays.copyOfRange(labels, z * SIZE * SIZE, (z + 1) * SIZE * SIZE);
    }

    private static byte[] deflated(byte[] bytes) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (OutputStream deflater = new DeflaterOutputStream(out)) {
            deflater.write(bytes);
        }
        return out.toByteArray();
    }

    private static void gzip(String name, byte[]... parts) throws IOException {
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(FOLDER.resolve(name)))) {
            for (byte[] part : parts) {
                out.write(part);
            }
        }
    }

    private void write() throws IOException {
        Files.createDirectories(FOLDER.resolve("slices"));
        gzip("rock.raw.gz", labels);
        String head = "{'descr': '|u1', 'fortran_order': False, 'shape': (%d, %d, %d), }".formatted(SIZE, SIZE, SIZE);
        String padded = head + " ".repeat(117 - head.length()) + "\n";
        byte[] magic = {(byte) 0x93, 'N', 'U', 'M', 'P', 'Y', 1, 0, (byte) padded.length(), 0};
        gzip("rock.npy.gz", magic, padded.getBytes(StandardCharsets.US_ASCII), labels);
        byte[] packed = deflated(labels);
        String header = """
                ObjectType = Image
                NDims = 3
                BinaryData = True
                BinaryDataByteOrderMSB = False
                CompressedData = True
                CompressedDataSize = %d
                ElementSpacing = 0.005 0.005 0.005
                DimSize = %d %d %d
                ElementType = MET_UCHAR
                ElementDataFile = LOCAL
                """.formatted(packed.length, SIZE, SIZE, SIZE);
        try (OutputStream out = Files.newOutputStream(FOLDER.resolve("rock.mha"))) {
            out.write(header.getBytes(StandardCharsets.US_ASCII));
            out.write(packed);
        }
        TiffBuilder tiff = TiffBuilder.classic(ByteOrder.LITTLE_ENDIAN);
        for (int z = 0; z < SIZE; z++) {
            SortedMap<Integer, long[]> fields = TiffBuilder.fields(SIZE, SIZE);
            fields.put(TiffDirectory.COMPRESSION, new long[] {8});
            tiff.page(fields, deflated(slice(z)));
            BufferedImage picture = new BufferedImage(SIZE, SIZE, BufferedImage.TYPE_BYTE_GRAY);
            picture.getRaster().setDataElements(0, 0, SIZE, SIZE, slice(z));
            ImageIO.write(
                    picture, "png", FOLDER.resolve("slices/%d.png".formatted(z)).toFile());
        }
        Files.write(FOLDER.resolve("rock.tif"), tiff.bytes());
    }

    private void assertHoldsTheScan(VoxelStack stack) {
        byte[] found = new byte[labels.length];
        stack.scan(
                0,
                stack.pages(),
                (page, samples) -> {
                    for (int i = 0; i < samples.length; i++) {
                        found[page * SIZE * SIZE + i] = (byte) samples[i];
                    }
                },
                ForkJoinPool.commonPool());
        assertThat(found).as(stack.description()).isEqualTo(labels);
    }

    @Test
    void every_format_holds_the_scan() throws IOException {
        if (Boolean.getBoolean("tessera.update")) {
            write();
        }
        int[] size = {SIZE, SIZE, SIZE};
        assertHoldsTheScan(RawFile.open(FOLDER.resolve("rock.raw.gz"), size, VoxelType.UINT8, VoxelOrder.X_FASTEST, 0));
        assertHoldsTheScan(NpyFile.open(FOLDER.resolve("rock.npy.gz"), NpyFile.Axes.ZYX));
        assertHoldsTheScan(MetaImage.open(FOLDER.resolve("rock.mha")));
        assertHoldsTheScan(ImageSlices.pages(FOLDER.resolve("rock.tif")));
        assertHoldsTheScan(ImageSlices.folder(FOLDER.resolve("slices")));
    }

    @Test
    void it_is_small() throws IOException {
        long bytes = 0;
        try (Stream<Path> files = Files.walk(FOLDER)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                bytes += Files.size(file);
            }
        }
        assertThat(bytes).isLessThan(100_000);
    }
}
