package dev.tessera.suites.generator;

import dev.tessera.geometry.Vec;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;

/// A surface of triangles with shared vertices.
///
/// @param points `[3 * vertex + axis]`, in the unit that the surface is written in
/// @param corners vertices, counter-clockwise seen from outside the body, `[3 * triangle + corner]`
public record Triangles(double[] points, int[] corners) {
    private static final int HEADER = 80;
    private static final int BYTES = 50;

    public int count() {
        return corners.length / 3;
    }

    Vec point(int vertex) {
        return new Vec(points[3 * vertex], points[3 * vertex + 1], points[3 * vertex + 2]);
    }

    /// All lengths times `factor`.
    Triangles scaled(double factor) {
        return new Triangles(Arrays.stream(points).map(p -> p * factor).toArray(), corners);
    }

    /// Cuts off the part beyond a plane within `reach` of a point, so that the surface has a flat rim there. Vertices
    /// nearer to the plane than `snap` are first moved into it, to avoid slivers.
    Triangles cut(Vec at, Vec outward, double reach, double snap) {
        double[] moved = points.clone();
        double[] heights = new double[points.length / 3];
        for (int v = 0; v < heights.length; v++) {
            Vec from = point(v).minus(at);
            heights[v] = from.length() < reach ? from.dot(outward) : -1;
            if (Math.abs(heights[v]) < snap) {
                for (int axis = 0; axis < 3; axis++) {
                    moved[3 * v + axis] -= heights[v] * outward.along(axis);
                }
                heights[v] = 0;
            }
        }
        return new Cut(moved, heights).of(corners);
    }

    /// Cuts along height 0.
    private static final class Cut {
        private final double[] heights;
        private final List<double[]> vertices = new ArrayList<>();
        private final SequencedMap<Long, Integer> onEdge = new LinkedHashMap<>();
        private final int[] kept;
        private final List<int[]> triangles = new ArrayList<>();
        private final double[] points;

        Cut(double[] points, double[] heights) {
            this.points = points;
            this.heights = heights;
            this.kept = new int[heights.length];
            Arrays.fill(kept, -1);
        }

        Triangles of(int[] corners) {
            for (int t = 0; t < corners.length; t += 3) {
                clip(corners[t], corners[t + 1], corners[t + 2]);
            }
            double[] all = new double[3 * vertices.size()];
            for (int v = 0; v < vertices.size(); v++) {
                System.arraycopy(vertices.get(v), 0, all, 3 * v, 3);
            }
            return new Triangles(
                    all, triangles.stream().flatMapToInt(Arrays::stream).toArray());
        }

        private void clip(int... corner) {
            boolean anyBelow = Arrays.stream(corner).anyMatch(v -> heights[v] < 0);
            if (!anyBelow) {
                return;
            }
            List<Integer> polygon = new ArrayList<>();
            for (int c = 0; c < 3; c++) {
                int a = corner[c];
                int b = corner[(c + 1) % 3];
                if (heights[a] <= 0) {
                    polygon.add(kept(a));
                }
                if (heights[a] < 0 && heights[b] > 0 || heights[a] > 0 && heights[b] < 0) {
                    polygon.add(crossing(Math.min(a, b), Math.max(a, b)));
                }
            }
            for (int c = 1; c + 1 < polygon.size(); c++) {
                triangles.add(new int[] {polygon.get(0), polygon.get(c), polygon.get(c + 1)});
            }
        }

        private int kept(int vertex) {
            if (kept[vertex] < 0) {
                kept[vertex] = add(Arrays.copyOfRange(points, 3 * vertex, 3 * vertex + 3));
            }
            return kept[vertex];
        }

        private int crossing(int a, int b) {
            return onEdge.computeIfAbsent((long) a << 32 | b, edge -> {
                double t = heights[a] / (heights[a] - heights[b]);
                double[] point = new double[3];
                for (int axis = 0; axis < 3; axis++) {
                    point[axis] = points[3 * a + axis] + t * (points[3 * b + axis] - points[3 * a + axis]);
                }
                return add(point);
            });
        }

        private int add(double[] point) {
            vertices.add(point);
            return vertices.size() - 1;
        }
    }

    /// The surface as a binary STL file.
    /// @param title up to 80 bytes for the header
    public byte[] stl(String title) {
        ByteBuffer bytes = ByteBuffer.allocate(HEADER + 4 + BYTES * count()).order(ByteOrder.LITTLE_ENDIAN);
        byte[] text = title.getBytes(StandardCharsets.US_ASCII);
        bytes.put(text, 0, Math.min(text.length, HEADER)).position(HEADER);
        bytes.putInt(count());
        for (int t = 0; t < corners.length; t += 3) {
            Vec a = point(corners[t]);
            Vec doubleArea =
                    point(corners[t + 1]).minus(a).cross(point(corners[t + 2]).minus(a));
            double length = doubleArea.length();
            put(bytes, length > 0 ? doubleArea.times(1 / length) : Vec.ZERO);
            for (int c = 0; c < 3; c++) {
                put(bytes, point(corners[t + c]));
            }
            bytes.putShort((short) 0);
        }
        return bytes.array();
    }

    private static void put(ByteBuffer bytes, Vec vec) {
        bytes.putFloat((float) vec.x());
        bytes.putFloat((float) vec.y());
        bytes.putFloat((float) vec.z());
    }

    /// Writes [#stl].
    public void write(Path file, String title) {
        try {
            Files.write(file, stl(title));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
