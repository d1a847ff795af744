package dev.tessera.output;

import dev.tessera.geometry.Box;
import dev.tessera.geometry.FluidNodes;
import dev.tessera.geometry.NodeMap;
import dev.tessera.geometry.ParallelLoop;
import java.util.Arrays;
import java.util.concurrent.ForkJoinPool;

/// The corners of all fluid nodes' cubes (2D: squares), each once, numbered row by row along x. A row of corners is
/// the union of the four rows of nodes around it, and of these shifted by one node. It is never stored: only the
/// number of corners before each row is (8 B a row).
final class VtkCorners {
    private final NodeMap nodes;
    private final FluidNodes fluid;
    private final Box box;
    private final int layers; // of corners around a node along z: 2, in 2D 1
    private final int rowsAlongY;
    private final int words; // of 64 corners, in a row
    private final long[] before; // corners before each row; one more entry: their total

    private VtkCorners(NodeMap nodes) {
        this.nodes = nodes;
        this.fluid = nodes.fluid();
        this.box = nodes.box();
        this.layers = box.is2d() ? 1 : 2;
        this.rowsAlongY = box.ny() + 1;
        this.words = box.nx() / 64 + 1;
        this.before = new long[rowsAlongY * (box.nz() + layers - 1) + 1];
    }

    static VtkCorners of(NodeMap nodes, ForkJoinPool workers) {
        VtkCorners corners = new VtkCorners(nodes);
        long[] before = corners.before;
        ParallelLoop.over(workers, before.length / corners.rowsAlongY, z -> {
            long[] bits = new long[corners.words];
            for (int row = z * corners.rowsAlongY; row < (z + 1) * corners.rowsAlongY; row++) {
                corners.read(row, bits);
                int count = 0;
                for (long word : bits) {
                    count += Long.bitCount(word);
                }
                before[row + 1] = count;
            }
        });
        for (int row = 1; row < before.length; row++) {
            before[row] += before[row - 1];
        }
        return corners;
    }

    NodeMap of() {
        return nodes;
    }

    long count() {
        return before[before.length - 1];
    }

    /// Around each cell.
    int perCell() {
        return 4 * layers;
    }

    /// The corners of row `row`, one bit each.
    private void read(int row, long[] bits) {
        int y = row % rowsAlongY;
        int z = row / rowsAlongY;
        long last = 0; // the highest bit of the word before
        for (int w = 0; w < words; w++) {
            int length = Math.min(64, box.nx() - 64 * w);
            long union = 0;
            for (int side = 0; side < 2 * layers && length > 0; side++) {
                int ny = y - (side & 1);
                int nz = z - (side >> 1);
                if (ny >= 0 && ny < box.ny() && nz >= 0 && nz < box.nz()) {
                    union |= fluid.bits(box.index(64 * w, ny, nz), length);
                }
            }
            bits[w] = union | union << 1 | last;
            last = union >>> 63;
        }
    }

    /// The points' coordinates in metres, in 32-bit numbers.
    VtkArray points() {
        return VtkArray.ofFloats(count(), 3, this::places);
    }

    /// @param places of consecutive points, `[point][axis]`
    private void places(long first, int count, float[] places) {
        double dx = nodes.spacingM();
        double[] origin = nodes.originM();
        long[] bits = new long[words];
        int row = rowOf(first);
        long left = first - before[row]; // to pass
        for (int at = 0; at < 3 * count; row++) {
            if (before[row + 1] == before[row]) {
                continue;
            }
            read(row, bits);
            int rowY = row % rowsAlongY;
            int rowZ = row / rowsAlongY;
            float y = (float) (origin[1] + (rowY - 0.5) * dx);
            float z = (float) (origin[2] + (rowZ - (layers == 1 ? 0 : 0.5)) * dx);
            for (int w = 0; w < words; w++) {
                for (long rest = bits[w]; rest != 0 && at < 3 * count; rest &= rest - 1) {
                    if (left-- <= 0) {
                        places[at] = (float) (origin[0] + (64 * w + Long.numberOfTrailingZeros(rest) - 0.5) * dx);
                        places[at + 1] = y;
                        places[at + 2] = z;
                        at += 3;
                    }
                }
            }
        }
    }

    private int rowOf(long point) {
        int row = Arrays.binarySearch(before, point);
        row = row < 0 ? -row - 2 : row;
        while (row + 1 < before.length - 1 && before[row + 1] <= point) {
            row++; // rows without corners
        }
        return row;
    }

    /// The numbers of each cell's corners, x fastest.
    VtkArray cells(VtkIndices indices) {
        long cellBytes = (long) indices.bytes() * perCell();
        return new VtkArray(cellBytes * fluid.count(), (from, target) -> {
            if (from % cellBytes != 0 || target.remaining() % cellBytes != 0) {
                throw new IllegalArgumentException(
                        "a part of %d bytes from %d on does not consist of cells".formatted(target.remaining(), from));
            }
            Row row = new Row(this);
            FluidNodes.Ascending ascending = fluid.ascending();
            long first = from / cellBytes;
            long[] corners = new long[target.remaining() / indices.bytes()];
            for (int at = 0; at < corners.length; at += perCell()) {
                row.put(ascending.boxIndex(first + at / perCell()), corners, at);
            }
            indices.put(target, corners);
        });
    }

    /// The rows of corners around one row of nodes.
    private static final class Row {
        private final VtkCorners corners;
        private final long[][] bits; // [row][word]
        private final long[][] passed; // corners before each word
        private long first; // box index of the row's first node
        private long end;

        Row(VtkCorners corners) {
            this.corners = corners;
            this.bits = new long[2 * corners.layers][corners.words];
            this.passed = new long[2 * corners.layers][corners.words];
        }

        private void moveTo(long boxIndex) {
            int y = corners.box.y(boxIndex);
            int z = corners.box.z(boxIndex);
            first = corners.box.index(0, y, z);
            end = first + corners.box.nx();
            for (int r = 0; r < bits.length; r++) {
                int row = (z + (r >> 1)) * corners.rowsAlongY + y + (r & 1);
                corners.read(row, bits[r]);
                long count = corners.before[row];
                for (int w = 0; w < corners.words; w++) {
                    passed[r][w] = count;
                    count += Long.bitCount(bits[r][w]);
                }
            }
        }

        /// @param target filled from `at` on
        void put(long boxIndex, long[] target, int at) {
            if (boxIndex < first || boxIndex >= end) {
                moveTo(boxIndex);
            }
            int x = (int) (boxIndex - first);
            int word = x >>> 6;
            long below = (1L << x) - 1;
            for (int r = 0; r < bits.length; r++) {
                long corner = passed[r][word] + Long.bitCount(bits[r][word] & below);
                target[at + 2 * r] = corner;
                target[at + 2 * r + 1] = corner + 1;
            }
        }
    }
}
