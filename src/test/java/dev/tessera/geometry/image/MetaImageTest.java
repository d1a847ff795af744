package dev.tessera.geometry.image;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tessera.geometry.GeometryException;
import dev.tessera.geometry.NodeMap;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ForkJoinPool;
import java.util.stream.IntStream;
import java.util.zip.DeflaterOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class MetaImageTest {
    private static final int[] SIZE = {5, 3, 4};
    private static final int[] LABELS = IntStream.range(0, 60).toArray();

    private final ForkJoinPool workers = ForkJoinPool.commonPool();

    @TempDir
    private Path folder;

    private static byte[] voxels(int bytes, ByteOrder order) {
        ByteBuffer buffer = ByteBuffer.allocate(LABELS.length * bytes).order(order);
        for (int label : LABELS) {
            switch (bytes) {
                case 1 -> buffer.put((byte) label);
                case 2 -> buffer.putShort((short) label);
                case 4 -> buffer.putInt(label);
                default -> buffer.putLong(label);
            }
        }
        return buffer.array();
    }

    private static byte[] deflated(byte[] bytes) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (DeflaterOutputStream deflater = new DeflaterOutputStream(out)) {
            deflater.write(bytes);
        }
        return out.toByteArray();
    }

    private Path write(String name, String header, byte[] body) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.writeBytes(header.getBytes(StandardCharsets.US_ASCII));
        out.writeBytes(body);
        return Files.write(folder.resolve(name), out.toByteArray());
    }

    private static String header(String type, String more, String data) {
        return "ObjectType = Image\nNDims = 3\nDimSize = 5 3 4\nElementType = %s\n%sElementDataFile = %s\n"
                .formatted(type, more, data);
    }

    private void assertHoldsTheLabels(VoxelStack stack) {
        assertThat(new int[] {stack.nx(), stack.ny(), stack.nz()}).containsExactly(SIZE);
        assertThat(stack.order()).isEqualTo(VoxelOrder.X_FASTEST);
        int[] found = new int[LABELS.length];
        stack.scan(0, 4, (page, labels) -> System.arraycopy(labels, 0, found, 15 * page, 15), workers);
        assertThat(found).containsExactly(LABELS);
    }

    @Test
    void every_type_byte_order_and_place_of_the_voxels_gives_the_same_labels() throws IOException {
        Map<String, Integer> types = Map.of(
                "MET_UCHAR",
                1,
                "MET_CHAR",
                1,
                "MET_USHORT",
                2,
                "MET_SHORT",
                2,
                "MET_UINT",
                4,
                "MET_INT",
                4,
                "MET_LONG",
                4,
                "MET_ULONG_LONG",
                8,
                "MET_LONG_LONG",
                8);
        for (var type : types.entrySet()) {
            for (ByteOrder order : new ByteOrder[] {ByteOrder.LITTLE_ENDIAN, ByteOrder.BIG_ENDIAN}) {
                byte[] voxels = voxels(type.getValue(), order);
                byte[] packed = deflated(voxels);
                String big = order == ByteOrder.BIG_ENDIAN ? "True" : "False";
                String plain = "BinaryData = True\nBinaryDataByteOrderMSB = %s\n".formatted(big);
                String zipped = "CompressedData = True\nCompressedDataSize = %d\nElementByteOrderMSB = %s\n"
                        .formatted(packed.length, big);
                assertHoldsTheLabels(MetaImage.open(write("a.mha", header(type.getKey(), plain, "LOCAL"), voxels)));
                assertHoldsTheLabels(MetaImage.open(write("b.mha", header(type.getKey(), zipped, "LOCAL"), packed)));
                Files.write(folder.resolve("c.raw"), voxels);
                assertHoldsTheLabels(
                        MetaImage.open(write("c.mhd", header(type.getKey(), plain, "c.raw"), new byte[0])));
                Files.write(folder.resolve("d.zraw"), packed);
                assertHoldsTheLabels(
                        MetaImage.open(write("d.mhd", header(type.getKey(), zipped, "d.zraw"), new byte[0])));
            }
        }
    }

    @Test
    void bytes_before_the_voxels_of_another_file_are_skipped() throws IOException {
        ByteBuffer body = ByteBuffer.allocate(67).position(7).put(voxels(1, ByteOrder.LITTLE_ENDIAN));
        Files.write(folder.resolve("v.bin"), body.array());
        for (String size : new String[] {"7", "-1"}) {
            String header = header("MET_UCHAR", "HeaderSize = %s\n".formatted(size), "v.bin");
            assertHoldsTheLabels(MetaImage.open(write("v.mhd", header.replace("\n", "\r\n"), new byte[0])));
        }
    }

    @Test
    void a_plane_is_a_single_slice() throws IOException {
        String header = "NDims = 2\nDimSize = 3 2\nElementType = MET_UCHAR\nElementDataFile = LOCAL\n";
        VoxelStack stack = MetaImage.open(write("flat.mha", header, new byte[] {1, 2, 3, 4, 5, 6}));
        assertThat(new int[] {stack.nx(), stack.ny(), stack.nz()}).containsExactly(3, 2, 1);
        stack.scan(0, 1, (page, labels) -> assertThat(labels).containsExactly(1, 2, 3, 4, 5, 6), workers);
        assertThat(stack.description()).isEqualTo("flat.mha, 3 x 2 x 1 voxels of uint8");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ElementType = MET_FLOAT;labels are whole numbers",
                "ElementType = MET_UCHAR_ARRAY;labels are whole numbers",
                "BinaryData = False;voxels as text are not read",
                "ElementNumberOfChannels = 3;labels need one channel",
                "ObjectType = Tube;only Image is read",
                "NDims = 4;two or three dimensions",
                "NDims = many;1 number is needed",
                "DimSize = 5 3;3 numbers are needed",
                "DimSize = 5 3 0;numbers of voxels",
                "DimSize = 5 3 -4;numbers of voxels",
                "DimSize = 5 3 3e9;numbers of voxels",
                "DimSize = 5 3 1.5;numbers of voxels",
                "DimSize = 5 3 3;(15 too many)",
                "DimSize = 5 3 5;(15 too few)",
                "DimSize = 2000000000 2000000000 2;more than the file can hold",
                "HeaderSize = 1e30;no number of bytes",
                "HeaderSize = -3;no number of bytes",
                "HeaderSize = 10000;bytes",
                "CompressedData = True;cut short or damaged",
                "ElementSpacing = a b c;3 numbers are needed"
            })
    void what_cannot_be_read_is_refused_with_the_line_of_the_header(String change) throws IOException {
        String line = change.split(";", -1)[0];
        String header = header("MET_UCHAR", "", "LOCAL");
        String key = line.split(" ", -1)[0];
        String changed =
                header.contains(key) ? header.replaceAll("(?m)^%s = .*$".formatted(key), line) : line + "\n" + header;
        Path file = write("a.mha", changed, voxels(1, ByteOrder.LITTLE_ENDIAN));
        assertThatThrownBy(() -> MetaImage.open(file).scan(0, 1, (page, labels) -> {}, workers))
                .isInstanceOf(GeometryException.class)
                .hasMessageContaining("a.mha")
                .hasMessageContaining(change.split(";", -1)[1]);
    }

    @Test
    void lists_of_files_and_missing_lines_are_refused() throws IOException {
        for (String data : new String[] {"LIST", "LIST 2D", "slice%03d.raw 1 4 1", ""}) {
            Path list = write("list.mhd", header("MET_UCHAR", "", data), new byte[0]);
            assertThatThrownBy(() -> MetaImage.open(list)).as(data).hasMessageContaining("save the image in one file");
        }
        Path none = write("none.mhd", "NDims = 3\nElementDataFile = LOCAL\n", new byte[0]);
        assertThatThrownBy(() -> MetaImage.open(none)).hasMessageContaining("its header has no line DimSize = …");
        Path lost = write("lost.mhd", header("MET_UCHAR", "", "lost.raw"), new byte[0]);
        assertThatThrownBy(() -> MetaImage.open(lost)).hasMessageEndingWith("lost.raw: there is no such file");
        for (byte[] other : new byte[][] {
            new byte[0], new byte[100], new byte[100_000], "no header".getBytes(StandardCharsets.US_ASCII)
        }) {
            Path file = Files.write(folder.resolve("other.mha"), other);
            assertThatThrownBy(() -> MetaImage.open(file)).hasMessageContaining("other.mha is no MetaImage file");
        }
    }

    private NodeMap voxelised(String spacing, double spacingM, int refine) throws IOException {
        String header = header("MET_UCHAR", "ElementSpacing = %s\n".formatted(spacing), "LOCAL");
        VoxelStack stack = MetaImage.open(write("rock.mha", header, voxels(1, ByteOrder.LITTLE_ENDIAN)));
        return ImageSource.of(stack, PoreLabels.of(0, 1, 2))
                .refined(refine, spacingM * refine)
                .voxelise(spacingM, workers);
    }

    @Test
    void a_spacing_in_the_file_that_is_not_the_cases_is_warned_of() throws IOException {
        for (String right :
                new String[] {"0.005345 0.005345 0.005345", "5.345 5.345 5.345", "1 1 1", "5.345e-6 5.345e-6 5.345e-6"
                }) {
            assertThat(voxelised(right, 5.345e-6, 1).findings()).as(right).noneMatch(f -> f.contains("rock.mha"));
            assertThat(voxelised(right, 5.345e-6 / 2, 2).findings()).as(right).noneMatch(f -> f.contains("rock.mha"));
        }
        assertThat(voxelised("0.01 0.01 0.01", 5e-6, 1).findings())
                .contains("warning: rock.mha gives 0.01 as the edge of a voxel, mm by convention, but the case 5 um;"
                        + " check geometry.spacing (with refine: times the nodes per voxel)");
        assertThat(voxelised("0.01 0.01 0.02", 10e-6, 1).findings())
                .contains(
                        "warning: rock.mha gives voxels of 0.01 x 0.01 x 0.02, but the case makes each a cube of 10 um:"
                                + " resample the image to cubes, or lengths and permeability are wrong");
    }
}
