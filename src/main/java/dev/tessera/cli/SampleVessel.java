package dev.tessera.cli;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;

/// The surface of the vessel template: a bent tube of 30 mm with a narrowing, open at both ends, whose
/// centres are (0, 0, 0) and (0, 0, 30) mm. Binary STL, in millimetres.
final class SampleVessel {
    private static final double LENGTH_MM = 30;
    private static final double RADIUS_MM = 3;
    private static final double NARROWING = 0.3; // of the radius, at the middle
    private static final double BEND_MM = 4; // of the axis, at the middle
    private static final int RINGS = 60;
    private static final int AROUND = 48;
    private static final int HEADER_BYTES = 80;
    private static final int TRIANGLE_BYTES = 50;

    private SampleVessel() {}

    static void write(Path file) throws IOException {
        int triangles = 2 * RINGS * AROUND;
        ByteBuffer stl = ByteBuffer.allocate(HEADER_BYTES + Integer.BYTES + triangles * TRIANGLE_BYTES)
                .order(ByteOrder.LITTLE_ENDIAN);
        stl.position(HEADER_BYTES);
        stl.putInt(triangles);
        for (int ring = 0; ring < RINGS; ring++) {
            for (int k = 0; k < AROUND; k++) {
                double[] a = point(ring, k);
                double[] b = point(ring, k + 1);
                double[] c = point(ring + 1, k + 1);
                double[] d = point(ring + 1, k);
                triangle(stl, a, b, c);
                triangle(stl, a, c, d);
            }
        }
        Files.write(file, stl.array());
    }

    /// On the wall; the last point of a ring is the first to the last bit.
    private static double[] point(int ring, int k) {
        double along = (double) ring / RINGS;
        double bump = Math.pow(Math.sin(Math.PI * along), 2);
        double narrow = Math.exp(-Math.pow((along - 0.5) / 0.12, 2)) * (ring == 0 || ring == RINGS ? 0 : 1);
        double radius = RADIUS_MM * (1 - NARROWING * narrow);
        double angle = 2 * Math.PI * (k % AROUND) / AROUND;
        return new double[] {BEND_MM * bump + radius * Math.cos(angle), radius * Math.sin(angle), LENGTH_MM * along};
    }

    /// The normal is left to the reader, as STL allows.
    private static void triangle(ByteBuffer stl, double[]... corners) {
        stl.putFloat(0).putFloat(0).putFloat(0);
        for (double[] corner : corners) {
            stl.putFloat((float) corner[0]).putFloat((float) corner[1]).putFloat((float) corner[2]);
        }
        stl.putShort((short) 0);
    }
}
