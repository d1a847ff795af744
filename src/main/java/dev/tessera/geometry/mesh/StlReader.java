package dev.tessera.geometry.mesh;

import dev.tessera.geometry.GeometryException;
import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.zip.GZIPInputStream;

/// Reads STL files, binary or text, also compressed with gzip. The normals in the file are
/// not used: many are wrong.
final class StlReader {
    private static final int HEADER = 84;
    private static final int FACET = 50;

    /// The largest coordinate, in the file's unit: areas and volumes of larger ones would be infinite.
    static final double LARGEST = 1e30;

    private static final double SMALLEST = 1e-30; // extent: areas of smaller surfaces would be zero

    private final String name;

    private StlReader(String name) {
        this.name = name;
    }

    /// @throws GeometryException where the file does not exist, is no STL file or is cut off
    static TriangleSoup read(Path file) {
        StlReader reader = new StlReader(String.valueOf(file.getFileName()));
        byte[] bytes = bytesOf(file);
        TriangleSoup soup = reader.parse(bytes);
        if (soup.triangles() == 0) {
            throw new GeometryException("%s holds no triangle".formatted(reader.name));
        }
        if (!(extent(soup.corners()) > SMALLEST)) {
            throw new GeometryException(
                    "%s has all corners at one place; repair or export the file again".formatted(reader.name));
        }
        return soup;
    }

    /// The longest edge of the box around all corners.
    private static double extent(double[] corners) {
        double extent = 0;
        for (int axis = 0; axis < 3; axis++) {
            double low = Double.POSITIVE_INFINITY;
            double high = Double.NEGATIVE_INFINITY;
            for (int k = axis; k < corners.length; k += 3) {
                low = Math.min(low, corners[k]);
                high = Math.max(high, corners[k]);
            }
            extent = Math.max(extent, high - low);
        }
        return extent;
    }

    private static byte[] bytesOf(Path file) {
        try (InputStream in = Files.newInputStream(file)) {
            byte[] bytes = in.readAllBytes();
            boolean zipped = bytes.length > 2 && (bytes[0] & 0xff) == 0x1f && (bytes[1] & 0xff) == 0x8b;
            if (!zipped) {
                return bytes;
            }
            try (InputStream plain = new GZIPInputStream(new ByteArrayInputStream(bytes), 1 << 16)) {
                return plain.readAllBytes();
            }
        } catch (NoSuchFileException e) {
            throw new GeometryException("there is no file %s".formatted(file.toAbsolutePath()), e);
        } catch (EOFException e) {
            throw new GeometryException(
                    "%s is cut short: its compressed data end early; copy or save it again".formatted(file), e);
        } catch (IOException e) {
            throw new GeometryException("%s cannot be read: %s".formatted(file, e.getMessage()), e);
        } catch (OutOfMemoryError e) {
            throw new GeometryException(
                    "%s is too large to read at once; save it as binary STL or give Java more memory (-Xmx)"
                            .formatted(file),
                    e);
        }
    }

    private TriangleSoup parse(byte[] bytes) {
        long announced = bytes.length < HEADER ? -1 : announced(bytes);
        if (announced >= 0 && HEADER + FACET * announced == bytes.length) {
            return binary(bytes, (int) announced, List.of());
        }
        if (looksLikeText(bytes)) {
            return new StlText(name, bytes).read();
        }
        if (announced < 0) {
            throw new GeometryException(
                    "%s is no STL file: %d bytes are less than a header".formatted(name, bytes.length));
        }
        long held = ((long) bytes.length - HEADER) / FACET;
        if (announced > held) {
            throw new GeometryException(
                    ("%s is cut off or no STL file: its header announces %,d triangles, but the file has bytes for only"
                            + " %,d; export or copy it again")
                            .formatted(name, announced, held));
        }
        String note = "%s has %,d bytes after its last triangle; they were ignored"
                .formatted(name, bytes.length - HEADER - FACET * announced);
        return binary(bytes, (int) announced, List.of(note));
    }

    private static long announced(byte[] bytes) {
        return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).getInt(80) & 0xffffffffL;
    }

    private static boolean looksLikeText(byte[] bytes) {
        String start = new String(bytes, 0, Math.min(bytes.length, 2048), StandardCharsets.ISO_8859_1);
        String words = start.stripLeading().toLowerCase(Locale.ROOT);
        return words.startsWith("solid") && (words.contains("facet") || words.contains("endsolid"));
    }

    private TriangleSoup binary(byte[] bytes, int count, List<String> notes) {
        ByteBuffer buffer = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        double[] corners = new double[Math.multiplyExact(9, count)];
        for (int t = 0; t < count; t++) {
            int at = HEADER + FACET * t + 12;
            for (int k = 0; k < 9; k++) {
                float value = buffer.getFloat(at + 4 * k);
                if (!(Math.abs(value) <= LARGEST)) {
                    throw notANumber(name, t, value);
                }
                corners[9 * t + k] = value;
            }
        }
        List<String> solids = new ArrayList<>();
        solids.add("");
        return new TriangleSoup(corners, solids, new int[count], notes);
    }

    static GeometryException notANumber(String name, int triangle, double value) {
        return new GeometryException("%s: triangle %,d has a corner at %s; repair or export the file again"
                .formatted(name, triangle + 1, value));
    }
}
