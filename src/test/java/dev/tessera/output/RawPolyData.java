package dev.tessera.output;

import dev.tessera.geometry.Vec;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/// The content of an uncompressed `.vtp` file, as its bytes give it.
///
/// @param corners `[3 * triangle + corner]`
/// @param traction `[3 * triangle + axis]`
record RawPolyData(
        float[] points,
        int[] corners,
        float[] pressure,
        float[] stress,
        float[] traction,
        byte[] parts,
        byte[] counted) {
    static RawPolyData of(Path file) throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        return new RawPolyData(
                floats(array(bytes, "Points")),
                ints(array(bytes, "connectivity")),
                floats(array(bytes, "pressure [Pa]")),
                floats(array(bytes, "wall-shear-stress [Pa]")),
                floats(array(bytes, "traction [Pa]")),
                array(bytes, "part").array(),
                array(bytes, "wall-shear-stress-counted").array());
    }

    private static ByteBuffer array(byte[] bytes, String name) {
        String text = new String(bytes, StandardCharsets.ISO_8859_1);
        Matcher offset = Pattern.compile("Name=\"" + Pattern.quote(name) + "\"[^>]*offset=\"\\s*(\\d+)\"")
                .matcher(text);
        if (!offset.find()) {
            throw new IllegalArgumentException("no array " + name);
        }
        String begin = "<AppendedData encoding=\"raw\">\n_";
        int at = text.indexOf(begin) + begin.length() + Integer.parseInt(offset.group(1));
        int length = (int)
                ByteBuffer.wrap(bytes, at, 8).order(ByteOrder.LITTLE_ENDIAN).getLong();
        byte[] own = new byte[length];
        System.arraycopy(bytes, at + 8, own, 0, length);
        return ByteBuffer.wrap(own).order(ByteOrder.LITTLE_ENDIAN);
    }

    private static float[] floats(ByteBuffer buffer) {
        float[] values = new float[buffer.remaining() / 4];
        buffer.asFloatBuffer().get(values);
        return values;
    }

    private static int[] ints(ByteBuffer buffer) {
        int[] values = new int[buffer.remaining() / 4];
        buffer.asIntBuffer().get(values);
        return values;
    }

    int vertices() {
        return points.length / 3;
    }

    int triangles() {
        return corners.length / 3;
    }

    Vec point(int vertex) {
        return at(points, vertex);
    }

    Vec stress(int vertex) {
        return at(stress, vertex);
    }

    Vec traction(int triangle) {
        return at(traction, triangle);
    }

    private static Vec at(float[] values, int number) {
        return new Vec(values[3 * number], values[3 * number + 1], values[3 * number + 2]);
    }

    Vec corner(int triangle, int corner) {
        return point(corners[3 * triangle + corner]);
    }

    Vec centre(int triangle) {
        return corner(triangle, 0)
                .plus(corner(triangle, 1))
                .plus(corner(triangle, 2))
                .times(1.0 / 3);
    }

    double area(int triangle) {
        Vec a = corner(triangle, 0);
        return corner(triangle, 1).minus(a).cross(corner(triangle, 2).minus(a)).length() / 2;
    }

    double area() {
        return IntStream.range(0, triangles()).mapToDouble(this::area).sum();
    }

    /// The integral of the traction.
    Vec force() {
        return IntStream.range(0, triangles())
                .mapToObj(t -> traction(t).times(area(t)))
                .reduce(Vec.ZERO, Vec::plus);
    }
}
