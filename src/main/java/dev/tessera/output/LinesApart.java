package dev.tessera.output;

import dev.tessera.geometry.Box;
import java.util.Arrays;

/// Shortens the streamlines of a 2D flow where they come near others, or near their own beginning: closed lines go
/// round
/// once. The plane is divided into squares; a line ends before a square that was passed before, and lines that pass few
/// squares, around the centre of a vortex, are left out.
final class LinesApart {
    private static final int NEVER = 0;
    private static final int STILL = 4; // a line may return to the squares that it passed that many squares ago

    private static final int FEWEST = 6; // squares of a line

    private final double edge; // of a square, in spacings
    private final int columns;
    private final int[] passed; // [square], number of the line, NEVER
    private final int[] when; // [square], count of the line's squares
    private int lines;

    LinesApart(Box box, double edge) {
        this.edge = edge;
        this.columns = (int) ((box.nx() + 2) / edge) + 1;
        this.passed = new int[columns * ((int) ((box.ny() + 2) / edge) + 1)];
        this.when = new int[passed.length];
    }

    /// The part of a line around the node where it begins; empty: it is left out.
    /// @param line points as those of [StreamlineTracer]
    /// @param x of that node, in the coordinates of the points
    float[] shortened(float[] line, int x, int y) {
        int begin = 0;
        while (line[begin] != x || line[begin + 1] != y) {
            begin += StreamlineTracer.POINT;
        }
        lines++;
        int[] squares = {0};
        int end = follow(line, begin, StreamlineTracer.POINT, squares);
        int first = follow(line, begin, -StreamlineTracer.POINT, squares);
        withdraw();
        return squares[0] < FEWEST ? new float[0] : Arrays.copyOfRange(line, first, end + StreamlineTracer.POINT);
    }

    /// @param squares count of those that the line has passed
    /// @return the last point
    private int follow(float[] line, int begin, int step, int[] squares) {
        int last = begin;
        int now = -1;
        for (int p = begin; p >= 0 && p < line.length; p += step) {
            if (!Float.isNaN(line[p])) {
                int square = square(line[p], line[p + 1]);
                boolean isOwn = passed[square] == lines;
                if (passed[square] != NEVER && !isOwn || isOwn && square != now && squares[0] - when[square] > STILL) {
                    return last;
                }
                squares[0] += square == now || isOwn ? 0 : 1;
                passed[square] = lines;
                when[square] = isOwn ? when[square] : squares[0];
                now = square;
            }
            last = p;
        }
        return last;
    }

    private void withdraw() {
        for (int k = 0; k < passed.length; k++) {
            passed[k] = passed[k] == lines ? NEVER : passed[k];
        }
    }

    /// Makes later lines stay away from a line.
    void add(float[] line) {
        for (int p = 0; p < line.length; p += StreamlineTracer.POINT) {
            if (!Float.isNaN(line[p])) {
                passed[square(line[p], line[p + 1])] = lines;
            }
        }
    }

    private int square(double x, double y) {
        return (int) (x / edge) + columns * (int) (y / edge);
    }
}
