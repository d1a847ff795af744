package dev.tessera.geometry.image;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tessera.geometry.GeometryException;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import java.util.SortedMap;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.TimeUnit;
import java.util.zip.DeflaterOutputStream;
import javax.imageio.IIOImage;
import javax.imageio.ImageIO;
import javax.imageio.ImageWriteParam;
import javax.imageio.ImageWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(value = 30, unit = TimeUnit.SECONDS)
final class TiffFileTest {
    private static final ByteOrder LITTLE = ByteOrder.LITTLE_ENDIAN;
    private static final ByteOrder BIG = ByteOrder.BIG_ENDIAN;

    private final ForkJoinPool workers = ForkJoinPool.commonPool();

    @TempDir
    private Path folder;

    private Path file(byte[] bytes) throws IOException {
        return Files.write(folder.resolve("stack.tif"), bytes);
    }

    private int[][] read(byte[] bytes) throws IOException {
        ImageSlices stack = ImageSlices.pages(file(bytes));
        int[][] found = new int[stack.nz()][];
        stack.scan(0, stack.nz(), (page, labels) -> found[page] = labels.clone(), workers);
        return found;
    }

    private void assertRefused(byte[] bytes, String... words) throws IOException {
        assertThatThrownBy(() -> read(bytes))
                .isInstanceOf(GeometryException.class)
                .hasMessageContaining("stack.tif")
                .hasMessageContainingAll(words);
    }

    private static SortedMap<Integer, long[]> with(SortedMap<Integer, long[]> fields, int tag, long... values) {
        fields.put(tag, values);
        return fields;
    }

    private static int[] labels(int count, int bits, long seed) {
        return new Random(seed).ints(count, 0, 1 << Math.min(bits, 20)).toArray();
    }

    /// Samples of a tile as a file stores them, rows filled up to whole bytes.
    private static byte[] packed(int[] labels, int width, int bits, ByteOrder order) {
        int rowBytes = (width * bits + 7) / 8;
        ByteBuffer bytes =
                ByteBuffer.allocate(rowBytes * (labels.length / width)).order(order);
        for (int i = 0; i < labels.length; i++) {
            int row = i / width * rowBytes;
            int x = i % width;
            switch (bits) {
                case 8 -> bytes.put(row + x, (byte) labels[i]);
                case 16 -> bytes.putShort(row + 2 * x, (short) labels[i]);
                case 32 -> bytes.putInt(row + 4 * x, labels[i]);
                case 64 -> bytes.putLong(row + 8 * x, labels[i]);
                default -> {
                    int at = row + x * bits / 8;
                    bytes.put(at, (byte) (bytes.get(at) | labels[i] << 8 - bits - x * bits % 8));
                }
            }
        }
        return bytes.array();
    }

    private static byte[] deflated(byte[] bytes) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (DeflaterOutputStream deflater = new DeflaterOutputStream(out)) {
            deflater.write(bytes);
        }
        return out.toByteArray();
    }

    @Test
    void labels_are_the_stored_samples_whatever_colour_zero_has() throws IOException {
        for (int bits : new int[] {1, 2, 4, 8, 16, 32, 64}) {
            for (long photometric : new long[] {0, 1, 3}) {
                for (ByteOrder order : new ByteOrder[] {LITTLE, BIG}) {
                    int[] first = labels(21, bits, bits);
                    int[] second = labels(21, bits, bits + 1);
                    SortedMap<Integer, long[]> fields = TiffBuilder.fields(7, 3);
                    with(with(fields, TiffDirectory.BITS, bits), TiffDirectory.PHOTOMETRIC, photometric);
                    for (boolean big : new boolean[] {false, true}) {
                        byte[] bytes = (big ? TiffBuilder.big(order) : TiffBuilder.classic(order))
                                .page(fields, packed(first, 7, bits, order))
                                .page(fields, packed(second, 7, bits, order))
                                .bytes();
                        assertThat(read(bytes))
                                .as("%d bits, photometric %d, %s, BigTIFF %s", bits, photometric, order, big)
                                .isDeepEqualTo(new int[][] {first, second});
                    }
                }
            }
        }
    }

    @Test
    void signed_samples_keep_their_sign() throws IOException {
        int[] labels = {-1, 0, 1, -7};
        for (int bits : new int[] {8, 16, 32}) {
            SortedMap<Integer, long[]> fields = with(TiffBuilder.fields(2, 2), TiffDirectory.SAMPLE_FORMAT, 2);
            byte[] samples = packed(labels, 2, bits, LITTLE);
            byte[] bytes = TiffBuilder.classic(LITTLE)
                    .page(with(fields, TiffDirectory.BITS, bits), samples)
                    .bytes();
            assertThat(read(bytes)[0]).containsExactly(labels);
        }
    }

    @Test
    void strips_and_tiles_are_put_together() throws IOException {
        int[] labels = labels(7 * 5, 8, 3);
        SortedMap<Integer, long[]> strips = with(TiffBuilder.fields(7, 5), TiffDirectory.ROWS_PER_STRIP, 2);
        byte[] inStrips = TiffBuilder.classic(LITTLE)
                .page(
                        strips,
                        packed(Arrays.copyOfRange(labels, 0, 14), 7, 8, LITTLE),
                        packed(Arrays.copyOfRange(labels, 14, 28), 7, 8, LITTLE),
                        packed(Arrays.copyOfRange(labels, 28, 35), 7, 8, LITTLE))
                .bytes();
        assertThat(read(inStrips)[0]).containsExactly(labels);
        SortedMap<Integer, long[]> tiles = with(TiffBuilder.fields(7, 5), TiffDirectory.TILE_WIDTH, 4);
        with(tiles, TiffDirectory.TILE_HEIGHT, 3);
        byte[][] four = new byte[4][12];
        for (int i = 0; i < labels.length; i++) {
            int x = i % 7;
            int y = i / 7;
            four[y / 3 * 2 + x / 4][y % 3 * 4 + x % 4] = (byte) labels[i];
        }
        assertThat(read(TiffBuilder.classic(BIG).page(tiles, four).bytes())[0]).containsExactly(labels);
    }

    @Test
    void differences_of_samples_are_summed_up() throws IOException {
        for (int bits : new int[] {8, 16, 32}) {
            for (ByteOrder order : new ByteOrder[] {LITTLE, BIG}) {
                int[] labels = labels(9 * 4, bits, 5);
                int[] differences = labels.clone();
                for (int i = 0; i < labels.length; i++) {
                    differences[i] -= i % 9 == 0 ? 0 : labels[i - 1];
                }
                SortedMap<Integer, long[]> fields = with(TiffBuilder.fields(9, 4), TiffDirectory.BITS, bits);
                with(with(fields, TiffDirectory.PREDICTOR, 2), TiffDirectory.COMPRESSION, 8);
                byte[] samples = deflated(packed(differences, 9, bits, order));
                assertThat(read(TiffBuilder.classic(order).page(fields, samples).bytes())[0])
                        .as("%d bits, %s", bits, order)
                        .containsExactly(labels);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"LZW", "ZLib", "Deflate", "PackBits"})
    void what_another_writer_has_compressed_is_read(String compression) throws IOException {
        for (int type : new int[] {BufferedImage.TYPE_BYTE_GRAY, BufferedImage.TYPE_BYTE_BINARY}) {
            BufferedImage image = new BufferedImage(203, 187, type);
            Random random = new Random(7);
            int[] labels = new int[203 * 187];
            for (int i = 0; i < labels.length; i++) { // runs, noise and many different strings
                boolean run = i > 0 && random.nextInt(4) > 0;
                labels[i] = run ? labels[i - 1] : random.nextInt(type == BufferedImage.TYPE_BYTE_GRAY ? 256 : 2);
            }
            image.getRaster().setSamples(0, 0, 203, 187, 0, labels);
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            ImageWriter writer = ImageIO.getImageWritersByFormatName("tiff").next();
            ImageWriteParam how = writer.getDefaultWriteParam();
            how.setCompressionMode(ImageWriteParam.MODE_EXPLICIT);
            how.setCompressionType(compression);
            try (var stream = ImageIO.createImageOutputStream(out)) {
                writer.setOutput(stream);
                writer.write(null, new IIOImage(image, null, null), how);
            }
            writer.dispose();
            assertThat(read(out.toByteArray())[0]).containsExactly(labels);
        }
    }

    @Test
    void a_long_run_of_one_label_is_read_from_little_lzw() throws IOException {
        BufferedImage image = new BufferedImage(3000, 1000, BufferedImage.TYPE_BYTE_GRAY);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ImageWriter writer = ImageIO.getImageWritersByFormatName("tiff").next();
        ImageWriteParam how = writer.getDefaultWriteParam();
        how.setCompressionMode(ImageWriteParam.MODE_EXPLICIT);
        how.setCompressionType("LZW");
        try (var stream = ImageIO.createImageOutputStream(out)) {
            writer.setOutput(stream);
            writer.write(null, new IIOImage(image, null, null), how);
        }
        writer.dispose();
        assertThat(read(out.toByteArray())[0]).containsOnly(0).hasSize(3_000_000);
    }

    @Test
    void numbers_that_are_not_whole_are_refused_not_truncated() throws IOException {
        SortedMap<Integer, long[]> fields = with(TiffBuilder.fields(2, 2), TiffDirectory.BITS, 32);
        byte[] floats = TiffBuilder.classic(LITTLE)
                .page(with(fields, TiffDirectory.SAMPLE_FORMAT, 3), new byte[16])
                .bytes();
        assertRefused(floats, "page 1 of", "floating-point numbers of 32 bits", "save it with 8 or 16 bits");
    }

    @Test
    void a_file_that_is_cut_anywhere_is_refused() throws IOException {
        TiffBuilder stack = TiffBuilder.classic(LITTLE);
        for (int z = 0; z < 4; z++) {
            stack.page(TiffBuilder.fields(6, 5), packed(labels(30, 8, z), 6, 8, LITTLE));
        }
        byte[] whole = stack.bytes();
        assertThat(read(whole)).hasNumberOfRows(4);
        for (int length = 0; length < whole.length; length++) {
            byte[] cut = Arrays.copyOf(whole, length);
            assertThatThrownBy(() -> read(cut)).as("%d bytes", length).isInstanceOf(GeometryException.class);
        }
        assertRefused(Arrays.copyOf(whole, whole.length * 55 / 100), "is cut short or damaged");
    }

    @Test
    void pages_that_form_a_loop_are_refused() throws IOException {
        TiffBuilder stack = TiffBuilder.classic(LITTLE).page(TiffBuilder.fields(2, 2), new byte[4]);
        int second = stack.size() + 4;
        stack.page(TiffBuilder.fields(2, 2), new byte[4]).page(TiffBuilder.fields(2, 2), new byte[4]);
        assertRefused(stack.next(second).bytes(), "after page 3 its directory leads back to an earlier page");
    }

    @Test
    void the_number_of_pictures_that_imagej_wrote_is_compared() throws IOException {
        String said = "ImageJ=1.53t\nimages=3\nslices=3\nunit=um\n";
        TiffBuilder two = TiffBuilder.classic(BIG)
                .page(TiffBuilder.fields(2, 2), said, new byte[4])
                .page(TiffBuilder.fields(2, 2), new byte[4]);
        assertRefused(two.bytes(), "holds 2 pages, but its ImageJ description has 3");
        assertThat(read(two.page(TiffBuilder.fields(2, 2), new byte[4]).bytes()))
                .hasNumberOfRows(3);
    }

    @Test
    void a_large_stack_of_imagej_has_one_directory_for_all_its_pictures() throws IOException {
        String said = "ImageJ=1.53t\nimages=3\nslices=3\n";
        SortedMap<Integer, long[]> fields = TiffBuilder.fields(2, 2);
        TiffBuilder empty = TiffBuilder.classic(BIG).page(fields, said, new byte[4]);
        with(fields, TiffDirectory.STRIP_OFFSETS, empty.size());
        with(fields, TiffDirectory.STRIP_BYTES, 4);
        byte[] stack = TiffBuilder.classic(BIG)
                .page(fields, said, new byte[4])
                .append(new byte[] {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12})
                .bytes();
        assertThat(read(stack)).isDeepEqualTo(new int[][] {{1, 2, 3, 4}, {5, 6, 7, 8}, {9, 10, 11, 12}});
        assertRefused(Arrays.copyOf(stack, stack.length - 1), "is cut short or damaged");
    }

    @Test
    void impossible_sizes_are_refused_before_anything_is_allocated() throws IOException {
        for (long[] size :
                new long[][] {{0, 4}, {4, 0}, {-1, 4}, {4, -1}, {0x7fffffff, 0x7fffffff}, {60_000, 30_000}}) {
            SortedMap<Integer, long[]> fields = TiffBuilder.fields((int) size[0], (int) size[1]);
            assertRefused(TiffBuilder.classic(LITTLE).page(fields, new byte[16]).bytes(), "page 1 of", "pixels");
            with(fields, TiffDirectory.COMPRESSION, 5);
            assertRefused(TiffBuilder.classic(LITTLE).page(fields, new byte[16]).bytes(), "page 1 of", "pixels");
        }
    }

    @Test
    void unsupported_files_are_refused_with_the_supported_kinds() throws IOException {
        record Change(int tag, long value, String words) {}
        for (Change change : new Change[] {
            new Change(TiffDirectory.COMPRESSION, 7, "save it uncompressed, with LZW, with Deflate, with PackBits"),
            new Change(TiffDirectory.SAMPLES, 3, "has 3 channels; labels need one"),
            new Change(TiffDirectory.BITS, 12, "12 bits per sample; save it with 8 or 16 bits"),
            new Change(TiffDirectory.PREDICTOR, 3, "the predictor 3"),
            new Change(TiffDirectory.FILL_ORDER, 2, "fill order 2"),
            new Change(TiffDirectory.SAMPLE_FORMAT, 6, "floating-point"),
            new Change(TiffDirectory.ROWS_PER_STRIP, 0, "tiles of 4 x 0 pixels"),
            new Change(TiffDirectory.ROWS_PER_STRIP, 1, "1 values of tag 273, not 4"),
            new Change(TiffDirectory.STRIP_OFFSETS, 1 << 30, "is cut short or damaged")
        }) {
            SortedMap<Integer, long[]> fields = with(TiffBuilder.fields(4, 4), change.tag(), change.value());
            assertRefused(TiffBuilder.classic(LITTLE).page(fields, new byte[16]).bytes(), change.words());
        }
        assertRefused(
                "no picture".getBytes(java.nio.charset.StandardCharsets.US_ASCII), "is not a TIFF, PNG or BMP file");
        assertRefused(TiffBuilder.classic(LITTLE).bytes(), "has no page");
    }

    @Test
    void bits_in_reversed_order_are_reversed() throws IOException {
        SortedMap<Integer, long[]> fields = with(TiffBuilder.fields(9, 1), TiffDirectory.BITS, 1);
        with(fields, TiffDirectory.FILL_ORDER, 2);
        byte[] samples = {0b0000_0011, 1};
        assertThat(read(TiffBuilder.classic(LITTLE).page(fields, samples).bytes())[0])
                .containsExactly(1, 1, 0, 0, 0, 0, 0, 0, 1);
    }

    @Test
    void pack_bits_fill_a_page_exactly() throws IOException {
        SortedMap<Integer, long[]> fields = with(TiffBuilder.fields(5, 2), TiffDirectory.COMPRESSION, 32773);
        byte[] right = {-128, 2, 1, 2, 3, -3, 7, 2, 4, 5, 6};
        assertThat(read(TiffBuilder.classic(LITTLE).page(fields, right).bytes())[0])
                .containsExactly(1, 2, 3, 7, 7, 7, 7, 4, 5, 6);
        for (byte[] wrong : new byte[][] {
            {2, 1, 2, 3}, {2, 1, 2, 3, -127, 7}, {9, 1}, {-128, -128}, {-9}, {4, 1, 2, 3, 4, 5, -3, 1, 1, 9}
        }) {
            assertRefused(TiffBuilder.classic(LITTLE).page(fields, wrong).bytes(), "is cut short or damaged");
        }
    }
}
