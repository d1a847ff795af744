package dev.tessera.geometry.partition;

import dev.tessera.geometry.Box;
import dev.tessera.geometry.FluidNodes;
import dev.tessera.geometry.ParallelLoop;
import dev.tessera.geometry.Tiling;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.stream.LongStream;

/// Counts what crosses the cuts of a division, exactly, 64 nodes at a time; only tiles beside other parts are
/// examined. Where processes have a slab of the geometry each, each examines the tiles that begin in it. A node of
/// another part counts once as a halo node, although it can have several images across periodic
/// sides. Whether an edge node is scattered is decided within its tile.
final class CutSizes {
    private static final int TILES_PER_TASK = 1 << 12;
    private static final int CODES = 27;

    private final TileGraph graph;
    private final FluidNodes fluid;
    private final Box box; // stored
    private final int[] owners; // [tile]
    private final int parts;
    private final boolean[] isDirection = new boolean[CODES];
    private final AtomicLongArray links; // [from * parts + to]
    private final AtomicLongArray edges; // [part]
    private final AtomicLongArray scattered; // [part], edge nodes
    private final AtomicLongArray halos; // [part]

    private CutSizes(TileGraph graph, int[] owners, int parts, int[] codes) {
        this.graph = graph;
        this.fluid = graph.stored();
        this.box = fluid.box();
        this.owners = owners;
        this.parts = parts;
        this.links = new AtomicLongArray(Math.multiplyExact(parts, parts));
        this.edges = new AtomicLongArray(parts);
        this.scattered = new AtomicLongArray(parts);
        this.halos = new AtomicLongArray(parts);
        for (int code : codes) {
            isDirection[code] = true;
        }
    }

    /// Counts the tiles of the own slab.
    /// @param owners the part of each tile
    /// @param codes of the lattice's directions, `(x+1) + 3(y+1) + 9(z+1)`; a link along one of them carries a
    ///        population
    static CutSizes of(TileGraph graph, int[] owners, int parts, int[] codes, ForkJoinPool workers) {
        CutSizes sizes = new CutSizes(graph, owners, parts, codes);
        ParallelLoop.over(workers, Math.ceilDiv(graph.end() - graph.first(), TILES_PER_TASK), task -> {
            int first = graph.first() + task * TILES_PER_TASK;
            int end = Math.min(graph.end(), first + TILES_PER_TASK);
            Row row = sizes.new Row();
            for (int tile = first; tile < end; tile++) {
                if (row.isBesideOthers(tile)) {
                    row.count(tile);
                }
            }
        });
        return sizes;
    }

    /// The sizes of the parts, from the counts of all slabs. Collective.
    /// @return `[part]`
    List<PartSize> ofAll() {
        if (!graph.slab().isWhole()) {
            addOthers();
        }
        return sizes();
    }

    /// Adds what other slabs have counted: the numbers that are not 0, each behind its place.
    private void addOthers() {
        List<AtomicLongArray> counts = List.of(links, edges, scattered, halos);
        LongStream.Builder own = LongStream.builder();
        long start = 0;
        for (AtomicLongArray count : counts) {
            for (int k = 0; k < count.length(); k++) {
                if (count.get(k) != 0) {
                    own.add(start + k).add(count.get(k));
                }
            }
            start += count.length();
        }
        List<long[]> all = graph.slab().exchange().all(own.build().toArray());
        for (int rank = 0; rank < all.size(); rank++) {
            if (rank != graph.slab().exchange().rank()) {
                add(all.get(rank), counts);
            }
        }
    }

    private static void add(long[] others, List<AtomicLongArray> counts) {
        for (int k = 0; k < others.length; k += 2) {
            long place = others[k];
            int at = 0;
            while (place >= counts.get(at).length()) {
                place -= counts.get(at++).length();
            }
            counts.get(at).addAndGet((int) place, others[k + 1]);
        }
    }

    private List<PartSize> sizes() {
        Box whole = graph.box();
        long[] nodes = new long[parts];
        int[][] low = new int[parts][3];
        int[][] high = new int[parts][3];
        for (int[] each : low) {
            Arrays.fill(each, Integer.MAX_VALUE);
        }
        for (int tile = 0; tile < owners.length; tile++) {
            nodes[owners[tile]] += graph.nodes(tile);
            for (int axis = 0; axis < 3; axis++) {
                int at = graph.along(axis, tile);
                low[owners[tile]][axis] = Math.min(low[owners[tile]][axis], at);
                high[owners[tile]][axis] = Math.max(high[owners[tile]][axis], at);
            }
        }
        List<PartSize> all = new ArrayList<>();
        for (int part = 0; part < parts; part++) {
            SequencedMap<Integer, Long> sent = new LinkedHashMap<>();
            for (int other = 0; other < parts; other++) {
                long crossing = links.get(part * parts + other);
                if (crossing > 0) {
                    sent.put(other, crossing);
                }
            }
            long boxNodes = 1;
            for (int axis = 0; axis < 3; axis++) {
                int halo = whole.is2d() && axis == 2 ? 0 : 2;
                long extent = (long) (high[part][axis] - low[part][axis] + 1) * graph.edge(axis) + halo;
                boxNodes *= Math.min(whole.nodes(axis), extent);
            }
            all.add(new PartSize(nodes[part], edges.get(part), scattered.get(part), halos.get(part), boxNodes, sent));
        }
        return all;
    }

    /// Counts tile by tile.
    private final class Row {
        private int own;
        private long edge; // nodes of the row with a link to another part
        private final int[] others = new int[CODES];
        private final long[] beside = new long[CODES]; // nodes of the row with a link to that part
        private int count;
        private final int[] around = new int[CODES];
        private final int[] ownersAround = new int[CODES]; // its own part where there is no fluid
        private final int[] from = new int[3]; // nodes of the tile by axis
        private final int[] end = new int[3];
        private final int[] tileOthers = new int[CODES]; // parts beside the tile
        private final long[] tileLinks = new long[CODES]; // to that part
        private final long[] tileHalos = new long[CODES]; // nodes of the tile beside that part
        private int tileCount;
        private long tileEdges;
        private long tileScattered;

        boolean isBesideOthers(int tile) {
            graph.around(tile, around);
            for (int other : around) {
                if (other >= 0 && owners[other] != owners[tile]) {
                    return true;
                }
            }
            return false;
        }

        /// The index of a part among those beside the tile.
        private int indexOf(int other) {
            int k = 0;
            while (k < tileCount && tileOthers[k] != other) {
                k++;
            }
            if (k == tileCount) {
                tileOthers[tileCount++] = other;
                tileLinks[k] = 0;
                tileHalos[k] = 0;
            }
            return k;
        }

        void count(int tile) {
            tileCount = 0;
            tileEdges = 0;
            tileScattered = 0;
            nodes(tile);
            edges.addAndGet(own, tileEdges);
            scattered.addAndGet(own, tileScattered);
            for (int k = 0; k < tileCount; k++) {
                links.addAndGet(own * parts + tileOthers[k], tileLinks[k]);
                halos.addAndGet(tileOthers[k], tileHalos[k]);
            }
        }

        private void nodes(int tile) {
            own = owners[tile];
            graph.around(tile, around);
            for (int code = 0; code < CODES; code++) {
                ownersAround[code] = around[code] < 0 ? own : owners[around[code]];
            }
            Tiling tiling = graph.tiling();
            from[0] = Math.max(0, graph.along(0, tile) * tiling.a() - tiling.offsetX());
            from[1] = Math.max(0, graph.along(1, tile) * tiling.b() - tiling.offsetY());
            from[2] = graph.slab().storedZ(Math.max(0, graph.along(2, tile) * tiling.c() - tiling.offsetZ()));
            end[0] = Math.min(box.nx(), (graph.along(0, tile) + 1) * tiling.a() - tiling.offsetX());
            end[1] = Math.min(box.ny(), (graph.along(1, tile) + 1) * tiling.b() - tiling.offsetY());
            int endZ = (graph.along(2, tile) + 1) * tiling.c() - tiling.offsetZ();
            end[2] = graph.slab().storedZ(Math.min(graph.box().nz(), endZ));
            for (int z = from[2]; z < end[2]; z++) {
                for (int y = from[1]; y < end[1]; y++) {
                    for (int x = from[0]; x < end[0]; x += 64) {
                        segment(x, Math.min(64, end[0] - x), y, z);
                    }
                }
            }
        }

        /// Counts the links of up to 64 nodes of a row of a tile.
        private void segment(int x, int width, int y, int z) {
            long bits = fluid.bits(box.index(x, y, z), width);
            edge = 0;
            count = 0;
            for (int dz = -1; dz <= 1 && bits != 0; dz++) {
                for (int dy = -1; dy <= 1; dy++) {
                    int tiles = 1 + 3 * (step(dy, y, 1) + 1) + 9 * (step(dz, z, 2) + 1); // code of the tile of that row
                    boolean isBeside = ownersAround[tiles - 1] != own
                            || ownersAround[tiles] != own
                            || ownersAround[tiles + 1] != own;
                    long there = isBeside ? box.neighbour(x, y, z, 0, dy, dz) : -1;
                    for (int dx = -1; dx <= 1 && there >= 0; dx++) {
                        int code = dx + 1 + 3 * (dy + 1) + 9 * (dz + 1);
                        towards(bits, x, width, there, tiles, dx, code);
                    }
                }
            }
            tileEdges += Long.bitCount(edge);
            tileScattered += Long.bitCount(edge & ~(edge << 1) & ~(edge >>> 1));
            for (int k = 0; k < count; k++) {
                tileHalos[indexOf(others[k])] += Long.bitCount(beside[k]);
            }
        }

        /// Whether a step of a node leads to the next tile: -1, 0 or 1.
        private int step(int d, int at, int axis) {
            return d < 0 && at == from[axis] ? -1 : d > 0 && at == end[axis] - 1 ? 1 : 0;
        }

        /// Links along one direction, to the row that begins at `there`: those that stay within the tile's range of
        /// x, and one that leaves it.
        private void towards(long bits, int x, int width, long there, int tiles, int dx, int code) {
            boolean leaves = dx < 0 ? x == from[0] : dx > 0 && x + width == end[0];
            long leaving = !leaves ? 0 : dx < 0 ? 1 : 1L << width - 1;
            if (ownersAround[tiles] != own) {
                add(ownersAround[tiles], bits & ~leaving & shifted(there, width, dx, leaves), code);
            }
            if ((bits & leaving) != 0 && ownersAround[tiles + dx] != own) {
                int at = dx < 0 ? x : end[0] - 1;
                long target = box.neighbour(at, box.y(there), box.z(there), dx, 0, 0);
                add(ownersAround[tiles + dx], target >= 0 && fluid.isFluid(target) ? leaving : 0, code);
            }
        }

        /// The fluid at `there + dx …`; the node that leaves the range of x counts as solid.
        private long shifted(long there, int width, int dx, boolean leaves) {
            if (!leaves) { // also along dx = 0
                return fluid.bits(there + dx, width);
            }
            long bits = fluid.bits(there, width);
            return dx < 0 ? bits << 1 : bits >>> 1;
        }

        private void add(int other, long linked, int code) {
            if (linked == 0) {
                return;
            }
            if (isDirection[code]) {
                tileLinks[indexOf(other)] += Long.bitCount(linked);
            }
            edge |= linked;
            for (int k = 0; k < count; k++) {
                if (others[k] == other) {
                    beside[k] |= linked;
                    return;
                }
            }
            others[count] = other;
            beside[count++] = linked;
        }
    }
}
