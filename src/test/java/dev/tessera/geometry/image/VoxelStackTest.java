package dev.tessera.geometry.image;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tessera.geometry.GeometryException;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.ForkJoinPool;
import java.util.zip.GZIPOutputStream;
import javax.imageio.IIOImage;
import javax.imageio.ImageIO;
import javax.imageio.ImageWriter;
import javax.imageio.stream.ImageOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class VoxelStackTest {
    private static final int NX = 5;
    private static final int NY = 3;
    private static final int NZ = 4;
    private static final int[] SIZE = {NX, NY, NZ};

    private final ForkJoinPool workers = ForkJoinPool.commonPool();

    @TempDir
    Path folder;

    private static int label(int x, int y, int z) {
        return x + 10 * y + 50 * z;
    }

    /// Every label is where it belongs, whatever the order.
    private void assertHoldsTheLabels(VoxelStack stack) {
        assertThat(new int[] {stack.nx(), stack.ny(), stack.nz()}).containsExactly(SIZE);
        int[] found = new int[NX * NY * NZ];
        stack.scan(
                0,
                stack.pages(),
                (page, labels) -> {
                    assertThat(labels).hasSize(stack.voxelsPerPage());
                    for (int i = 0; i < labels.length; i++) {
                        int y = i / stack.columns();
                        boolean xFastest = stack.order() == VoxelOrder.X_FASTEST;
                        int x = xFastest ? i % stack.columns() : page;
                        int z = xFastest ? page : i % stack.columns();
                        found[x + NX * (y + NY * z)] = labels[i];
                    }
                },
                workers);
        for (int i = 0; i < found.length; i++) {
            assertThat(found[i]).as("voxel %d", i).isEqualTo(label(i % NX, i / NX % NY, i / (NX * NY)));
        }
    }

    private static byte[] bytes(VoxelType type, VoxelOrder order, int header) {
        ByteBuffer bytes =
                ByteBuffer.allocate(header + NX * NY * NZ * type.bytes()).order(type.order());
        bytes.position(header);
        for (int i = 0; i < NX * NY * NZ; i++) {
            boolean xFastest = order == VoxelOrder.X_FASTEST;
            int label =
                    xFastest ? label(i % NX, i / NX % NY, i / (NX * NY)) : label(i / (NZ * NY), i / NZ % NY, i % NZ);
            switch (type.bytes()) {
                case 1 -> bytes.put((byte) label);
                case 2 -> bytes.putShort((short) label);
                case 4 -> bytes.putInt(label);
                default -> bytes.putLong(label);
            }
        }
        return bytes.array();
    }

    private Path file(String name, byte[] bytes) throws IOException {
        return Files.write(folder.resolve(name), bytes);
    }

    private Path zipped(String name, byte[] bytes) throws IOException {
        Path file = folder.resolve(name);
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(file))) {
            out.write(bytes);
        }
        return file;
    }

    @Test
    void raw_files_of_every_type_and_order_hold_the_same_labels() throws IOException {
        for (VoxelType.Sample sample : VoxelType.Sample.values()) {
            for (ByteOrder bytes : new ByteOrder[] {ByteOrder.LITTLE_ENDIAN, ByteOrder.BIG_ENDIAN}) {
                VoxelType type = new VoxelType(sample, bytes);
                if (sample == VoxelType.Sample.INT8) {
                    continue; // the labels of this test go up to 174
                }
                for (VoxelOrder order : VoxelOrder.values()) {
                    byte[] content = bytes(type, order, 7);
                    assertHoldsTheLabels(RawFile.open(file("a.raw", content), SIZE, type, order, 7));
                    assertHoldsTheLabels(RawFile.open(zipped("a.raw.gz", content), SIZE, type, order, 7));
                }
                assertThat(VoxelType.ofKey(type.key()).bytes()).isEqualTo(type.bytes());
            }
        }
    }

    @Test
    void signed_bytes_hold_negative_labels() throws IOException {
        Path file = file("signed.raw", new byte[] {-1, 0, 1});
        RawFile raw = RawFile.open(file, new int[] {3, 1, 1}, VoxelType.INT8, VoxelOrder.X_FASTEST, 0);
        raw.scan(0, 1, (page, labels) -> assertThat(labels).containsExactly(-1, 0, 1), workers);
    }

    @Test
    void a_file_of_another_length_is_refused_with_what_would_fit() throws IOException {
        Path file = file("rock.raw", new byte[1000]);
        assertThatThrownBy(() -> RawFile.open(file, new int[] {10, 10, 5}, VoxelType.UINT8, VoxelOrder.X_FASTEST, 0))
                .isInstanceOf(GeometryException.class)
                .hasMessage("rock.raw: 10 x 10 x 5 voxels of uint8 after 0 header bytes are 500 bytes, but the file has"
                        + " 1000 (500 too many); it would fit uint16");
        assertThatThrownBy(() -> RawFile.open(file, new int[] {10, 10, 11}, VoxelType.UINT8, VoxelOrder.X_FASTEST, 0))
                .hasMessage(
                        "rock.raw: 10 x 10 x 11 voxels of uint8 after 0 header bytes are 1100 bytes, but the file has"
                                + " 1000 (100 too few); it would fit 10 x 10 x 10 voxels");
        assertThatThrownBy(() -> RawFile.open(file, new int[] {11, 9, 10}, VoxelType.UINT8, VoxelOrder.X_FASTEST, 3))
                .hasMessage("rock.raw: 11 x 9 x 10 voxels of uint8 after 3 header bytes are 993 bytes, but the file has"
                        + " 1000 (7 too many); if it begins with a header, give its size: 10 header bytes");
        assertThatThrownBy(() -> RawFile.open(
                        folder.resolve("none.raw"), new int[] {1, 1, 1}, VoxelType.UINT8, VoxelOrder.X_FASTEST, 0))
                .hasMessageEndingWith("none.raw: there is no such file");
    }

    @Test
    void a_zipped_file_of_another_length_is_refused_when_it_is_read() throws IOException {
        Path file = zipped("rock.raw.gz", new byte[999]);
        RawFile few = RawFile.open(file, new int[] {10, 10, 10}, VoxelType.UINT8, VoxelOrder.X_FASTEST, 0);
        assertThatThrownBy(() -> few.scan(0, 10, (page, labels) -> {}, workers))
                .isInstanceOf(GeometryException.class)
                .hasMessageContaining("are 1000 bytes, but the file has 999 (1 too few)");
        RawFile many = RawFile.open(file, new int[] {10, 9, 11}, VoxelType.UINT8, VoxelOrder.X_FASTEST, 0);
        assertThatThrownBy(() -> many.scan(0, 11, (page, labels) -> {}, workers))
                .hasMessageContaining("are 990 bytes, but the file holds more");
    }

    private static byte[] npy(String descr, boolean fortran, String shape, byte[] body) {
        String text = "{'descr': '%s', 'fortran_order': %s, 'shape': (%s), }"
                .formatted(descr, fortran ? "True" : "False", shape);
        int length = (10 + text.length() + 1 + 63) / 64 * 64 - 10;
        byte[] header =
                "%s\n".formatted(text + " ".repeat(length - 1 - text.length())).getBytes(StandardCharsets.UTF_8);
        return ByteBuffer.allocate(10 + header.length + body.length)
                .order(ByteOrder.LITTLE_ENDIAN)
                .put(new byte[] {(byte) 0x93, 'N', 'U', 'M', 'P', 'Y', 1, 0})
                .putShort((short) header.length)
                .put(header)
                .put(body)
                .array();
    }

    @Test
    void numpy_arrays_in_c_and_fortran_order_hold_the_same_labels() throws IOException {
        byte[] xFastest = bytes(VoxelType.INT16, VoxelOrder.X_FASTEST, 0);
        byte[] zFastest = bytes(VoxelType.INT16, VoxelOrder.Z_FASTEST, 0);
        assertHoldsTheLabels(NpyFile.open(file("a.npy", npy("<i2", false, "5, 3, 4", zFastest)), NpyFile.Axes.XYZ));
        assertHoldsTheLabels(NpyFile.open(file("a.npy", npy("<i2", true, "5, 3, 4", xFastest)), NpyFile.Axes.XYZ));
        assertHoldsTheLabels(NpyFile.open(file("a.npy", npy("<i2", false, "4, 3, 5", xFastest)), NpyFile.Axes.ZYX));
        assertHoldsTheLabels(NpyFile.open(file("a.npy", npy("<i2", true, "4, 3, 5", zFastest)), NpyFile.Axes.ZYX));
        byte[] large = bytes(VoxelType.UINT16.bigEndian(), VoxelOrder.X_FASTEST, 0);
        Path zipped = zipped("a.npy.gz", npy(">u2", false, "4, 3, 5", large));
        assertHoldsTheLabels(NpyFile.open(zipped, NpyFile.Axes.ZYX));
    }

    @Test
    void numpy_arrays_of_two_indices_are_one_slice_or_one_layer() throws IOException {
        // array[y, x] as image libraries store it, and array[x, y]
        byte[] content = {0, 1, 2, 3, 4, 5};
        record Expected(boolean fortran, NpyFile.Axes axes, int[] size, int[][] rows) {}
        for (Expected expected : new Expected[] {
            new Expected(false, NpyFile.Axes.ZYX, new int[] {3, 2, 1}, new int[][] {{0, 1, 2}, {3, 4, 5}}),
            new Expected(true, NpyFile.Axes.ZYX, new int[] {3, 2, 1}, new int[][] {{0, 2, 4}, {1, 3, 5}}),
            new Expected(false, NpyFile.Axes.XYZ, new int[] {2, 3, 1}, new int[][] {{0, 3}, {1, 4}, {2, 5}}),
            new Expected(true, NpyFile.Axes.XYZ, new int[] {2, 3, 1}, new int[][] {{0, 1}, {2, 3}, {4, 5}})
        }) {
            Path file = file("flat.npy", npy("|u1", expected.fortran(), "2, 3", content));
            VoxelStack stack = NpyFile.open(file, expected.axes());
            assertThat(new int[] {stack.nx(), stack.ny(), stack.nz()})
                    .as("%s, fortran %s", expected.axes(), expected.fortran())
                    .containsExactly(expected.size());
            int[][] rows = new int[stack.ny()][stack.nx()];
            stack.scan(
                    0,
                    stack.pages(),
                    (page, labels) -> {
                        for (int i = 0; i < labels.length; i++) {
                            boolean xFastest = stack.order() == VoxelOrder.X_FASTEST;
                            rows[i / stack.columns()][xFastest ? i % stack.columns() : page] = labels[i];
                        }
                    },
                    workers);
            assertThat(rows)
                    .as("%s, fortran %s", expected.axes(), expected.fortran())
                    .isDeepEqualTo(expected.rows());
        }
    }

    @Test
    void shapes_that_no_file_can_have_are_refused() throws IOException {
        for (String shape : new String[] {
            "2000000000, 2000000000, 2",
            "2000000000, 2, 2000000000",
            "2147483647, 2147483647, 2147483647",
            "99999999999, 1, 1"
        }) {
            for (String name : new String[] {"a.npy", "a.npy.gz"}) {
                byte[] bytes = npy("<i8", false, shape, new byte[64]);
                Path huge = name.endsWith(".gz") ? zipped(name, bytes) : file(name, bytes);
                assertThatThrownBy(() -> NpyFile.open(huge, NpyFile.Axes.ZYX))
                        .as("%s %s", name, shape)
                        .isInstanceOf(GeometryException.class)
                        .hasMessageContaining(name)
                        .hasMessageMatching(".*(more than 2.31 in one direction|the file can hold with its \\d+ bytes"
                                + (name.endsWith(".gz") ? ", compressed" : "") + "; check the size and the type)");
            }
        }
        Path empty = file("b.npy", npy("<i8", false, "0, 3, 3", new byte[0]));
        assertThatThrownBy(() -> NpyFile.open(empty, NpyFile.Axes.ZYX)).hasMessageContaining("not three positive");
        assertThatThrownBy(() -> RawFile.open(
                        file("c.raw", new byte[8]),
                        new int[] {100_000, 100_000, 100_000},
                        VoxelType.INT8,
                        VoxelOrder.Z_FASTEST,
                        0))
                .isInstanceOf(GeometryException.class);
    }

    @Test
    void a_compressed_file_that_holds_too_much_is_left_at_the_first_byte_too_many() throws IOException {
        Path bomb = folder.resolve("bomb.raw.gz");
        byte[] zeros = new byte[1 << 20];
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(bomb))) {
            for (int i = 0; i < 400; i++) {
                out.write(zeros);
            }
        }
        RawFile raw = RawFile.open(bomb, new int[] {10, 10, 10}, VoxelType.UINT8, VoxelOrder.X_FASTEST, 0);
        long start = System.nanoTime();
        assertThatThrownBy(() -> raw.scan(0, 10, (page, labels) -> {}, workers))
                .hasMessageContaining("are 1000 bytes, but the file holds more");
        assertThat((System.nanoTime() - start) / 1e9)
                .as("400 MiB are not inflated, which takes a second")
                .isLessThan(0.5);
    }

    @Test
    void compressed_files_that_are_cut_short_or_damaged_are_refused_with_the_reason() throws IOException {
        byte[] whole = Files.readAllBytes(zipped("rock.raw.gz", bytes(VoxelType.UINT8, VoxelOrder.X_FASTEST, 0)));
        for (int length : new int[] {0, 3, 9, 10, whole.length / 2, whole.length - 8, whole.length - 1}) {
            Path file = file("rock.raw.gz", Arrays.copyOf(whole, length));
            assertThatThrownBy(() -> RawFile.open(file, SIZE, VoxelType.UINT8, VoxelOrder.X_FASTEST, 0)
                            .scan(0, NZ, (page, labels) -> {}, workers))
                    .as("%d bytes", length)
                    .isInstanceOf(GeometryException.class)
                    .hasMessageMatching(".*rock.raw.gz(: .* bytes, more than the file can hold .*| is cut short.*)");
        }
        whole[whole.length - 6] ^= 1; // its checksum
        Path file = file("rock.raw.gz", whole);
        RawFile changed = RawFile.open(file, SIZE, VoxelType.UINT8, VoxelOrder.X_FASTEST, 0);
        assertThatThrownBy(() -> changed.scan(0, NZ, (page, labels) -> {}, workers))
                .hasMessageEndingWith("is cut short or damaged: Corrupt GZIP trailer; copy or save it again");
        assertThatThrownBy(() -> NpyFile.open(file("a.npy.gz", new byte[0]), NpyFile.Axes.ZYX))
                .hasMessageEndingWith("a.npy.gz ends within its NPY header");
    }

    @Test
    void labels_of_64_bits_are_read_where_they_fit_and_refused_elsewhere() throws IOException {
        byte[] body = new byte[8];
        Arrays.fill(body, (byte) 0xff);
        Path signed = file("signed.npy", npy("<i8", false, "1, 1, 1", body));
        NpyFile.open(signed, NpyFile.Axes.ZYX)
                .scan(0, 1, (page, labels) -> assertThat(labels).containsExactly(-1), workers);
        Path unsigned = file("unsigned.npy", npy("<u8", false, "1, 1, 1", body));
        assertThatThrownBy(() -> NpyFile.open(unsigned, NpyFile.Axes.ZYX).scan(0, 1, (page, labels) -> {}, workers))
                .hasMessageStartingWith("label 18446744073709551615 of a uint64 file is beyond 31 bits");
    }

    @Test
    void numpy_arrays_of_other_values_are_refused() throws IOException {
        Path floats = file("a.npy", npy("<f8", false, "5, 3, 4", new byte[480]));
        assertThatThrownBy(() -> NpyFile.open(floats, NpyFile.Axes.XYZ))
                .hasMessageContaining("holds values of type <f8, not integers or booleans");
        Path short1 = file("b.npy", npy("|u1", false, "5, 3, 4", new byte[59]));
        assertThatThrownBy(() -> NpyFile.open(short1, NpyFile.Axes.XYZ)).hasMessageContaining("(1 too few)");
        Path four = file("c.npy", npy("|u1", false, "5, 3, 4, 1", new byte[60]));
        assertThatThrownBy(() -> NpyFile.open(four, NpyFile.Axes.XYZ)).hasMessageContaining("has 4 indices");
        Path none = file("d.npy", new byte[100]);
        assertThatThrownBy(() -> NpyFile.open(none, NpyFile.Axes.XYZ)).hasMessageContaining("is no NPY file");
    }

    private static BufferedImage slice(int z, int type) {
        BufferedImage image = new BufferedImage(NX, NY, type);
        for (int y = 0; y < NY; y++) {
            for (int x = 0; x < NX; x++) {
                image.getRaster().setSample(x, y, 0, label(x, y, z));
            }
        }
        return image;
    }

    @Test
    void tiff_pages_are_slices() throws IOException {
        for (int type : new int[] {BufferedImage.TYPE_BYTE_GRAY, BufferedImage.TYPE_USHORT_GRAY}) {
            Path file = folder.resolve("stack%d.tif".formatted(type));
            ImageWriter writer = ImageIO.getImageWritersByFormatName("tiff").next();
            try (ImageOutputStream out = ImageIO.createImageOutputStream(file.toFile())) {
                writer.setOutput(out);
                writer.prepareWriteSequence(null);
                for (int z = 0; z < NZ; z++) {
                    writer.writeToSequence(new IIOImage(slice(z, type), null, null), null);
                }
                writer.endWriteSequence();
            }
            writer.dispose();
            assertHoldsTheLabels(ImageSlices.pages(file));
        }
    }

    @Test
    void png_files_are_slices_in_natural_order() throws IOException {
        String[] names = {"s8.png", "s9.png", "s10.png", "s011.PNG"};
        for (int z = 0; z < NZ; z++) {
            Path file = folder.resolve(names[z]);
            ImageIO.write(slice(z, BufferedImage.TYPE_BYTE_GRAY), "png", file.toFile());
        }
        Files.writeString(folder.resolve("notes.txt"), "not a slice");
        assertHoldsTheLabels(ImageSlices.folder(folder));
    }

    @Test
    void slices_of_another_size_are_named() throws IOException {
        ImageIO.write(
                slice(0, BufferedImage.TYPE_BYTE_GRAY),
                "png",
                folder.resolve("1.png").toFile());
        Path second = folder.resolve("2.png");
        ImageIO.write(new BufferedImage(NX + 1, NY, BufferedImage.TYPE_BYTE_GRAY), "png", second.toFile());
        ImageSlices stack = ImageSlices.folder(folder);
        assertThatThrownBy(() -> stack.scan(0, 2, (page, labels) -> {}, workers))
                .isInstanceOf(GeometryException.class)
                .hasMessageContaining("2.png is 6 x 3 pixels, the first slice")
                .hasMessageContaining("Crop or pad them to it, or take the file out of the stack");
        ImageIO.write(new BufferedImage(NX, NY, BufferedImage.TYPE_INT_RGB), "png", second.toFile());
        assertThatThrownBy(() -> stack.scan(0, 2, (page, labels) -> {}, workers))
                .hasMessageContaining("2.png has 3 channels; labels need one");
        Files.writeString(second, "no picture");
        assertThatThrownBy(() -> stack.scan(0, 2, (page, labels) -> {}, workers))
                .hasMessageContaining("2.png is not a TIFF, PNG or BMP file");
    }

    @Test
    void keys_that_are_unknown_list_the_known_ones() {
        assertThatThrownBy(() -> VoxelType.ofKey("float32"))
                .hasMessage(
                        "voxel type float32 is unknown; known are uint8, int8, uint16, int16, uint32, int32, int64, uint64,"
                                + " each also with -be for big-endian files");
    }

    @Test
    void a_folder_in_which_a_slice_is_missing_is_refused_and_every_second_one_is_not() throws IOException {
        for (int k : new int[] {8, 10, 12}) {
            BufferedImage slice = new BufferedImage(NX, NY, BufferedImage.TYPE_BYTE_GRAY);
            ImageIO.write(
                    slice, "png", folder.resolve("rock_400_%d.png".formatted(k)).toFile());
        }
        assertThat(ImageSlices.folder(folder).nz()).isEqualTo(3);
        Files.copy(folder.resolve("rock_400_8.png"), folder.resolve("rock_400_16.png"));
        assertThatThrownBy(() -> ImageSlices.folder(folder))
                .isInstanceOf(GeometryException.class)
                .hasMessageEndingWith("holds no slice 14 between rock_400_12.png and rock_400_16.png."
                        + " Add it, or number the files without a gap");
    }
}
