package dev.tessera.geometry.partition;

import dev.tessera.geometry.Box;
import dev.tessera.geometry.FluidNodes;
import dev.tessera.geometry.ParallelLoop;
import dev.tessera.geometry.Slab;
import dev.tessera.geometry.SlabExchange;
import dev.tessera.geometry.Tiling;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ForkJoinPool;
import java.util.stream.Stream;

/// What a division between tiles needs to know of the tiles that contain fluid, in the order of the mesh of tiles:
/// their
/// places in it, their fluid nodes, and the links along each axis across their upper faces.
///
/// @param places `[tile]`, ascending
/// @param nodes `[tile]`
/// @param faces `[axis][tile]`
@SuppressWarnings("ArrayRecordComponent")
record TileCounts(int[] places, int[] nodes, int[][] faces) {
    private static final int ROWS_PER_TASK = 16;
    private static final int TILES_PER_MESSAGE = 1 << 18;
    private static final int WORDS = 3; // of a tile in a message

    private static TileCounts ofSize(int count) {
        return new TileCounts(new int[count], new int[count], new int[3][count]);
    }

    int count() {
        return places.length;
    }

    /// Counts the tiles whose first plane in the whole box is one of the slab, 64 nodes at a time.
    /// @param fluid of the slab's stored box
    static TileCounts of(Slab slab, FluidNodes fluid, Tiling tiling, Box mesh, ForkJoinPool workers) {
        int from = mesh.ny() * firstLayer(slab.first(), tiling);
        int end = mesh.ny() * (slab.end() == slab.whole().nz() ? mesh.nz() : firstLayer(slab.end(), tiling));
        TileCounts[] found = new TileCounts[Math.ceilDiv(end - from, ROWS_PER_TASK)];
        ParallelLoop.over(workers, found.length, task -> {
            int first = from + task * ROWS_PER_TASK;
            found[task] = new Rows(slab, fluid, tiling, mesh).count(first, Math.min(end, first + ROWS_PER_TASK));
        });
        return joined(List.of(found));
    }

    /// The first layer of tiles whose first plane is not before a plane of the whole box.
    private static int firstLayer(int plane, Tiling tiling) {
        return plane == 0 ? 0 : Math.ceilDiv(plane + tiling.offsetZ(), tiling.c());
    }

    private static TileCounts joined(List<TileCounts> pieces) {
        return new TileCounts(
                joined(pieces.stream().map(TileCounts::places)),
                joined(pieces.stream().map(TileCounts::nodes)),
                new int[][] {joinedFaces(pieces, 0), joinedFaces(pieces, 1), joinedFaces(pieces, 2)});
    }

    private static int[] joinedFaces(List<TileCounts> pieces, int axis) {
        return joined(pieces.stream().map(piece -> piece.faces[axis]));
    }

    private static int[] joined(Stream<int[]> pieces) {
        List<int[]> all = pieces.toList();
        int[] joined = new int
                [Math.toIntExact(all.stream().mapToLong(piece -> piece.length).sum())];
        int at = 0;
        for (int[] piece : all) {
            System.arraycopy(piece, 0, joined, at, piece.length);
            at += piece.length;
        }
        return joined;
    }

    /// The tiles of all slabs. Collective.
    TileCounts ofAll(SlabExchange exchange) {
        if (exchange.count() == 1) {
            return this;
        }
        int[] counts = exchange.all(new long[] {count()}).stream()
                .mapToInt(count -> (int) count[0])
                .toArray();
        int[] starts = new int[counts.length]; // slabs ascend, as tiles do
        for (int rank = 1; rank < counts.length; rank++) {
            starts[rank] = Math.addExact(starts[rank - 1], counts[rank - 1]);
        }
        TileCounts all = ofSize(Math.addExact(starts[counts.length - 1], counts[counts.length - 1]));
        int most = Arrays.stream(counts).max().orElseThrow();
        for (int from = 0; from < most; from += TILES_PER_MESSAGE) {
            List<long[]> messages = exchange.all(packed(from, Math.min(count() - from, TILES_PER_MESSAGE)));
            for (int rank = 0; rank < counts.length; rank++) {
                all.unpack(messages.get(rank), starts[rank] + from);
            }
        }
        return all;
    }

    /// @param count of tiles; none if negative
    private long[] packed(int from, int count) {
        long[] words = new long[WORDS * Math.max(0, count)];
        for (int k = 0; k < words.length / WORDS; k++) {
            int tile = from + k;
            words[WORDS * k] = (long) nodes[tile] << Integer.SIZE | places[tile];
            words[WORDS * k + 1] = (long) faces[1][tile] << Integer.SIZE | faces[0][tile];
            words[WORDS * k + 2] = faces[2][tile];
        }
        return words;
    }

    private void unpack(long[] words, int from) {
        for (int k = 0; k < words.length / WORDS; k++) {
            int tile = from + k;
            places[tile] = (int) words[WORDS * k];
            nodes[tile] = (int) (words[WORDS * k] >>> Integer.SIZE);
            faces[0][tile] = (int) words[WORDS * k + 1];
            faces[1][tile] = (int) (words[WORDS * k + 1] >>> Integer.SIZE);
            faces[2][tile] = (int) words[WORDS * k + 2];
        }
    }

    /// Counts rows of tiles, for one thread.
    private static final class Rows {
        private final Slab slab;
        private final FluidNodes fluid;
        private final Box box; // stored
        private final Tiling tiling;
        private final Box mesh;
        private final int[] nodes; // of the present row, [tile]
        private final int[][] faces; // of the present row, [axis][tile]
        private TileCounts found = ofSize(16);
        private int count;

        Rows(Slab slab, FluidNodes fluid, Tiling tiling, Box mesh) {
            this.slab = slab;
            this.fluid = fluid;
            this.box = fluid.box();
            this.tiling = tiling;
            this.mesh = mesh;
            this.nodes = new int[mesh.nx()];
            this.faces = new int[3][mesh.nx()];
        }

        TileCounts count(int from, int end) {
            for (int row = from; row < end; row++) {
                if (countRow(row)) {
                    keepRow(row * mesh.nx());
                }
            }
            return cut(count);
        }

        /// @return whether there is fluid
        private boolean countRow(int row) {
            int tileY = row % mesh.ny();
            int tileZ = row / mesh.ny();
            int endY = Math.min(box.ny(), (tileY + 1) * tiling.b() - tiling.offsetY());
            int endZ = slab.storedZ(Math.min(slab.whole().nz(), (tileZ + 1) * tiling.c() - tiling.offsetZ()));
            int fromY = Math.max(0, tileY * tiling.b() - tiling.offsetY());
            int fromZ = slab.storedZ(Math.max(0, tileZ * tiling.c() - tiling.offsetZ()));
            boolean hasFluid = false;
            for (int z = fromZ; z < endZ; z++) {
                for (int y = fromY; y < endY; y++) {
                    long behindY = y == endY - 1 ? box.neighbour(0, y, z, 0, 1, 0) : -1;
                    long behindZ = z == endZ - 1 ? box.neighbour(0, y, z, 0, 0, 1) : -1;
                    hasFluid |= countNodes(y, z, behindY, behindZ);
                }
            }
            return hasFluid;
        }

        /// @param behindY box index of the row of nodes beyond the upper face along y, or -1
        /// @param behindZ the same along z
        private boolean countNodes(int y, int z, long behindY, long behindZ) {
            long first = box.index(0, y, z);
            long end = first + box.nx();
            long at = fluid.next(first, end);
            boolean hasFluid = at < end;
            while (at < end) {
                int x = (int) (at - first);
                int tile = (x + tiling.offsetX()) / tiling.a();
                int endX = Math.min(box.nx(), (tile + 1) * tiling.a() - tiling.offsetX());
                int width = Math.min(64, endX - x);
                long bits = fluid.bits(at, width);
                nodes[tile] += Long.bitCount(bits);
                faces[1][tile] += behindY < 0 ? 0 : Long.bitCount(bits & fluid.bits(behindY + x, width));
                faces[2][tile] += behindZ < 0 ? 0 : Long.bitCount(bits & fluid.bits(behindZ + x, width));
                if (x + width == endX && bits >>> width - 1 != 0) {
                    faces[0][tile] += fluid.isFluid(box.neighbour(endX - 1, y, z, 1, 0, 0)) ? 1 : 0;
                }
                at = fluid.next(at + width, end);
            }
            return hasFluid;
        }

        private void keepRow(int firstPlace) {
            for (int tile = 0; tile < nodes.length; tile++) {
                if (nodes[tile] > 0) {
                    if (count == found.count()) {
                        found = cut(2 * count);
                    }
                    found.places[count] = firstPlace + tile;
                    found.nodes[count] = nodes[tile];
                    for (int axis = 0; axis < 3; axis++) {
                        found.faces[axis][count] = faces[axis][tile];
                        faces[axis][tile] = 0;
                    }
                    nodes[tile] = 0;
                    count++;
                }
            }
        }

        private TileCounts cut(int length) {
            return new TileCounts(Arrays.copyOf(found.places, length), Arrays.copyOf(found.nodes, length), new int[][] {
                Arrays.copyOf(found.faces[0], length),
                Arrays.copyOf(found.faces[1], length),
                Arrays.copyOf(found.faces[2], length)
            });
        }
    }
}
