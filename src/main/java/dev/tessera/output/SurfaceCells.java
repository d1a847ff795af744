package dev.tessera.output;

import dev.tessera.geometry.Box;
import dev.tessera.geometry.FluidNodes;
import dev.tessera.geometry.ParallelLoop;
import java.util.Arrays;
import java.util.concurrent.ForkJoinPool;

/// The cells that the surface of the fluid crosses: a cell has eight nodes at its corners, and the surface crosses
/// it where some are fluid and some are not. The box has one more layer of nodes on each side, which are not fluid.
/// Memory: 5 bits per node of the box, and a byte per brick of 8 × 8 × 8 cells.
final class SurfaceCells {
    private static final int BRICK = 8;
    private static final int FAR = 120;
    private static final int WORDS_PER_TASK = 1 << 12;

    private final FluidNodes fluid;
    private final Box padded;
    private final FluidNodes cells;
    private final FluidNodes corners;
    private final int bricksX;
    private final int bricksY;
    private final int bricksZ;
    private final byte[] distance; // [brick], in bricks to the nearest one that has crossed cells

    SurfaceCells(FluidNodes original, ForkJoinPool workers) {
        Box box = original.box();
        this.padded = new Box(box.nx() + 2, box.ny() + 2, box.nz() + 2, false, false, false);
        this.fluid = ofWords(workers, word -> paddedWord(original, word));
        int px = padded.nx();
        long layer = (long) px * padded.ny();
        long[] rows = {0, px, layer, layer + px};
        this.cells = ofWords(workers, word -> {
            long any = 0;
            long all = -1L;
            for (long row : rows) {
                for (int x = 0; x < 2; x++) {
                    long bits = bits(fluid, 64L * word + row + x);
                    any |= bits;
                    all &= bits;
                }
            }
            return any & ~all;
        });
        this.corners = ofWords(workers, word -> {
            long any = 0;
            for (long row : rows) {
                any |= bits(cells, 64L * word - row) | bits(cells, 64L * word - row - 1);
            }
            return any;
        });
        this.bricksX = px / BRICK + 1;
        this.bricksY = padded.ny() / BRICK + 1;
        this.bricksZ = padded.nz() / BRICK + 1;
        this.distance = new byte[Math.multiplyExact(bricksX * bricksY, bricksZ)];
        Arrays.fill(distance, (byte) FAR);
        ParallelLoop.over(workers, bricksZ, this::occupy);
        for (int axis = 0; axis < 3; axis++) {
            spread(axis, workers);
        }
    }

    private interface Word {
        long bits(int word);
    }

    private FluidNodes ofWords(ForkJoinPool workers, Word word) {
        long[] words = new long[Math.toIntExact((padded.size() + 63) >>> 6)];
        int tasks = (words.length + WORDS_PER_TASK - 1) / WORDS_PER_TASK;
        ParallelLoop.over(workers, tasks, task -> {
            for (int w = task * WORDS_PER_TASK; w < Math.min((task + 1) * WORDS_PER_TASK, words.length); w++) {
                words[w] = word.bits(w);
            }
        });
        int used = (int) (padded.size() & 63);
        words[words.length - 1] &= used == 0 ? -1L : -1L >>> 64 - used;
        return FluidNodes.ofBits(padded, words);
    }

    private long paddedWord(FluidNodes original, int word) {
        long bits = 0;
        long from = 64L * word;
        long end = Math.min(from + 64, padded.size());
        for (long n = from; n < end; ) {
            int x = padded.x(n);
            int y = padded.y(n) - 1;
            int z = padded.z(n) - 1;
            int count = (int) Math.min(end - n, padded.nx() - x);
            if (y >= 0
                    && y < original.box().ny()
                    && z >= 0
                    && z < original.box().nz()) {
                int skipped = x == 0 ? 1 : 0;
                int inside = Math.min(count - skipped, original.box().nx() - (x + skipped - 1));
                if (inside > 0) {
                    bits |= original.bits(original.box().index(x + skipped - 1, y, z), inside)
                            << (int) (n - from) + skipped;
                }
            }
            n += count;
        }
        return bits;
    }

    /// 64 bits from any place, 0 outside.
    private long bits(FluidNodes nodes, long from) {
        if (from < 0) {
            return from <= -64 ? 0 : nodes.bits(0, 64) << (int) -from;
        }
        return from >= padded.size() ? 0 : nodes.bits(from, 64);
    }

    private void occupy(int brickZ) {
        for (int z = BRICK * brickZ; z < Math.min(BRICK * (brickZ + 1), padded.nz()); z++) {
            for (int y = 0; y < padded.ny(); y++) {
                int row = (brickZ * bricksY + y / BRICK) * bricksX;
                for (int x = 0; x < padded.nx(); x += 64) {
                    long bits = cells.bits(padded.index(x, y, z), Math.min(64, padded.nx() - x));
                    for (; bits != 0; bits &= ~(255L << (Long.numberOfTrailingZeros(bits) & 56))) {
                        distance[row + (x + Long.numberOfTrailingZeros(bits)) / BRICK] = 0;
                    }
                }
            }
        }
    }

    /// Lowers the distances along one axis: the largest of what remains along it and across it.
    private void spread(int axis, ForkJoinPool workers) {
        int count = axis == 0 ? bricksX : axis == 1 ? bricksY : bricksZ;
        int stride = axis == 0 ? 1 : axis == 1 ? bricksX : bricksX * bricksY;
        int lines = distance.length / count;
        int linesPerTask = Math.max(1, (1 << 14) / count);
        ParallelLoop.over(workers, (lines + linesPerTask - 1) / linesPerTask, task -> {
            byte[] before = new byte[count];
            for (int l = task * linesPerTask; l < Math.min((task + 1) * linesPerTask, lines); l++) {
                int first = l / stride * stride * count + l % stride;
                for (int k = 0; k < count; k++) {
                    before[k] = distance[first + k * stride];
                }
                for (int k = 0; k < count; k++) {
                    int best = before[k];
                    for (int d = 1; d < best && (k - d >= 0 || k + d < count); d++) {
                        int near = Math.min(k - d >= 0 ? before[k - d] : FAR, k + d < count ? before[k + d] : FAR);
                        best = Math.min(best, Math.max(near, d));
                    }
                    distance[first + k * stride] = (byte) best;
                }
            }
        });
    }

    /// The box with a layer around it: node (x, y, z) of the original is (x + 1, y + 1, z + 1) here.
    Box box() {
        return padded;
    }

    /// The nodes at the corners of crossed cells.
    FluidNodes corners() {
        return corners;
    }

    /// Whether a node is fluid.
    /// @param index in the box with the layer; false outside
    boolean isFluid(long index) {
        return index < padded.size() && fluid.isFluid(index);
    }

    /// Whether the surface crosses the cell whose corner of lowest x, y, z is this node.
    boolean isCrossed(long index) {
        return cells.isFluid(index);
    }

    /// How many bricks around the one with this cell have no crossed cell: those nearer than this number; 0
    /// where the brick itself has some.
    int emptyBricks(int x, int y, int z) {
        return distance[((z >> 3) * bricksY + (y >> 3)) * bricksX + (x >> 3)];
    }
}
