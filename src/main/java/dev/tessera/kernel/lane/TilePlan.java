package dev.tessera.kernel.lane;

import dev.tessera.geometry.Box;
import dev.tessera.geometry.Tiling;
import dev.tessera.layout.StorageLayout;
import dev.tessera.layout.TiledPlacement;
import dev.tessera.layout.addressing.GhostBuffers;
import dev.tessera.layout.addressing.GhostFaces;
import dev.tessera.layout.addressing.GhostTilePlacement;
import dev.tessera.model.Velocity;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/// How the tiles of a storage with ghost buffers do a step, all classes of nodes together: for each tile,
/// what arrives goes from buffers to the nodes' slots; then nodes compute, from their slots to scratch rows;
/// then rows go to slots, moved by the direction's velocity, what is sent along cut links to the node's own,
/// and what leaves to buffers. So all of a tile read before any of them writes. Immutable, thread-safe.
/// docs/decisions/0015.
public final class TilePlan {
    /// Places of a chunk, where tiles are small: enough to be worth its waiting.
    private static final int PLACES_A_CHUNK = 1 << 11;

    private static final int CHUNKS_A_WORKER = 4;

    private final StorageLayout storage;
    private final GhostTilePlacement placement;
    private final TiledPlacement slots;
    private final GhostFaces faces;
    private final List<List<TileColumn>> arriving; // [kind], empty where no tile is of it
    private final List<List<TileColumn>> leaving; // [kind]
    private final TileCuts cuts;
    private final List<TileLanes> classes;
    private final List<List<TileChunk>> chunks; // [worker]
    private final int[] firstValues; // [tile + 1]
    private final int[][] waits; // [chunk]

    private TilePlan(StorageLayout storage, List<TileLanes> classes, int workers, Strips strips) {
        this.storage = storage;
        this.placement = (GhostTilePlacement) storage.placement();
        this.slots = placement.plainTiles();
        this.faces = placement.faces();
        BitSet kinds = new BitSet();
        for (int tile = 0; tile < tiles(); tile++) {
            kinds.set(faces.kindOf(tile));
        }
        this.arriving = new ArrayList<>();
        this.leaving = new ArrayList<>();
        for (int kind = 0; kind < kinds.length(); kind++) {
            arriving.add(kinds.get(kind) ? TileColumn.of(faces.arriving(kind)) : List.of());
            leaving.add(kinds.get(kind) ? TileColumn.of(faces.leaving(kind)) : List.of());
        }
        this.cuts = TileCuts.of(storage, placement, faces);
        this.classes = classes;
        this.chunks = chunks(workers, strips);
        this.firstValues = firstValues(placement.buffers());
        this.waits = waits();
    }

    /// @param nodes of each class, those of listed ones in storage order
    /// @param haveFields of each class whether its nodes have values of their own
    /// @throws IllegalArgumentException if the storage needs barriers and has no ghost buffers
    static TilePlan of(
            StorageLayout storage, List<ClassNodes> nodes, List<Boolean> haveFields, int workers, Strips strips) {
        if (!(storage.placement() instanceof GhostTilePlacement placement)) {
            throw new IllegalArgumentException("CPUs have no kernels for %s, which needs a barrier in every tile"
                    .formatted(storage.addressing().key()));
        }
        int tiles = Math.toIntExact(placement.tiles());
        List<TileLanes> classes = new ArrayList<>();
        for (int c = 0; c < nodes.size(); c++) {
            boolean isBulk = nodes.get(c) instanceof ClassNodes.Bulk;
            classes.add(
                    TileLanes.of(nodes.get(c), tiles, placement.positionsPerBarrier(), !isBulk || haveFields.get(c)));
        }
        return new TilePlan(storage, classes, workers, strips);
    }

    /// Tiles, all of which hold fluid.
    public int tiles() {
        return Math.toIntExact(placement.tiles());
    }

    /// Places of a tile.
    public int nodesPerTile() {
        return placement.positionsPerBarrier();
    }

    /// The slot of place 0 of tile 0 for a direction; tile after tile follows, place after place.
    public long start(int direction) {
        return slots.start(direction, 0);
    }

    /// How many places further a value lies when it has moved along a direction.
    public int shift(int direction) {
        Velocity c = storage.lattice().velocity(direction);
        Tiling tiling = slots.tiling();
        return c.x() + tiling.a() * (c.y() + tiling.b() * c.z());
    }

    /// The slot of the first value of the buffers that a phase reads.
    public long readBuffers(int phase) {
        return placement.ghostStart(
                storage.pattern().read(storage.lattice(), phase, 1).copy());
    }

    /// The slot of the first value of the buffers that a phase writes.
    public long writtenBuffers(int phase) {
        return placement.ghostStart(
                storage.pattern().write(storage.lattice(), phase, 1).copy());
    }

    /// Where each buffer begins that a tile reads, `[tile][column]`, in values from [#readBuffers] on;
    /// negative where there is none. Not to be changed.
    public int[] reads() {
        return placement.buffers().reads();
    }

    /// Columns of a tile in [#reads].
    public int readsPerTile() {
        return placement.buffers().readsPerTile();
    }

    /// Where each buffer begins that a tile writes, likewise, from [#writtenBuffers] on.
    public int[] writes() {
        return placement.buffers().writes();
    }

    /// Columns of a tile in [#writes].
    public int writesPerTile() {
        return placement.buffers().writesPerTile();
    }

    /// Which of [#arriving] and [#leaving] a tile has.
    public int kindOf(int tile) {
        return faces.kindOf(tile);
    }

    /// What arrives at tiles of each kind: columns in the order of a tile's entries of [#reads]; none for a
    /// kind that no tile has.
    public List<List<TileColumn>> incoming() {
        return arriving;
    }

    /// What leaves tiles of each kind: columns in the order of a tile's entries of [#writes].
    public List<List<TileColumn>> outgoing() {
        return leaving;
    }

    /// The place in a set where the buffers of a tile begin, and those of the tile before end.
    public long firstValue(int tile) {
        return firstValues[tile];
    }

    public TileCuts cuts() {
        return cuts;
    }

    /// In the order of the step plan.
    public List<TileLanes> classes() {
        return classes;
    }

    /// For each worker those that it begins with, in order.
    public List<List<TileChunk>> chunks() {
        return chunks;
    }

    /// Which chunks have to end a step before a chunk may begin the next one, of either phase, `[chunk][]`:
    /// those that it exchanges values with, and itself. For a buffer is written in one step, read in the
    /// next, and written again two steps later by the same tile.
    int[][] chunkWaits() {
        return waits;
    }

    /// Values that a step brings from buffers, and to buffers.
    public long bufferedValues() {
        return values(arriving, reads(), readsPerTile()) + values(leaving, writes(), writesPerTile());
    }

    private long values(List<List<TileColumn>> kinds, int[] starts, int columns) {
        long values = 0;
        for (int tile = 0; tile < tiles(); tile++) {
            List<TileColumn> ofTile = kinds.get(kindOf(tile));
            for (int column = 0; column < columns; column++) {
                boolean isThere = starts[tile * columns + column] != GhostBuffers.NONE;
                values += isThere ? ofTile.get(column).nodes().length : 0;
            }
        }
        return values;
    }

    /// Bytes of the tables, without those of the storage.
    long tableBytes() {
        return cuts.bytes()
                + 4L * firstValues.length
                + faces.bytes()
                + classes.stream().mapToLong(TileLanes::bytes).sum()
                + columnBytes(arriving)
                + columnBytes(leaving);
    }

    private static long columnBytes(List<List<TileColumn>> kinds) {
        return kinds.stream()
                .flatMap(List::stream)
                .mapToLong(column -> 4L * (column.nodes().length + column.places().length))
                .sum();
    }

    private List<List<TileChunk>> chunks(int workers, Strips strips) {
        int[] rows = middleRows();
        List<List<TileChunk>> all = new ArrayList<>();
        for (int w = 0; w < workers; w++) {
            int from = (int) ((long) tiles() * w / workers);
            int end = (int) ((long) tiles() * (w + 1) / workers);
            int atMost = Math.max(1, Math.min((end - from) / CHUNKS_A_WORKER, PLACES_A_CHUNK / nodesPerTile()));
            int parts = Math.ceilDiv(end - from, atMost);
            List<TileChunk> own = new ArrayList<>();
            for (int p = 0; p < parts; p++) {
                int first = from + (int) ((long) (end - from) * p / parts);
                int last = from + (int) ((long) (end - from) * (p + 1) / parts);
                own.add(new TileChunk(first, last, strips.ofRow()[rows[(first + last) / 2]]));
            }
            all.add(own);
        }
        return all;
    }

    /// A row of the box that goes through each tile.
    private int[] middleRows() {
        Box box = storage.nodes().box();
        Tiling tiling = slots.tiling();
        int tilesX = tiling.tilesX(box);
        int tilesY = tiling.tilesY(box);
        int[] numbers = slots.tileNumbers();
        int[] rows = new int[tiles()];
        for (int place = 0; place < numbers.length; place++) {
            if (numbers[place] >= 0) {
                int y = place / tilesX % tilesY * tiling.b() - tiling.offsetY() + tiling.b() / 2;
                rows[numbers[place]] = Math.clamp(y, 0, box.ny() - 1);
            }
        }
        return rows;
    }

    private int[][] waits() {
        List<TileChunk> all = chunks.stream().flatMap(List::stream).toList();
        int[] chunkOf = new int[tiles()];
        for (int c = 0; c < all.size(); c++) {
            Arrays.fill(chunkOf, all.get(c).firstTile(), all.get(c).endTile(), c);
        }
        BitSet[] others = new BitSet[all.size()];
        Arrays.setAll(others, c -> new BitSet());
        GhostBuffers buffers = placement.buffers();
        for (int tile = 0; tile < tiles(); tile++) {
            others[chunkOf[tile]].set(chunkOf[tile]);
            for (int column = 0; column < buffers.readsPerTile(); column++) {
                int start = buffers.reads()[tile * buffers.readsPerTile() + column];
                if (start != GhostBuffers.NONE) {
                    int writer = chunkOf[writerOf(start)];
                    others[chunkOf[tile]].set(writer);
                    others[writer].set(chunkOf[tile]);
                }
            }
        }
        return Arrays.stream(others).map(set -> set.stream().toArray()).toArray(int[][]::new);
    }

    /// The first value that each tile writes, in a set; where it writes none, that of the next tile that
    /// does.
    private int[] firstValues(GhostBuffers buffers) {
        int[] first = new int[tiles() + 1];
        int next = Math.toIntExact(buffers.values());
        first[tiles()] = next;
        for (int tile = tiles() - 1; tile >= 0; tile--) {
            for (int column = buffers.writesPerTile() - 1; column >= 0; column--) {
                int start = buffers.writes()[tile * buffers.writesPerTile() + column];
                next = start == GhostBuffers.NONE ? next : start;
            }
            first[tile] = next;
        }
        return first;
    }

    /// The last tile that begins at this value or before.
    private int writerOf(int value) {
        int low = 0;
        int high = tiles() - 1;
        while (low < high) {
            int middle = (low + high + 1) >>> 1;
            if (firstValues[middle] <= value) {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        return low;
    }
}
