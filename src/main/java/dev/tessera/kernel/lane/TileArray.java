package dev.tessera.kernel.lane;

import dev.tessera.layout.StorageLayout;
import dev.tessera.layout.TiledPlacement;
import dev.tessera.layout.addressing.GhostBuffers;
import dev.tessera.layout.addressing.GhostFaces;
import dev.tessera.layout.addressing.GhostTilePlacement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/// The populations of one array in tiles with ghost buffers. Slots are counted from the array's first slot.
/// Immutable, thread-safe.
public final class TileArray {
    private final StorageLayout storage;
    private final GhostTilePlacement placement;
    private final TiledPlacement slots;
    private final GhostFaces faces;
    private final List<List<TileColumn>> incoming; // [kind], empty if no tile is of this kind
    private final List<List<TileColumn>> outgoing; // [kind]
    private final TileCuts cuts;
    private final int[] firstValues; // [tile + 1]

    private TileArray(StorageLayout storage, GhostTilePlacement placement) {
        this.storage = storage;
        this.placement = placement;
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
        this.firstValues = firstValues(placement.buffers());
    }

    /// @throws IllegalArgumentException if the storage has no ghost buffers
    static TileArray of(StorageLayout storage) {
        if (!(storage.placement() instanceof GhostTilePlacement placement)) {
            throw new IllegalArgumentException("there are no CPU kernels for %s, which needs a barrier in every tile"
                    .formatted(storage.addressing().key()));
        }
        return new TileArray(storage, placement);
    }

    private int tiles() {
        return Math.toIntExact(placement.tiles());
    }

    TiledPlacement slots() {
        return slots;
    }

    /// The number of phases of the streaming pattern.
    public int phases() {
        return storage.pattern().phases();
    }

    /// Populations per node.
    public int directions() {
        return storage.lattice().size();
    }

    public int opposite(int direction) {
        return storage.lattice().opposite(direction);
    }

    /// The slot of place 0 of tile 0 for a direction; all places of all tiles follow.
    public long start(int direction) {
        return slots.start(direction, 0);
    }

    /// The number of places by which streaming along a direction shifts a value.
    public int shift(int direction) {
        return TilePlan.shift(slots.tiling(), storage.lattice().velocity(direction));
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

    /// Values that a step reads from and writes to buffers.
    long bufferedValues() {
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
        return cuts.bytes() + 4L * firstValues.length + faces.bytes() + columnBytes(incoming) + columnBytes(outgoing);
    }

    private static long columnBytes(List<List<TileColumn>> kinds) {
        return kinds.stream()
                .flatMap(List::stream)
                .mapToLong(column -> 4L * (column.nodes().length + column.places().length))
                .sum();
    }

    /// For each chunk the chunks that it exchanges values with, and itself.
    /// @param chunkOf `[tile]`
    int[][] exchanging(int[] chunkOf, int chunks) {
        BitSet[] others = new BitSet[chunks];
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
