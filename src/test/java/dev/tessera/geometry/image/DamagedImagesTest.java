package dev.tessera.geometry.image;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import dev.tessera.geometry.GeometryException;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Objects;
import java.util.Random;
import java.util.SequencedMap;
import java.util.TreeMap;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.TimeUnit;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.GZIPOutputStream;
import javax.imageio.IIOImage;
import javax.imageio.ImageIO;
import javax.imageio.ImageWriteParam;
import javax.imageio.ImageWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Files of every format, cut short or with bits and numbers changed: each is read, or refused with a sentence that
/// names it. None leads to another exception, a hang, or memory beyond its size.
@Timeout(value = 120, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class DamagedImagesTest {
    private static final int[] SIZE = {9, 7, 5};
    private static final byte[] LABELS = labels();
    private static final long MOST_BYTES = 64L << 20; // that one file may take to be read or refused
    private static final int[] NUMBERS = {0, 1, -1, 2, 127, 128, 255, 0x7fff, 0x8000, 0xffff, 0x7fffffff, 0x80000000};

    private final ForkJoinPool workers = ForkJoinPool.commonPool();

    @TempDir
    private Path folder;

    private interface Opener {
        VoxelStack open(Path file);
    }

    private record Sample(byte[] bytes, Opener opener) {}

    private static byte[] labels() {
        byte[] labels = new byte[9 * 7 * 5];
        Random random = new Random(3);
        for (int i = 0; i < labels.length; i++) {
            labels[i] = (byte) (i > 0 && random.nextInt(3) > 0 ? labels[i - 1] : random.nextInt(4));
        }
        return labels;
    }

    private static byte[] packed(boolean gzip, byte[]... parts) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (OutputStream packer = gzip ? new GZIPOutputStream(out) : new DeflaterOutputStream(out)) {
            for (byte[] part : parts) {
                packer.write(part);
            }
        }
        return out.toByteArray();
    }

    private static byte[] joined(byte[]... parts) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            out.writeBytes(part);
        }
        return out.toByteArray();
    }

    private static byte[] text(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    private static BufferedImage picture(int z) {
        BufferedImage picture = new BufferedImage(9, 7, BufferedImage.TYPE_BYTE_GRAY);
        picture.getRaster().setDataElements(0, 0, 9, 7, Arrays.copyOfRange(LABELS, 63 * z, 63 * z + 63));
        return picture;
    }

    private static byte[] written(String format, String compression) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ImageWriter writer = ImageIO.getImageWritersByFormatName(format).next();
        ImageWriteParam how = writer.getDefaultWriteParam();
        if (!compression.isEmpty()) {
            how.setCompressionMode(ImageWriteParam.MODE_EXPLICIT);
            how.setCompressionType(compression);
        }
        try (var stream = ImageIO.createImageOutputStream(out)) {
            writer.setOutput(stream);
            if (format.equals("tiff")) {
                writer.prepareWriteSequence(null);
                for (int z = 0; z < 5; z++) {
                    writer.writeToSequence(new IIOImage(picture(z), null, null), how);
                }
                writer.endWriteSequence();
            } else {
                writer.write(null, new IIOImage(picture(0), null, null), how);
            }
        }
        writer.dispose();
        return out.toByteArray();
    }

    private static SequencedMap<String, Sample> samples() throws IOException {
        String shape = "{'descr': '|u1', 'fortran_order': False, 'shape': (5, 7, 9), }";
        String padded = shape + " ".repeat(117 - shape.length()) + "\n";
        byte[] npy = joined(new byte[] {(byte) 0x93, 'N', 'U', 'M', 'P', 'Y', 1, 0, 118, 0}, text(padded), LABELS);
        byte[] zipped = packed(false, LABELS);
        String header = """
                ObjectType = Image
                NDims = 3
                HeaderSize = 0
                ElementSpacing = 0.5 0.5 0.5
                DimSize = 9 7 5
                ElementType = MET_UCHAR
                CompressedData = %s
                ElementByteOrderMSB = False
                ElementDataFile = LOCAL
                """;
        SequencedMap<String, Sample> samples = new TreeMap<>();
        Opener raw = file -> RawFile.open(file, SIZE, VoxelType.UINT8, VoxelOrder.X_FASTEST, 0);
        Opener array = file -> NpyFile.open(file, NpyFile.Axes.ZYX);
        samples.put("a.raw", new Sample(LABELS, raw));
        samples.put("a.raw.gz", new Sample(packed(true, LABELS), raw));
        samples.put("a.npy", new Sample(npy, array));
        samples.put("a.npy.gz", new Sample(packed(true, npy), array));
        samples.put("a.mha", new Sample(joined(text(header.formatted("False")), LABELS), MetaImage::open));
        samples.put("z.mha", new Sample(joined(text(header.formatted("True")), zipped), MetaImage::open));
        for (String compression : new String[] {"", "LZW", "ZLib", "PackBits"}) {
            samples.put("a%s.tif".formatted(compression), new Sample(written("tiff", compression), ImageSlices::pages));
        }
        TiffBuilder big = TiffBuilder.big(ByteOrder.BIG_ENDIAN);
        for (int z = 0; z < 5; z++) {
            big.page(TiffBuilder.fields(9, 7), Arrays.copyOfRange(LABELS, 63 * z, 63 * z + 63));
        }
        samples.put("big.tif", new Sample(big.bytes(), ImageSlices::pages));
        samples.put(
                "a.png",
                new Sample(written("png", ""), file -> ImageSlices.folder(Objects.requireNonNull(file.getParent()))));
        samples.put("a.bmp", new Sample(written("bmp", ""), ImageSlices::pages));
        return samples;
    }

    private byte[] read(Path file, Opener opener) {
        VoxelStack stack = opener.open(file);
        if (stack.voxels() > 1 << 24) {
            throw new GeometryException(file + " is a file of that size"); // a sparse page, as long as it is said
        }
        byte[] found = new byte[(int) stack.voxels()];
        stack.scan(
                0,
                stack.pages(),
                (page, labels) -> {
                    for (int i = 0; i < labels.length; i++) {
                        found[page * labels.length + i] = (byte) labels[i];
                    }
                },
                workers);
        return found;
    }

    /// Whether the file is read as it was.
    private boolean isReadOrRefused(String name, String change, byte[] bytes, Opener opener) throws IOException {
        Path file = Files.write(folder.resolve(name), bytes);
        var threads = (com.sun.management.ThreadMXBean) java.lang.management.ManagementFactory.getThreadMXBean();
        long before = threads.getCurrentThreadAllocatedBytes();
        boolean same = false;
        try {
            same = Arrays.equals(read(file, opener), LABELS);
        } catch (GeometryException e) {
            assertThat(e.getMessage())
                    .as(change)
                    .doesNotContain("null")
                    .doesNotContainPattern("\\p{Cntrl}")
                    .hasSizeGreaterThan(20)
                    .hasSizeLessThan(1000);
        } catch (RuntimeException | Error e) {
            fail("%s, %s: %s".formatted(name, change, e), e);
        }
        assertThat(threads.getCurrentThreadAllocatedBytes() - before)
                .as("bytes for %s, %s", name, change)
                .isLessThan(MOST_BYTES);
        Files.delete(file);
        return same;
    }

    @Test
    void whole_files_are_read() throws IOException {
        for (var sample : samples().entrySet()) {
            Path file = Files.write(
                    folder.resolve(sample.getKey()), sample.getValue().bytes());
            byte[] found = read(file, sample.getValue().opener());
            assertThat(found).as(sample.getKey()).isEqualTo(Arrays.copyOf(LABELS, found.length));
            Files.delete(file);
        }
    }

    @Test
    void a_file_that_is_cut_short_is_never_read() throws IOException {
        for (var sample : samples().entrySet()) {
            byte[] whole = sample.getValue().bytes();
            for (int length = 0; length < whole.length; length += 1 + whole.length / 97) {
                byte[] cut = Arrays.copyOf(whole, length);
                assertThat(isReadOrRefused(
                                sample.getKey(),
                                "%d of %d bytes".formatted(length, whole.length),
                                cut,
                                sample.getValue().opener()))
                        .as("%s, %d of %d bytes", sample.getKey(), length, whole.length)
                        .isFalse();
            }
        }
    }

    @Test
    void changed_bits_and_numbers_are_read_or_refused_with_a_sentence() throws IOException {
        Random random = new Random(12);
        for (var sample : samples().entrySet()) {
            byte[] whole = sample.getValue().bytes();
            for (int trial = 0; trial < 200; trial++) {
                byte[] changed = whole.clone();
                StringBuilder change = new StringBuilder("trial %d".formatted(trial));
                for (int k = 0; k <= random.nextInt(3); k++) {
                    // Headers and directories are where damage matters: at both ends.
                    int at = switch (random.nextInt(3)) {
                        case 0 -> random.nextInt(Math.min(200, whole.length));
                        case 1 -> whole.length - 1 - random.nextInt(Math.min(200, whole.length));
                        default -> random.nextInt(whole.length);
                    };
                    if (random.nextBoolean()) {
                        changed[at] ^= (byte) (1 << random.nextInt(8));
                    } else {
                        int number = NUMBERS[random.nextInt(NUMBERS.length)];
                        for (int b = 0; b < 1 << random.nextInt(3) && at + b < changed.length; b++) {
                            changed[at + b] = (byte) (number >> 8 * b);
                        }
                    }
                    change.append(", byte %d".formatted(at));
                }
                isReadOrRefused(
                        sample.getKey(),
                        change.toString(),
                        changed,
                        sample.getValue().opener());
            }
        }
    }

    @Test
    void a_damaged_slice_of_a_folder_is_refused_whatever_its_checksums_cover() throws IOException {
        byte[] whole = written("png", "");
        for (int at = 0; at < whole.length; at++) {
            byte[] changed = whole.clone();
            changed[at] ^= 4;
            int place = at;
            assertThat(isReadOrRefused("a.png", "byte %d".formatted(at), changed, file -> {
                        VoxelStack stack = ImageSlices.folder(Objects.requireNonNull(file.getParent()));
                        stack.scan(0, 1, (page, labels) -> fail("byte %d was not noticed".formatted(place)), workers);
                        return stack;
                    }))
                    .isFalse();
        }
    }
}
