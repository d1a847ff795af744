package dev.tessera.output;

import dev.tessera.geometry.Box;
import dev.tessera.geometry.NodeMap;
import dev.tessera.geometry.ParallelLoop;
import dev.tessera.solver.field.FieldData;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ForkJoinPool;

/// Streamlines that fill the fluid evenly. They begin at fluid nodes in a fixed order that spreads over the box; a
/// node is passed over where an earlier line is near. So vortices and dead ends have lines too, which lines
/// from the inlet alone would not reach. Lines of 2D flows end where another one, or their own beginning, is near.
final class Streamlines {
    private static final int MOST_LINES = 180;
    private static final int BATCH = 32; // nodes that are tried at once
    private static final int MOST_TRIED = 1 << 12;
    private static final double CELLS = 5_000; // the fluid is divided into about as many cubes, with a line each
    private static final double SQUARES = 900; // as CELLS, in 2D
    private static final double SHORTEST = 0.08; // of the longest side of the box
    private static final double GOLDEN = 0.5 * (Math.sqrt(5) - 1);
    private static final float[] NONE = {};
    private static final float[] GAP = {Float.NaN, Float.NaN, Float.NaN, Float.NaN};

    private final Box box;
    private final double edge; // of a cube, in spacings
    private final long[] used; // cubes with a line, one bit each
    private final int columns;
    private final int rows;
    private final Optional<LinesApart> apart; // in 2D

    private Streamlines(NodeMap nodes) {
        this.box = nodes.box();
        long count = nodes.fluid().count();
        this.edge = Math.max(1, box.is2d() ? Math.sqrt(count / SQUARES) : Math.cbrt(count / CELLS));
        this.columns = (int) ((box.nx() + 2) / edge) + 1;
        this.rows = (int) ((box.ny() + 2) / edge) + 1;
        int layers = (int) ((box.nz() + 2) / edge) + 1;
        this.apart = box.is2d() ? Optional.of(new LinesApart(box, 0.5 * edge)) : Optional.empty();
        this.used = new long[Math.toIntExact(((long) columns * rows * layers >>> 6) + 1)];
    }

    /// @param velocity of all fluid nodes
    /// @param colour the field whose values the points have
    /// @return points of all lines, as those of [StreamlineTracer], with NaN between lines
    static float[] of(NodeMap nodes, FieldData velocity, FieldData colour, ForkJoinPool workers) {
        double fastest = fastest(velocity.values());
        if (!(fastest > 0)) {
            return NONE;
        }
        FieldValues field = FieldValues.of(colour, nodes);
        List<float[]> lines = new Streamlines(nodes)
                .fill(nodes, () -> new StreamlineTracer(nodes, velocity.values(), fastest, field), workers);
        return joined(lines);
    }

    private interface Tracers {
        StreamlineTracer one();
    }

    /// Tries nodes batch by batch: the result does not depend on the number of threads.
    private List<float[]> fill(NodeMap nodes, Tracers tracers, ForkJoinPool workers) {
        List<float[]> lines = new ArrayList<>();
        float[][] tried = new float[BATCH][];
        long[] begins = new long[BATCH];
        for (int first = 0; first < MOST_TRIED && lines.size() < MOST_LINES; first += BATCH) {
            for (int k = 0; k < BATCH; k++) {
                begins[k] = (long) (nodes.fluid().count() * ((first + k + 0.5) * GOLDEN % 1));
            }
            ParallelLoop.over(workers, BATCH, k -> {
                long node = nodes.fluid().boxIndex(begins[k]);
                tried[k] = isUsed(cube(box.x(node) + 1, box.y(node) + 1, box.z(node) + 1))
                        ? NONE
                        : tracers.one().through(begins[k]);
            });
            for (int k = 0; k < BATCH && lines.size() < MOST_LINES; k++) {
                long node = nodes.fluid().boxIndex(begins[k]);
                int x = box.x(node) + 1;
                int y = box.y(node) + 1;
                float[] line =
                        isLong(tried[k]) && !isUsed(cube(x, y, box.z(node) + 1)) ? shortened(tried[k], x, y) : NONE;
                if (isLong(line)) {
                    use(line);
                    apart.ifPresent(others -> others.add(line));
                    lines.add(line);
                }
            }
        }
        return lines;
    }

    private float[] shortened(float[] line, int x, int y) {
        return apart.map(others -> others.shortened(line, x, y)).orElse(line);
    }

    private boolean isLong(float[] line) {
        double steps = line.length / (double) StreamlineTracer.POINT;
        return steps > 2 * SHORTEST * Math.max(box.nx(), Math.max(box.ny(), box.nz()));
    }

    private long cube(double x, double y, double z) {
        return (long) (x / edge) + columns * ((long) (y / edge) + rows * (long) (z / edge));
    }

    private boolean isUsed(long cube) {
        return (used[(int) (cube >>> 6)] >>> cube & 1) != 0;
    }

    private void use(float[] line) {
        for (int p = 0; p < line.length; p += StreamlineTracer.POINT) {
            if (!Float.isNaN(line[p])) {
                long cube = cube(line[p], line[p + 1], line[p + 2]);
                used[(int) (cube >>> 6)] |= 1L << cube;
            }
        }
    }

    private static float[] joined(List<float[]> lines) {
        int length = lines.stream().mapToInt(line -> line.length + GAP.length).sum();
        float[] all = new float[length];
        int next = 0;
        for (float[] line : lines) {
            System.arraycopy(line, 0, all, next, line.length);
            System.arraycopy(GAP, 0, all, next + line.length, GAP.length);
            next += line.length + GAP.length;
        }
        return all;
    }

    private static double fastest(double[][] velocity) {
        double[] squares = new double[velocity[0].length];
        for (double[] component : velocity) {
            for (int n = 0; n < squares.length; n++) {
                squares[n] += component[n] * component[n];
            }
        }
        return Math.sqrt(Arrays.stream(squares).max().orElse(0));
    }
}
