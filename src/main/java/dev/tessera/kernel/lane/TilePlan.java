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

/// The steps of tiles with ghost buffers, with all node classes of a tile at once. For each tile, incoming
/// populations are copied from buffers to the nodes' slots; kernels compute from slots to scratch rows; rows are
/// copied to slots, shifted by the direction's velocity; populations of cut links return to the node's own slots;
/// outgoing populations are copied to buffers. All nodes of a tile are read before any is written. Immutable,
/// thread-safe. docs/decisions/0015.
public final class TilePlan {
    /// Places per chunk of small tiles: enough to amortise the synchronisation.
    private static final int PLACES_PER_CHUNK = 1 << 11;

    private static final int CHUNKS_PER_WORKER = 4;

    private final StorageLayout storage;
    private final GhostTilePlacement placement;
    private final TiledPlacement slots;
    private final GhostFaces faces;
    private final List<List<TileColumn>> incoming; // [kind], empty if no tile is of this kind
    private final List<List<TileColumn>> outgoing; // [kind]
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
        this.incoming = new ArrayList<>();
        this.outgoing = new ArrayList<>();
        for (int kind = 0; kind < kinds.length(); kind++) {
            incoming.add(kinds.get(kind) ? TileColumn.of(faces.incoming(kind)) : List.of());
            outgoing.add(kinds.get(kind) ? TileColumn.of(faces.outgoing(kind)) : List.of());
        }
        this.cuts = TileCuts.of(storage, placement, faces);
        this.classes = classes;
        this.chunks = chunks(workers, strips);
        this.firstValues = firstValues(placement.buffers());
        this.waits = waits();
    }

    /// @param nodes of each class, in storage order
    /// @param haveFields for each class whether its nodes have field values
    /// @throws IllegalArgumentException if the storage needs barriers and has no ghost buffers
    static TilePlan of(
            StorageLayout storage, List<ClassNodes> nodes, List<Boolean> haveFields, int workers, Strips strips) {
        if (!(storage.placement() instanceof GhostTilePlacement placement)) {
            throw new IllegalArgumentException("there are no CPU kernels for %s, which needs a barrier in every tile"
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

    /// The number of tiles, all of which contain fluid.
    public int tiles() {
        return Math.toIntExact(placement.tiles());
    }

    /// Places per tile.
    public int nodesPerTile() {
        return placement.positionsPerBarrier();
    }

    /// The slot of place 0 of tile 0 for a direction; all places of all tiles follow.
    public long start(int direction) {
        return slots.start(direction, 0);
    }

    /// The number of places by which streaming along a direction shifts a value.
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

    /// The start of each buffer that a tile reads, `[tile][column]`, in values from [#readBuffers] on; negative
    /// if there is none. Not to be changed.
    public int[] reads() {
        return placement.buffers().reads();
    }

    /// Columns per tile in [#reads].
    public int readsPerTile() {
        return placement.buffers().readsPerTile();
    }

    /// The start of each buffer that a tile writes, in values from [#writtenBuffers] on.
    public int[] writes() {
        return placement.buffers().writes();
    }

    /// Columns per tile in [#writes].
    public int writesPerTile() {
        return placement.buffers().writesPerTile();
    }

    /// The kind of a tile: its index in [#incoming] and [#outgoing].
    public int kindOf(int tile) {
        return faces.kindOf(tile);
    }

    /// The incoming values of tiles of each kind: columns in the order of a tile's entries of [#reads]; none
    /// for an unused kind.
    public List<List<TileColumn>> incoming() {
        return incoming;
    }

    /// The outgoing values of tiles of each kind: columns in the order of a tile's entries of [#writes].
    public List<List<TileColumn>> outgoing() {
        return outgoing;
    }

    /// The start of a tile's buffers in a set, which is the end of the previous tile's buffers.
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

    /// For each worker its own chunks, in order.
    public List<List<TileChunk>> chunks() {
        return chunks;
    }

    /// Which chunks have to finish a step before a chunk may begin the next one, in both phases, `[chunk][]`:
    /// those that it exchanges values with, and itself. This suffices because a buffer is written in one step,
    /// read in the next, and written again two steps later by the same tile.
    int[][] chunkWaits() {
        return waits;
    }

    /// Values that a step reads from and writes to buffers.
    public long bufferedValues() {
        return values(incoming, reads(), readsPerTile()) + values(outgoing, writes(), writesPerTile());
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
                + columnBytes(incoming)
                + columnBytes(outgoing);
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
            int atMost = Math.max(1, Math.min((end - from) / CHUNKS_PER_WORKER, PLACES_PER_CHUNK / nodesPerTile()));
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

    /// A row of the box through the middle of each tile.
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

    /// The first value in a set that each tile writes; for a tile that writes none, that of the next tile that
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

    /// The last tile whose values begin at or before this value.
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
