package dev.tessera.kernel.lane;

import dev.tessera.geometry.FluidNodes;
import dev.tessera.geometry.ParallelLoop;
import dev.tessera.kernel.EdgeNodes;
import dev.tessera.kernel.Kernel;
import dev.tessera.kernel.NodeClass;
import dev.tessera.kernel.Precision;
import dev.tessera.kernel.StepPlan;
import dev.tessera.kernel.StoredArray;
import dev.tessera.layout.MemoryPlan;
import dev.tessera.layout.StorageLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ForkJoinPool;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// A step plan as tables of lanes, split over workers. Within a phase every node accesses other slots, so nodes of
/// all classes and workers can run concurrently. Immutable, thread-safe.
public final class LanePlan {
    private static final int LARGEST_CHUNK = 1 << 11;

    /// Nodes of a strip per plane: large enough that two strips share few values, and small enough that the
    /// last few planes fit in a cache (docs/decisions/0020).
    private static final int STRIP_NODES = 1 << 13;

    private static final int LARGEST_CHUNK_OF_A_STRIP = STRIP_NODES / 8;
    private static final int LARGEST_LISTED_CHUNK_OF_A_STRIP = STRIP_NODES / 64;
    private static final int SMALLEST_CHUNK = 1 << 8;
    private static final int CHUNKS_PER_WORKER = 4;
    private static final int CHUNKS_PER_TASK = 16; // of those that build tables

    private final StepPlan plan;
    private final List<StorageLayout> storages; // of the populations
    private final ArrayBlocks blocks;
    private final List<ClassNodes> nodes;
    private final List<ClassLanes> classes;
    private final int moveLanes;
    private final int[][][] waits; // [phase][chunk][]
    private final @Nullable TilePlan tiles;

    private LanePlan(
            StepPlan plan,
            ArrayBlocks blocks,
            int moveLanes,
            List<ClassNodes> nodes,
            List<ClassLanes> classes,
            int[][][] waits,
            @Nullable TilePlan tiles) {
        this.storages = plan.populations().stream()
                .map(StoredArray.Populations::storage)
                .toList();
        this.blocks = blocks;
        this.plan = plan;
        this.moveLanes = moveLanes;
        this.nodes = nodes;
        this.classes = List.copyOf(classes);
        this.waits = waits;
        this.tiles = tiles;
    }

    /// Builds all tables, for vectors of 64 bytes.
    public static LanePlan of(StepPlan plan, int workers, ForkJoinPool pool) {
        return of(plan, workers, 64 / plan.precision().storedBytes(), pool);
    }

    /// Builds all tables.
    /// @param workers among whom the nodes of each class are split evenly
    /// @param moveLanes values per vector copy, 1 … 64
    /// @param pool that builds the tables
    public static LanePlan of(StepPlan plan, int workers, int moveLanes, ForkJoinPool pool) {
        StorageLayout storage = plan.storage();
        ArrayBlocks blocks = ArrayBlocks.of(plan);
        boolean returns = storage.pattern().copies() == 1
                && plan.populations().stream().allMatch(array -> RunSlots.returnsToOpposites(array.storage()));
        List<ClassNodes> nodes = new ArrayList<>();
        for (NodeClass c : plan.classes()) {
            nodes.add(ClassNodes.of(plan, c, pool));
        }
        Strips strips = Strips.of(plan.nodes().fluid(), STRIP_NODES);
        ChunkBlocks blocksOf = plan.isSimple() && !plan.needsBarriers() ? ChunkBlocks.of(storage) : null;
        List<int[][]> touched = new ArrayList<>();
        List<ClassLanes> classes = new ArrayList<>();
        for (int c = 0; c < nodes.size(); c++) {
            NodeClass nodeClass = plan.classes().get(c);
            List<SlotStreams> steps = nodeClass.steps().stream()
                    .map(step -> SlotStreams.of(plan, blocks, step, returns))
                    .toList();
            ChunkTables tables = new ChunkTables(plan, steps, moveLanes, nodeClass, nodes.get(c), strips);
            List<List<LaneChunk>> chunks = chunks(nodes.get(c), strips, workers, tables, pool, blocksOf, touched);
            classes.add(new ClassLanes(nodeClass, steps, nodes.get(c).count(), chunks, tables));
        }
        if (plan.needsBarriers()) {
            List<Boolean> haveFields =
                    plan.classes().stream().map(c -> !c.fields().isEmpty()).toList();
            TilePlan tiles = TilePlan.of(plan, nodes, haveFields, workers, strips);
            int[][][] waits = new int[plan.isSimple() ? plan.phases() : 0][][];
            Arrays.fill(waits, tiles.chunkWaits());
            return new LanePlan(plan, blocks, moveLanes, nodes, classes, waits, tiles);
        }
        int[][][] waits = blocksOf == null
                ? new int[0][][]
                : ChunkWaits.of(touched.toArray(int[][][]::new), plan.phases(), blocksOf.count(), pool);
        return new LanePlan(plan, blocks, moveLanes, nodes, classes, waits, null);
    }

    /// Maximum length of a move in the tables.
    public int moveLanes() {
        return moveLanes;
    }

    /// Slots of the scratch rows that a table of any kernel needs.
    public int rowSlots() {
        return classes.stream()
                .flatMap(c -> c.steps().stream())
                .mapToInt(streams -> streams.count() * LaneTable.pitch(moveLanes, streams.width()))
                .max()
                .orElse(0);
    }

    /// The largest number of streams of a kernel.
    public int streams() {
        return classes.stream()
                .flatMap(c -> c.steps().stream())
                .mapToInt(SlotStreams::count)
                .max()
                .orElse(0);
    }

    /// The number of stages of a step.
    public int stages() {
        return plan.stages();
    }

    /// The number of phases of the streaming pattern.
    public int phases() {
        return storages.getFirst().pattern().phases();
    }

    /// The storages of the populations, in the order of the step plan.
    public List<StorageLayout> storages() {
        return storages;
    }

    /// The place of every array in memory.
    public ArrayBlocks blocks() {
        return blocks;
    }

    /// The number of slots to allocate.
    public long slots() {
        return blocks.slots();
    }

    /// In the order of the step plan.
    public List<ClassLanes> classes() {
        return classes;
    }

    public long fluidNodes() {
        return fluid().count();
    }

    private FluidNodes fluid() {
        return storages.getFirst().nodes().fluid();
    }

    /// The plan of steps for storages in which all nodes of a tile have to read before any of them writes.
    /// Chunks of classes then have no tables, and are used only for reading and writing fields.
    public Optional<TilePlan> tiles() {
        return Optional.ofNullable(tiles);
    }

    /// Which chunks have to finish a step before a chunk may begin the next one, including itself:
    /// `[phase of the next][chunk][]`. Chunks are numbered by class, then by worker, in order; those of
    /// [#tiles], if present, by worker. Empty if each chunk waits for all, as in plans with several stages.
    public int[][][] waits() {
        return waits;
    }

    /// For each chunk, the chunks that wait for it: the inverse of a phase of [#waits].
    public static int[][] followers(int[][] waits) {
        return ChunkWaits.invert(waits, waits.length);
    }

    /// Bytes of the tables of lanes, which steps read, for all phases.
    public long tableBytes() {
        return classes.stream().mapToLong(ClassLanes::tableBytes).sum();
    }

    /// Bytes of all tables: of lanes, of the numbering of nodes, and of the storage.
    public long heldTableBytes() {
        return tableBytes()
                + tileBytes()
                + numberingBytes()
                + waitBytes()
                + storages.stream().mapToLong(StorageLayout::tableBytes).sum();
    }

    /// The memory of a run of this plan: storage, tables, fields.
    public MemoryPlan memory(Precision precision) {
        long fieldBytes = 0;
        for (ClassLanes c : classes) {
            fieldBytes += c.nodeClass().fields().size() * Math.max(1, c.nodes() * precision.computedBytes());
        }
        return arrays(precision)
                .with("tables of lanes", tableBytes())
                .with("tables of tiles", tileBytes())
                .with("numbering of nodes", numberingBytes())
                .with("order of chunks", waitBytes())
                .with("fields of node classes", fieldBytes);
    }

    private MemoryPlan arrays(Precision precision) {
        MemoryPlan memory = MemoryPlan.of(storages.getFirst());
        for (StorageLayout other : storages.subList(1, storages.size())) {
            for (MemoryPlan.Item item : MemoryPlan.of(other).items()) {
                memory = memory.with(item.what(), item.bytes());
            }
        }
        long slots = storages.stream().mapToLong(StorageLayout::slots).sum();
        return memory.with("stored fields", (blocks.slots() - slots) * precision.storedBytes());
    }

    /// The sum of [#memory].
    public long memoryBytes(Precision precision) {
        return memory(precision).totalBytes();
    }

    private long tileBytes() {
        return tiles == null ? 0 : tiles.tableBytes();
    }

    /// Bytes of waits and followers, which have the same size.
    private long waitBytes() {
        long entries = 0;
        for (int[][] phase : waits) {
            for (int[] list : phase) {
                entries += list.length;
            }
        }
        return 2 * 4 * entries;
    }

    private long numberingBytes() {
        return nodes.stream().mapToLong(ClassNodes::tableBytes).sum();
    }

    /// The streams of stored values of an observation kernel: all populations of its arrays and the fields that
    /// it loads, as in [dev.tessera.kernel.Streams].
    public SlotStreams observedStreams(Kernel observe) {
        return SlotStreams.ofObservation(plan, blocks, observe);
    }

    /// Visits the lanes first … first + count - 1 of a class in batches.
    /// @param streams whose slots a batch has
    /// @param phase of the slots that are read
    public void forEachBatch(
            int classIndex, SlotStreams streams, long first, long count, int phase, Consumer<NodeBatch> visitor) {
        StreamSlots slots = new StreamSlots(streams.streams(), storages);
        NodeBatch batch = new NodeBatch(streams.count());
        batch.startAt(first);
        nodes.get(classIndex).forEachRun(first, count, (x, y, z, run, position, fluidNumber, index) -> {
            for (int i = 0; i < run; ) {
                int length = Math.min(run - i, batch.room());
                slots.fill(phase, x + i, y, z, length, position + i, batch.slots(), batch.lanes());
                batch.add(fluidNumber + i, length);
                i += length;
                if (batch.room() == 0) {
                    visitor.accept(batch);
                    batch.startAt(batch.firstLane() + NodeBatch.LANES);
                }
            }
        });
        if (batch.lanes() > 0) {
            visitor.accept(batch);
        }
    }

    /// Visits the lanes first … first + count - 1 of a class with their nodes: the fluid number for the bulk,
    /// otherwise the index among the class's nodes.
    public void forEachNode(int classIndex, long first, long count, LaneVisitor visitor) {
        long[] lane = {first};
        nodes.get(classIndex).forEachRun(first, count, (x, y, z, run, position, fluidNumber, index) -> {
            for (int i = 0; i < run; i++) {
                visitor.visit(lane[0]++, index + i);
            }
        });
    }

    @FunctionalInterface
    public interface LaneVisitor {
        void visit(long lane, long node);
    }

    /// Visits fluid nodes first … first + count - 1 of all classes in batches; lanes are fluid numbers.
    /// @param array its name in the step plan: populations that a node reads, or the node's value of a stored
    ///        field
    /// @param phase of the slots that are read
    public void forEachFluidBatch(String array, long first, long count, int phase, Consumer<NodeBatch> visitor) {
        FluidNodes fluid = fluid();
        var box = fluid.box();
        var ascending = fluid.ascending();
        List<SlotStream> streams = blocks.streams(array);
        StreamSlots slots = new StreamSlots(streams, storages);
        NodeBatch batch = new NodeBatch(streams.size());
        batch.startAt(first);
        for (long n = first; n < first + count; ) {
            long boxIndex = ascending.boxIndex(n);
            int x = box.x(boxIndex);
            int width = (int) Math.min(Math.min(batch.room(), box.nx() - x), first + count - n);
            int run = Math.min(width, Long.numberOfTrailingZeros(~fluid.bits(boxIndex, width)));
            addPlaced(slots, batch, phase, x, box.y(boxIndex), box.z(boxIndex), run, n);
            n += run;
            if (batch.room() == 0) {
                visitor.accept(batch);
                batch.startAt(n);
            }
        }
        if (batch.lanes() > 0) {
            visitor.accept(batch);
        }
    }

    /// The slots of an array's values at fluid nodes of all classes, for one thread.
    /// @param array as in [#forEachFluidBatch], with one value in each slot
    /// @param phase of the slots that are read
    public FluidBlocks fluidBlocks(String array, int phase) {
        return new FluidBlocks(blocks.streams(array), storages, phase);
    }

    /// Visits listed fluid nodes of all classes in batches; lanes are places in the list.
    /// @param array as in [#forEachFluidBatch]
    /// @param from first place in the list
    /// @param end after the last place
    /// @param phase of the slots that are read
    public void forEachListedBatch(
            String array, long[] fluidNumbers, int from, int end, int phase, Consumer<NodeBatch> visitor) {
        FluidNodes fluid = fluid();
        var box = fluid.box();
        List<SlotStream> streams = blocks.streams(array);
        StreamSlots slots = new StreamSlots(streams, storages);
        NodeBatch batch = new NodeBatch(streams.size());
        batch.startAt(from);
        for (int n = from; n < end; ) {
            long boxIndex = fluid.boxIndex(fluidNumbers[n]);
            int x = box.x(boxIndex);
            int width = Math.min(Math.min(batch.room(), box.nx() - x), end - n);
            int most = Math.min(width, Long.numberOfTrailingZeros(~fluid.bits(boxIndex, width)));
            int run = 1;
            while (run < most && fluidNumbers[n + run] == fluidNumbers[n] + run) {
                run++;
            }
            addPlaced(slots, batch, phase, x, box.y(boxIndex), box.z(boxIndex), run, fluidNumbers[n]);
            n += run;
            if (batch.room() == 0) {
                visitor.accept(batch);
                batch.startAt(n);
            }
        }
        if (batch.lanes() > 0) {
            visitor.accept(batch);
        }
    }

    /// For each chunk, whether it contains a node of the edge ([EdgeNodes]); in the order of [#waits].
    public boolean[] edgeChunks() {
        EdgeNodes edge = EdgeNodes.of(plan);
        return tiles == null ? edgeLanes(edge) : edgeTiles(edge, tiles);
    }

    private boolean[] edgeLanes(EdgeNodes edge) {
        List<Boolean> found = new ArrayList<>();
        for (int c = 0; c < classes.size(); c++) {
            ClassNodes of = nodes.get(c);
            for (LaneChunk chunk :
                    classes.get(c).chunks().stream().flatMap(List::stream).toList()) {
                boolean[] has = new boolean[1];
                of.forEachRun(chunk.firstLane(), chunk.lanes(), (x, y, z, run, position, fluidNumber, index) -> {
                    for (int i = 0; i < run && !has[0]; i++) {
                        has[0] = edge.contains(fluidNumber + i);
                    }
                });
                found.add(has[0]);
            }
        }
        return booleans(found);
    }

    /// Tiles with halo nodes only are of the edge, too: they write buffers whose values other parts replace.
    private boolean[] edgeTiles(EdgeNodes edge, TilePlan plan) {
        StorageLayout storage = storages.getFirst();
        boolean[] has = new boolean[plan.tiles()];
        var box = storage.nodes().box();
        var ascending = storage.nodes().fluid().ascending();
        for (long halo : storage.nodes().halo()) {
            long index = ascending.boxIndex(halo);
            has[(int) (storage.placement().position(box.x(index), box.y(index), box.z(index)) / plan.nodesPerTile())] =
                    true;
        }
        for (ClassNodes of : nodes) {
            of.forEachRun(0, of.count(), (x, y, z, run, position, fluidNumber, index) -> {
                for (int i = 0; i < run; i++) {
                    has[(int) ((position + i) / plan.nodesPerTile())] |= edge.contains(fluidNumber + i);
                }
            });
        }
        return booleans(plan.chunks().stream()
                .flatMap(List::stream)
                .map(chunk ->
                        IntStream.range(chunk.firstTile(), chunk.endTile()).anyMatch(tile -> has[tile]))
                .toList());
    }

    private static boolean[] booleans(List<Boolean> values) {
        boolean[] array = new boolean[values.size()];
        for (int k = 0; k < array.length; k++) {
            array[k] = values.get(k);
        }
        return array;
    }

    /// Adds nodes along x whose positions need not be consecutive.
    private void addPlaced(StreamSlots slots, NodeBatch batch, int phase, int x, int y, int z, int run, long number) {
        long[] positions = new long[run];
        storages.getFirst().placement().positions(x, y, z, run, positions);
        for (int i = 0; i < run; ) {
            int length = 1;
            while (i + length < run && positions[i + length] == positions[i] + length) {
                length++;
            }
            slots.fill(phase, x + i, y, z, length, positions[i], batch.slots(), batch.lanes());
            batch.add(number + i, length);
            i += length;
        }
    }

    /// For each worker its chunks of a class.
    /// @param blocksOf finds the blocks that chunks access; null: they are not asked for
    /// @param touched receives what it finds, chunk after chunk
    private static List<List<LaneChunk>> chunks(
            ClassNodes nodes,
            Strips strips,
            int workers,
            ChunkTables tables,
            ForkJoinPool pool,
            @Nullable ChunkBlocks blocksOf,
            List<int[][]> touched) {
        int largest = largestChunk(nodes, strips);
        List<Long> starts = new ArrayList<>();
        List<Integer> owners = new ArrayList<>();
        for (int w = 0; w < workers; w++) {
            long from = nodes.count() * w / workers;
            long end = nodes.count() * (w + 1) / workers;
            long atMost = Math.clamp((end - from) / CHUNKS_PER_WORKER, Math.min(SMALLEST_CHUNK, largest), largest);
            int parts = Math.toIntExact((end - from + atMost - 1) / atMost);
            for (int p = 0; p < parts; p++) {
                starts.add(from + (end - from) * p / parts);
                owners.add(w);
            }
        }
        starts.add(nodes.count());
        LaneChunk[] chunks = new LaneChunk[owners.size()];
        int[][][] touchedBy = new int[chunks.length][][];
        ParallelLoop.over(pool, Math.ceilDiv(chunks.length, CHUNKS_PER_TASK), task -> {
            int from = task * CHUNKS_PER_TASK;
            ChunkBlocks touching = blocksOf == null ? null : blocksOf.another();
            tables.build(starts, from, Math.min(chunks.length, from + CHUNKS_PER_TASK), (k, built) -> {
                chunks[k] = built;
                if (touching != null) {
                    touchedBy[k] = touching.of(built); // while its tables are in a cache
                }
            });
        });
        touched.addAll(Arrays.asList(touchedBy));
        return IntStream.range(0, workers)
                .mapToObj(w -> IntStream.range(0, chunks.length)
                        .filter(k -> owners.get(k) == w)
                        .mapToObj(k -> chunks[k])
                        .toList())
                .toList();
    }

    /// Chunks of listed nodes are small, since they are few per line and delay the bulk chunks that depend on
    /// them.
    private static int largestChunk(ClassNodes nodes, Strips strips) {
        if (strips.count() == 1) {
            return LARGEST_CHUNK;
        }
        return nodes instanceof ClassNodes.Bulk ? LARGEST_CHUNK_OF_A_STRIP : LARGEST_LISTED_CHUNK_OF_A_STRIP;
    }

    @Override
    public String toString() {
        return "%d nodes in %d classes, %d workers, tables of %.1f B per node"
                .formatted(
                        fluidNodes(),
                        classes.size(),
                        classes.getFirst().chunks().size(),
                        (double) tableBytes() / Math.max(1, fluidNodes()));
    }
}
