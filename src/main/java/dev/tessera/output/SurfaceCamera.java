package dev.tessera.output;

import dev.tessera.geometry.FluidNodes;
import dev.tessera.geometry.ParallelLoop;
import dev.tessera.geometry.Vec;
import dev.tessera.solver.OutputChoice.View;
import java.awt.BasicStroke;
import java.awt.Graphics2D;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ForkJoinPool;

/// A parallel projection onto a picture. Lengths are in spacings, in the box of [SurfaceCells].
///
/// @param right unit vector to the right of the picture
/// @param up unit vector upward
/// @param toViewer unit vector out of the picture
/// @param centre the place in the middle of the picture
/// @param width pixels
/// @param height pixels
/// @param pixel the edge of a pixel
/// @param distance from the centre to the plane where rays begin
record SurfaceCamera(
        Vec right, Vec up, Vec toViewer, Vec centre, int width, int height, double pixel, double distance) {
    private static final int CORNERS_PER_TASK = 1 << 14;
    private static final int WANTED_PIXELS = 800;
    private static final int SMALLEST_PIXELS = 240;
    private static final double AXIS = 20; // pixels of an axis that is not foreshortened
    private static final double SHORTEST_AXIS = 0.2; // as a part of that
    private static final double LETTER = 8; // pixels from the end of an axis to the middle of its letter
    private static final double LETTERS_APART = 12; // pixels
    private static final double MARGIN = 0.015; // of the longer side, all around
    private static final double TURN = Math.toRadians(25); // of the standard view: to the side
    private static final double TILT = Math.toRadians(20); // of the standard view: from above

    /// A view of all corners of crossed cells.
    /// @param from the direction to the viewer; empty: along the shortest extent, tilted
    static SurfaceCamera of(SurfaceCells cells, Optional<Vec> from, ForkJoinPool workers) {
        double[][] extent = extents(cells.corners(), workers, new Vec(1, 0, 0), new Vec(0, 1, 0), new Vec(0, 0, 1));
        Vec toViewer = from.map(Vec::unit).orElseGet(() -> standard(extent));
        Vec vertical = Math.abs(toViewer.z()) > 0.999 || from.isEmpty() && shortest(extent) == 2
                ? new Vec(0, 1, 0)
                : new Vec(0, 0, 1);
        Vec right = vertical.cross(toViewer).unit();
        Vec up = toViewer.cross(right);
        double[][] seen = extents(cells.corners(), workers, right, up, toViewer);
        double wide = seen[0][1] - seen[0][0];
        double high = seen[1][1] - seen[1][0];
        double margin = 2 * MARGIN * Math.max(wide, high);
        double pixel = (Math.max(wide, high) + margin) / WANTED_PIXELS;
        Vec centre = right.times(0.5 * (seen[0][0] + seen[0][1]))
                .plus(up.times(0.5 * (seen[1][0] + seen[1][1])))
                .plus(toViewer.times(0.5 * (seen[2][0] + seen[2][1])));
        return new SurfaceCamera(
                right,
                up,
                toViewer,
                centre,
                Math.max(SMALLEST_PIXELS, (int) Math.ceil((wide + margin) / pixel)),
                Math.max(SMALLEST_PIXELS, (int) Math.ceil((high + margin) / pixel)),
                pixel,
                0.5 * (seen[2][1] - seen[2][0]) + 2);
    }

    /// Draws the directions of the axes, with their letters, from (x, y) on. An axis that is seen almost from its
    /// end is left out, and letters move outward until they are apart.
    void drawAxes(Graphics2D g, int x, int y) {
        List<double[]> letters = new ArrayList<>();
        g.setStroke(new BasicStroke(2));
        for (int axis = 0; axis < 3; axis++) {
            double across = right.along(axis);
            double down = -up.along(axis);
            double length = Math.hypot(across, down);
            if (length > SHORTEST_AXIS) {
                g.drawLine(x, y, x + (int) Math.round(AXIS * across), y + (int) Math.round(AXIS * down));
                double away = AXIS * length + LETTER;
                while (isNear(letters, away * across / length, away * down / length)) {
                    away += 2;
                }
                double[] place = {away * across / length, away * down / length};
                letters.add(place);
                g.drawString(
                        "xyz".substring(axis, axis + 1),
                        x - 3 + (int) Math.round(place[0]),
                        y + 4 + (int) Math.round(place[1]));
            }
        }
        g.setStroke(new BasicStroke(1));
    }

    private static boolean isNear(List<double[]> letters, double x, double y) {
        return letters.stream().anyMatch(letter -> Math.hypot(letter[0] - x, letter[1] - y) < LETTERS_APART);
    }

    private static Vec standard(double[][] extent) {
        int axis = shortest(extent);
        Vec ahead = View.Surface.toViewer(axis);
        Vec vertical = axis == 2 ? new Vec(0, 1, 0) : new Vec(0, 0, 1);
        Vec side = vertical.cross(ahead);
        return ahead.times(Math.cos(TURN))
                .plus(side.times(Math.sin(TURN)))
                .times(Math.cos(TILT))
                .plus(vertical.times(Math.sin(TILT)));
    }

    /// The axis along which the fluid is shortest; y where it is as short as others, since z is upward.
    private static int shortest(double[][] extent) {
        int shortest = 1;
        for (int axis : new int[] {0, 2}) {
            if (length(extent, axis) < 0.999 * length(extent, shortest)) {
                shortest = axis;
            }
        }
        return shortest;
    }

    private static double length(double[][] extent, int axis) {
        return extent[axis][1] - extent[axis][0];
    }

    /// Smallest and largest of `place · direction`, `[direction][2]`.
    private static double[][] extents(FluidNodes corners, ForkJoinPool workers, Vec... directions) {
        int tasks = Math.toIntExact((corners.count() + CORNERS_PER_TASK - 1) / CORNERS_PER_TASK);
        double[][][] found = new double[tasks][][];
        ParallelLoop.over(workers, tasks, task -> {
            long from = (long) task * CORNERS_PER_TASK;
            found[task] = extents(corners, from, Math.min(from + CORNERS_PER_TASK, corners.count()), directions);
        });
        double[][] extent = extents(corners, 0, 0, directions);
        for (double[][] some : found) {
            for (int k = 0; k < directions.length; k++) {
                extent[k][0] = Math.min(extent[k][0], some[k][0]);
                extent[k][1] = Math.max(extent[k][1], some[k][1]);
            }
        }
        return extent;
    }

    private static double[][] extents(FluidNodes corners, long from, long end, Vec... directions) {
        double[][] extent = new double[directions.length][2];
        for (double[] ends : extent) {
            ends[0] = Double.POSITIVE_INFINITY;
            ends[1] = Double.NEGATIVE_INFINITY;
        }
        var box = corners.box();
        FluidNodes.Ascending ascending = corners.ascending();
        for (long c = from; c < end; c++) {
            long at = ascending.boxIndex(c);
            int x = box.x(at);
            int y = box.y(at);
            int z = box.z(at);
            for (int k = 0; k < directions.length; k++) {
                double along = directions[k].x() * x + directions[k].y() * y + directions[k].z() * z;
                extent[k][0] = Math.min(extent[k][0], along);
                extent[k][1] = Math.max(extent[k][1], along);
            }
        }
        return extent;
    }
}
