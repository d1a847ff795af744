package dev.tessera.kernel.lane;

import dev.tessera.geometry.Box;
import dev.tessera.geometry.Tiling;
import dev.tessera.kernel.StepPlan;
import dev.tessera.layout.StorageLayout;
import dev.tessera.layout.TiledPlacement;
import dev.tessera.model.Velocity;
import java.util.ArrayList;
import java.util.Arrays;
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
    private final List<TileArray> arrays;
    private final TiledPlacement slots;
    private final TileNeighbours neighbours;
    private final List<TileLanes> classes;
    private final List<List<TileChunk>> chunks; // [worker]

    private TilePlan(
            StorageLayout storage,
            List<TileArray> arrays,
            List<Velocity> velocities,
            List<TileLanes> classes,
            int workers,
            Strips strips) {
        this.storage = storage;
        this.arrays = List.copyOf(arrays);
        this.slots = arrays.getFirst().slots();
        this.neighbours = TileNeighbours.of(storage, slots.tiling(), velocities);
        this.classes = classes;
        this.chunks = chunks(workers, strips);
    }

    /// @param nodes of each class, in storage order
    /// @param haveFields for each class whether its nodes have field values
    /// @throws IllegalArgumentException if the storage needs barriers and has no ghost buffers
    static TilePlan of(StepPlan plan, List<ClassNodes> nodes, List<Boolean> haveFields, int workers, Strips strips) {
        List<TileArray> arrays = plan.populations().stream()
                .map(array -> TileArray.of(array.storage()))
                .toList();
        int tiles = Math.toIntExact(plan.storage().placement().tiles());
        int nodesPerTile = plan.storage().placement().positionsPerBarrier();
        // a kernel that runs at all places of a tile also stores fields of halo nodes, which another part has computed
        boolean keepsHalo = plan.nodes().halo().length > 0 && !plan.fields().isEmpty();
        List<TileLanes> classes = new ArrayList<>();
        for (int c = 0; c < nodes.size(); c++) {
            boolean isBulk = nodes.get(c) instanceof ClassNodes.Bulk;
            boolean needsPlaces = !isBulk || haveFields.get(c) || keepsHalo;
            classes.add(TileLanes.of(nodes.get(c), tiles, nodesPerTile, needsPlaces));
        }
        List<Velocity> velocities = plan.classes().stream()
                .flatMap(c -> c.steps().stream())
                .flatMap(step -> step.fieldsAt().stream())
                .filter(at -> at.direction() != 0)
                .map(at -> plan.field(at.field()).lattice().velocity(at.direction()))
                .distinct()
                .toList();
        return new TilePlan(plan.storage(), arrays, velocities, classes, workers, strips);
    }

    /// The number of tiles, all of which contain fluid.
    public int tiles() {
        return Math.toIntExact(storage.placement().tiles());
    }

    /// Places per tile.
    public int nodesPerTile() {
        return storage.placement().positionsPerBarrier();
    }

    /// The populations of the step plan, in its order.
    public List<TileArray> arrays() {
        return arrays;
    }

    /// Where nodes find values of stored fields at neighbours.
    public TileNeighbours neighbours() {
        return neighbours;
    }

    /// The number of places from a node to its neighbour `x + c` in the same tile.
    public int shift(Velocity c) {
        return shift(slots.tiling(), c);
    }

    /// The same for the values of a field.
    public int shift(SlotStream field) {
        return shift(field.c());
    }

    static int shift(Tiling tiling, Velocity c) {
        return c.x() + tiling.a() * (c.y() + tiling.b() * c.z());
    }

    /// In the order of the step plan.
    public List<TileLanes> classes() {
        return classes;
    }

    /// For each worker its own chunks, in order.
    public List<List<TileChunk>> chunks() {
        return chunks;
    }

    /// Which chunks have to finish a step before a chunk may begin the next one, in both phases, `[chunk][]`,
    /// in a plan with one array of populations: those that it exchanges values with, and itself. This suffices
    /// because a buffer is written in one step, read in the next, and written again two steps later by the same
    /// tile.
    int[][] chunkWaits() {
        List<TileChunk> all = chunks.stream().flatMap(List::stream).toList();
        int[] chunkOf = new int[tiles()];
        for (int c = 0; c < all.size(); c++) {
            Arrays.fill(chunkOf, all.get(c).firstTile(), all.get(c).endTile(), c);
        }
        return arrays.getFirst().exchanging(chunkOf, all.size());
    }

    /// Values that a step reads from and writes to buffers.
    public long bufferedValues() {
        return arrays.stream().mapToLong(TileArray::bufferedValues).sum();
    }

    /// Bytes of the tables, without those of the storage.
    long tableBytes() {
        return arrays.stream().mapToLong(TileArray::tableBytes).sum()
                + neighbours.bytes()
                + classes.stream().mapToLong(TileLanes::bytes).sum();
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
}
