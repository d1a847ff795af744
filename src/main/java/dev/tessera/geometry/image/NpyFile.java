package dev.tessera.geometry.image;

import dev.tessera.geometry.GeometryException;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// NumPy arrays of integers or booleans, in C or Fortran order, versions 1 to 3 of the format, also as
/// `.npy.gz`.
///
/// Source: NEP 1, <https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html>.
public final class NpyFile {
    private static final byte[] MAGIC = {(byte) 0x93, 'N', 'U', 'M', 'P', 'Y'};
    private static final Pattern DESCR = Pattern.compile("'descr'\\s*:\\s*'([^']*)'");
    private static final Pattern FORTRAN = Pattern.compile("'fortran_order'\\s*:\\s*(True|False)");
    private static final Pattern SHAPE = Pattern.compile("'shape'\\s*:\\s*\\(([0-9, ]*)\\)");

    private NpyFile() {}

    /// The axes of the array's indices.
    public enum Axes {
        /// `array[x, y, z]`
        XYZ,
        /// `array[z, y, x]`, as image libraries stack slices
        ZYX
    }

    /// Reads the header; voxels are read by `scan`.
    /// @throws GeometryException where the file is no such array or its length does not fit its header
    public static VoxelStack open(Path file, Axes axes) {
        try (InputStream in = FileBytes.open(file)) {
            return read(file, axes, new DataInputStream(in));
        } catch (EOFException e) {
            throw new GeometryException("%s ends within its NPY header".formatted(file), e);
        } catch (IOException e) {
            throw FileBytes.unreadable(file, e);
        }
    }

    private static VoxelStack read(Path file, Axes axes, DataInputStream in) throws IOException {
        byte[] magic = in.readNBytes(MAGIC.length);
        if (!Arrays.equals(magic, MAGIC)) {
            throw new GeometryException("%s is no NPY file: it does not begin with \\x93NUMPY".formatted(file));
        }
        int major = in.readUnsignedByte();
        if (major < 1 || major > 3) {
            throw new GeometryException(
                    "%s is of version %d of the NPY format; 1 to 3 are read".formatted(file, major));
        }
        in.readUnsignedByte();
        int lengthBytes = major == 1 ? 2 : 4;
        int length = 0;
        for (int i = 0; i < lengthBytes; i++) {
            length |= in.readUnsignedByte() << 8 * i;
        }
        if (length < 0 || length > 1 << 20) {
            throw new GeometryException("%s has an NPY header of %d bytes".formatted(file, length));
        }
        byte[] text = new byte[length];
        in.readFully(text);
        String header = new String(text, StandardCharsets.UTF_8);
        VoxelType type = type(file, found(file, header, DESCR, "descr"));
        boolean fortran = found(file, header, FORTRAN, "fortran_order").equals("True");
        boolean xFirst = axes == Axes.XYZ;
        int[] shape = shape(file, found(file, header, SHAPE, "shape"), xFirst);
        int[] size = xFirst ? shape : new int[] {shape[2], shape[1], shape[0]};
        VoxelOrder order = xFirst == fortran ? VoxelOrder.X_FASTEST : VoxelOrder.Z_FASTEST;
        return RawFile.open(file, size, type, order, MAGIC.length + 2L + lengthBytes + length);
    }

    private static String found(Path file, String header, Pattern pattern, String key) {
        Matcher matcher = pattern.matcher(header);
        if (!matcher.find()) {
            String shown = header.strip().replaceAll("\\p{Cntrl}", "?");
            throw new GeometryException("%s: the NPY header has no plain %s: %s"
                    .formatted(file, key, shown.length() > 200 ? shown.substring(0, 200) + "…" : shown));
        }
        return matcher.group(1);
    }

    private static VoxelType type(Path file, String descr) {
        ByteOrder order = descr.startsWith(">") ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN;
        String kind = descr.isEmpty() ? "" : descr.substring(1);
        VoxelType.Sample sample = switch (kind) {
            case "b1", "u1" -> VoxelType.Sample.UINT8;
            case "i1" -> VoxelType.Sample.INT8;
            case "u2" -> VoxelType.Sample.UINT16;
            case "i2" -> VoxelType.Sample.INT16;
            case "u4" -> VoxelType.Sample.UINT32;
            case "i4" -> VoxelType.Sample.INT32;
            case "i8" -> VoxelType.Sample.INT64;
            case "u8" -> VoxelType.Sample.UINT64;
            default ->
                throw new GeometryException(
                        ("%s holds values of type %s, not integers or booleans; save labels: numpy.save(name,"
                                + " image.astype('uint8'))")
                                .formatted(file, descr.replaceAll("\\p{Cntrl}", "?")));
        };
        return new VoxelType(sample, order);
    }

    private static int[] shape(Path file, String text, boolean xFirst) {
        int[] shape;
        try {
            shape = Stream.of(text.split(","))
                    .map(String::strip)
                    .filter(s -> !s.isEmpty())
                    .mapToInt(Integer::parseInt)
                    .toArray();
        } catch (NumberFormatException e) {
            throw new GeometryException(
                    "%s has the shape (%s), more than 2^31 in one direction".formatted(file, text), e);
        }
        if (shape.length == 2) {
            return xFirst ? new int[] {shape[0], shape[1], 1} : new int[] {1, shape[0], shape[1]};
        }
        if (shape.length != 3) {
            throw new GeometryException(
                    "%s has %d indices (%s); two or three are needed".formatted(file, shape.length, text));
        }
        return shape;
    }
}
