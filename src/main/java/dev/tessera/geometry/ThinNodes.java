package dev.tessera.geometry;

import java.util.Arrays;
import java.util.concurrent.ForkJoinPool;

/// Finds the fluid nodes that are far from all wide ones: in blocks of rows, 64 nodes of a row at a time.
///
/// A node is *wide* where it is in runs of [ThinPlaces#NODES] fluid nodes along x, y and z (2D: x and y). Nodes up to
/// two steps
/// along each axis from a wide one are *near*; the others are thin. Positions beyond a side of the box are not fluid;
/// across a periodic side the box is repeated, except along x, where all positions beyond it count as wide.
final class ThinNodes {
    private static final int AWAY = 2;
    private static final int HALO = AWAY + ThinPlaces.NODES - 1; // rows that decide on one

    /// Planes of a slab's neighbour in which all thin nodes are known.
    static final int OVERLAP = Slab.GHOST - HALO;

    private static final int ROWS = 64; // along y, in a block
    private static final int PLANES = 16;

    private final FluidNodes fluid;
    private final Box box;
    private final int wordsOfRow;
    private final int blocksY;
    private final int blocksZ;

    private ThinNodes(FluidNodes fluid) {
        this.fluid = fluid;
        this.box = fluid.box();
        this.wordsOfRow = (box.nx() + 63) / 64;
        this.blocksY = (box.ny() + ROWS - 1) / ROWS;
        this.blocksZ = (box.nz() + PLANES - 1) / PLANES;
    }

    /// The runs of thin nodes along x, in a slab's own planes and [#OVERLAP] others on either side.
    /// @param fluid of the slab's stored box
    static FluidRuns runs(FluidNodes fluid, Slab slab, ForkJoinPool workers) {
        ThinNodes thin = new ThinNodes(fluid);
        int[][] found = new int[Math.multiplyExact(thin.blocksY, thin.blocksZ)][];
        ParallelLoop.over(workers, found.length, i -> found[i] = thin.new Block(i).find());
        int beyond = slab.isWhole() ? 0 : OVERLAP * thin.box.ny();
        return FluidRuns.ofTriples(thin.box, found, slab.firstRow() - beyond, slab.endRow() + beyond);
    }

    /// The rows of a block, and the rows and words around them that decide on its nodes.
    private final class Block {
        private final int lowY;
        private final int lowZ;
        private final int rows; // along y, without halo
        private final int planes;
        private final int haloZ;
        private final int allRows; // along y, with halo
        private int firstWord; // of a row
        private int words;
        private long[] nodes = {}; // [plane][row][word]: whether a node is fluid
        private long[] near = {}; // as `nodes`: up to AWAY from a wide node along x

        Block(int number) {
            this.lowY = number % blocksY * ROWS;
            this.lowZ = number / blocksY * PLANES;
            this.rows = Math.min(ROWS, box.ny() - lowY);
            this.planes = Math.min(PLANES, box.nz() - lowZ);
            this.haloZ = box.is2d() ? 0 : HALO;
            this.allRows = rows + 2 * HALO;
        }

        /// @return row, start and end of each run of thin nodes
        int[] find() {
            if (!findWords()) {
                return new int[0];
            }
            nodes = new long[(planes + 2 * haloZ) * allRows * words];
            near = new long[nodes.length];
            for (int z = -haloZ; z < planes + haloZ; z++) {
                for (int y = -HALO; y < rows + HALO; y++) {
                    gather(y, z);
                }
            }
            int awayZ = Math.min(AWAY, haloZ);
            for (int z = -awayZ; z < planes + awayZ; z++) {
                for (int y = -AWAY; y < rows + AWAY; y++) {
                    spread(y, z);
                }
            }
            return thin();
        }

        /// Finds the words that hold fluid, and takes one more at each end.
        private boolean findWords() {
            int low = wordsOfRow;
            int high = -1;
            for (int z = lowZ; z < lowZ + planes; z++) {
                for (int y = lowY; y < lowY + rows; y++) {
                    long row = box.index(0, y, z);
                    long end = row + box.nx();
                    long first = fluid.next(row, end);
                    if (first < end) {
                        low = Math.min(low, (int) (first - row >>> 6));
                        int last = Math.max(high, low);
                        while (last + 1 < wordsOfRow && fluid.next(row + 64L * (last + 1), end) < end) {
                            last++;
                        }
                        high = last;
                    }
                }
            }
            firstWord = low - 1;
            words = high - low + 3;
            return high >= 0;
        }

        private int at(int y, int z) {
            return ((z + haloZ) * allRows + y + HALO) * words;
        }

        /// The position in the box, wrapped; -1 outside.
        private static int inside(int position, int count, boolean periodic) {
            return position >= 0 && position < count ? position : periodic ? Math.floorMod(position, count) : -1;
        }

        private long rowOf(int y, int z) {
            int insideY = inside(lowY + y, box.ny(), box.periodicY());
            int insideZ = inside(lowZ + z, box.nz(), box.periodicZ());
            return insideY < 0 || insideZ < 0 ? -1 : box.index(0, insideY, insideZ);
        }

        private void gather(int y, int z) {
            long row = rowOf(y, z);
            int at = at(y, z);
            for (int w = 0; w < words && row >= 0; w++) {
                int word = firstWord + w;
                long bits = 0;
                if (word >= 0 && word < wordsOfRow) {
                    bits = fluid.bits(row + 64L * word, Math.min(64, box.nx() - 64 * word));
                }
                nodes[at + w] = bits | beyond(w);
            }
        }

        /// The bits of positions beyond the ends of the row, where these are periodic.
        private long beyond(int w) {
            int used = box.nx() - 64 * (firstWord + w);
            if (!box.periodicX() || firstWord + w >= 0 && used >= 64) {
                return 0;
            }
            return firstWord + w < 0 || used <= 0 ? -1L : -1L << used;
        }

        private void spread(int y, int z) {
            if (rowOf(y, z) < 0) {
                return;
            }
            int at = at(y, z);
            long before = 0;
            long here = wide(at, 0);
            for (int w = 0; w < words; w++) {
                long after = w + 1 < words ? wide(at, w + 1) : 0;
                near[at + w] = here
                        | here << 1
                        | here << 2
                        | here >>> 1
                        | here >>> 2
                        | before >>> 63
                        | before >>> 62
                        | after << 63
                        | after << 62;
                before = here;
                here = after;
            }
        }

        private long wide(int row, int w) {
            int at = row + w;
            long here = nodes[at];
            if (here == 0) {
                return 0;
            }
            long before = w > 0 ? nodes[at - 1] : 0;
            long after = w + 1 < words ? nodes[at + 1] : 0;
            long wide = ThinPlaces.inRun(
                    here << 3 | before >>> 61,
                    here << 2 | before >>> 62,
                    here << 1 | before >>> 63,
                    here,
                    here >>> 1 | after << 63,
                    here >>> 2 | after << 62,
                    here >>> 3 | after << 61);
            wide &= alongAxis(at, words);
            return (haloZ == 0 ? wide : wide & alongAxis(at, allRows * words)) | beyond(w);
        }

        private long alongAxis(int at, int step) {
            return ThinPlaces.inRun(
                    nodes[at - 3 * step],
                    nodes[at - 2 * step],
                    nodes[at - step],
                    nodes[at],
                    nodes[at + step],
                    nodes[at + 2 * step],
                    nodes[at + 3 * step]);
        }

        private int[] thin() {
            int[] runs = new int[0];
            int count = 0;
            for (int z = 0; z < planes; z++) {
                for (int y = 0; y < rows; y++) {
                    int row = lowY + y + box.ny() * (lowZ + z);
                    for (int w = 1; w < words - 1; w++) {
                        long left = nodes[at(y, z) + w] & ~beyond(w);
                        left = left == 0 ? 0 : away(left, y, z, w);
                        while (left != 0) {
                            int low = Long.numberOfTrailingZeros(left);
                            int length = Long.numberOfTrailingZeros(~(left >>> low));
                            int start = 64 * (firstWord + w) + low;
                            if (count > 0 && runs[count - 3] == row && runs[count - 1] == start) {
                                runs[count - 1] = start + length;
                            } else {
                                runs = count < runs.length ? runs : Arrays.copyOf(runs, 2 * count + 24);
                                runs[count] = row;
                                runs[count + 1] = start;
                                runs[count + 2] = start + length;
                                count += 3;
                            }
                            left &= low + length >= 64 ? 0 : -1L << low + length;
                        }
                    }
                }
            }
            return Arrays.copyOf(runs, count);
        }

        /// Those of some nodes that are not near.
        private long away(long candidates, int y, int z, int w) {
            int awayZ = Math.min(AWAY, haloZ);
            long left = candidates & ~near[at(y, z) + w];
            for (int dz = -awayZ; dz <= awayZ && left != 0; dz++) {
                for (int dy = -AWAY; dy <= AWAY; dy++) {
                    left &= ~near[at(y + dy, z + dz) + w];
                }
            }
            return left;
        }
    }
}
