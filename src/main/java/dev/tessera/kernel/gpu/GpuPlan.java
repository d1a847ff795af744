package dev.tessera.kernel.gpu;

import dev.tessera.expr.Expr;
import dev.tessera.expr.ExprGraph;
import dev.tessera.geometry.Box;
import dev.tessera.geometry.FluidNodes;
import dev.tessera.kernel.Kernel;
import dev.tessera.kernel.Kernel.Sink;
import dev.tessera.kernel.Kernel.Source;
import dev.tessera.kernel.Kernel.Statement;
import dev.tessera.kernel.NodeClass;
import dev.tessera.kernel.Precision;
import dev.tessera.kernel.StepPlan;
import dev.tessera.kernel.gpu.GpuKernel.FieldIndex;
import dev.tessera.kernel.gpu.GpuKernel.Nodes;
import dev.tessera.layout.MemoryPlan;
import dev.tessera.layout.NeighbourTable;
import dev.tessera.layout.Placement;
import dev.tessera.layout.PrivateIndex;
import dev.tessera.layout.RankedBits;
import dev.tessera.layout.StorageLayout;
import dev.tessera.layout.TiledPlacement;
import dev.tessera.layout.UniformPlacement;
import dev.tessera.layout.addressing.CompactTiles;
import dev.tessera.layout.addressing.ConnectivityMatrix;
import dev.tessera.layout.addressing.Dense;
import dev.tessera.layout.addressing.FluidIndex;
import dev.tessera.layout.addressing.IndexedPlacement;
import dev.tessera.layout.addressing.Tiles;
import dev.tessera.model.VelocitySet;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A step plan as a GPU runs it: kernels for all classes and phases, and the tables that they read. Immutable.
public final class GpuPlan {
    private static final Tuning LISTED = Tuning.of(128, 1);

    /// Nodes that are observed, read or written in one go.
    private static final int LARGEST_CHUNK = 1 << 18;

    private final StepPlan plan;
    private final StorageLayout storage;
    private final UniformPlacement placement;
    private final Locator locator;
    private final boolean walls;
    private final boolean choosy;
    private final Tuning tuning;
    private final List<Table> tables = new ArrayList<>();
    private final List<GpuClass> classes = new ArrayList<>();
    private final List<PhaseKernel> readers;
    private final List<PhaseKernel> writers;
    private final Map<String, GpuKernel> fieldMovers = new LinkedHashMap<>();

    /// Memory of the device with what it holds from the start.
    ///
    /// @param content `int[]` or `long[]`
    public record Table(String name, String what, Object content) {
        public long bytes() {
            return switch (content) {
                case int[] ints -> 4L * ints.length;
                case long[] longs -> 8L * longs.length;
                default -> throw new IllegalArgumentException("a table of %s".formatted(content.getClass()));
            };
        }
    }

    /// A kernel for a phase.
    ///
    /// @param isExchanged whether it was printed for the phase whose copies are the other way round
    public record PhaseKernel(GpuKernel kernel, boolean isExchanged) {}

    private GpuPlan(StepPlan plan, @Nullable Tuning tuning) {
        this.plan = plan;
        this.storage = plan.storage();
        if (plan.precision().bytes() != storage.bytesPerValue()) {
            throw new IllegalArgumentException("the plan computes in %s but its storage holds values of %d bytes"
                    .formatted(plan.precision().key(), storage.bytesPerValue()));
        }
        if (!(storage.placement() instanceof UniformPlacement uniform)) {
            throw new IllegalArgumentException("GPUs have no kernels for %s".formatted(storage.placement()));
        }
        this.placement = uniform;
        if (placement.positions() >= Integer.MAX_VALUE) {
            throw new IllegalArgumentException(
                    "%s has %d positions; a GPU counts them in 31 bits. Use compact tiles, a coarser spacing, or several devices"
                            .formatted(placement, placement.positions()));
        }
        Box box = plan.nodes().box();
        this.locator = locator(storage, box);
        this.tuning = tuning == null ? Tuning.usual(locator, storage, plan.precision()) : tuning.within(locator);
        List<int[]> positions = NodeTables.positions(plan);
        this.walls = plan.nodes().links().links() > 0;
        this.choosy = switch (locator) {
            case Locator.Dense d -> wordTables(positions);
            case Locator.Tiles t -> wordTables(positions);
            case Locator.Compact(TileShape shape) -> compactTables(shape, positions);
            case Locator.Segments segments -> segmentTables(segments, positions);
            case Locator.Listed(int first) -> listTables(first, positions);
            case Locator.Indexed i -> indexTables(positions);
        };
        if (walls && !(locator instanceof Locator.Listed)) {
            storage.privateIndex().ifPresent(this::privateTables);
        }
        for (int c = 0; c < plan.classes().size(); c++) {
            NodeClass nodes = plan.classes().get(c);
            if (c > 0) {
                name(positions.get(c - 1), nodes.ownNumbers());
            }
            classes.add(gpuClass(nodes, c == 0 ? new int[0] : positions.get(c - 1), c));
        }
        this.readers = makeReaders();
        this.writers = makeWriters();
        List<String> fields = plan.classes().getFirst().fields();
        for (String field : fields) {
            fieldMovers.put("put " + field, makeFieldMover(fields, field, true));
            fieldMovers.put("get " + field, makeFieldMover(fields, field, false));
        }
    }

    /// @param tuning of the bulk's kernel; null for the usual one
    /// @throws IllegalArgumentException where the plan does not fit together, or GPUs have no kernels for
    ///         its storage
    public static GpuPlan of(StepPlan plan, @Nullable Tuning tuning) {
        return new GpuPlan(plan, tuning);
    }

    private static Locator locator(StorageLayout storage, Box box) {
        return switch (storage.addressing()) {
            case Dense d -> boxOrder(box);
            case Tiles t -> new Locator.Tiles(shape(storage, box));
            case CompactTiles t -> compact(shape(storage, box), box);
            case ConnectivityMatrix m -> new Locator.Listed(table(storage).first());
            case FluidIndex i -> new Locator.Indexed(boxOrder(box));
            default ->
                throw new IllegalArgumentException(
                        "GPUs have no kernels for addressing %s yet; use dense, tiles or compact-tiles"
                                .formatted(storage.addressing().key()));
        };
    }

    /// Tiles of one line keep nodes in the order of the box: neighbours along x then lie side by side.
    private static Locator compact(TileShape shape, Box box) {
        return shape.b() == 1 && shape.c() == 1
                ? new Locator.Segments(boxOrder(box), Math.ceilDiv(box.nx(), 32))
                : new Locator.Compact(shape);
    }

    private static Locator.Dense boxOrder(Box box) {
        return new Locator.Dense(box.nx(), box.ny(), box.nz(), box.periodicX(), box.periodicY(), box.periodicZ());
    }

    private static NeighbourTable table(StorageLayout storage) {
        return storage.neighbours()
                .orElseThrow(() -> new IllegalArgumentException("a connectivity matrix without a table of neighbours"));
    }

    private static TileShape shape(StorageLayout storage, Box box) {
        return TileShape.of(((TiledPlacement) storage.placement()).tiling(), box);
    }

    /// @return whether a sweep has to choose
    private boolean wordTables(List<int[]> positions) {
        if (locator instanceof Locator.Tiles(TileShape shape)) {
            tileTables(shape, -1);
        }
        int[] words = NodeTables.words(plan, positions);
        boolean skips = false;
        for (int word : words) {
            skips |= (word & NodeTables.BULK) == 0;
        }
        if (walls || skips) {
            tables.add(new Table("words", "open links", words));
            tables.add(new Table("plain", "open links", NodeTables.plain(words, storage.lattice())));
        }
        return skips;
    }

    private boolean compactTables(TileShape shape, List<int[]> positions) {
        TiledPlacement tiled = (TiledPlacement) placement;
        int tiles = Math.toIntExact(tiled.tiles());
        if ((tiles + 1L) * shape.words() * 64 > Integer.MAX_VALUE) {
            throw new IllegalArgumentException(
                    "%d tiles are too many for a GPU's tables; use larger tiles or several devices".formatted(tiles));
        }
        tileTables(shape, tiles);
        int[] places = NodeTables.places(plan, tiled.tiling(), tiled.tileNumbers(), shape.words(), positions);
        tables.add(new Table("nodes", "places of nodes", places));
        tables.add(new Table("records", "masks of tiles", NodeTables.records(places, tiles, shape.words())));
        return !positions.isEmpty();
    }

    private boolean segmentTables(Locator.Segments segments, List<int[]> positions) {
        if ((segments.empty() + 1L) * 32 > Integer.MAX_VALUE) {
            throw new IllegalArgumentException("a box of %s nodes is too large for a GPU's tables; use larger tiles"
                    .formatted(plan.nodes().box()));
        }
        int[] places = NodeTables.placesInSegments(plan, segments.alongX(), positions);
        tables.add(new Table("nodes", "places of nodes", places));
        tables.add(new Table("segments", "masks of segments", NodeTables.segments(places, segments.empty())));
        return !positions.isEmpty();
    }

    private boolean listTables(int first, List<int[]> positions) {
        NeighbourTable table = table(storage);
        int rows = storage.lattice().size() - first;
        int[] all = new int[Math.multiplyExact(rows, (int) placement.positions())];
        for (int row = 0; row < rows; row++) {
            System.arraycopy(
                    table.row(first + row), 0, all, row * (int) placement.positions(), (int) placement.positions());
        }
        tables.add(new Table("neighbours", "neighbours of nodes", all));
        return bulkTable(positions);
    }

    private boolean indexTables(List<int[]> positions) {
        tables.add(new Table("index", "positions of nodes", ((IndexedPlacement) placement).index()));
        return bulkTable(positions);
    }

    private boolean bulkTable(List<int[]> positions) {
        if (!positions.isEmpty()) {
            tables.add(new Table("bulk", "nodes of the bulk", NodeTables.bulk((int) placement.positions(), positions)));
        }
        return !positions.isEmpty();
    }

    /// How threads and lists name a node: by its position, or by its place in the box.
    private void name(int[] positions, long[] numbers) {
        if (locator instanceof Locator.Indexed) {
            FluidNodes.Ascending walk = plan.nodes().fluid().ascending();
            for (int k = 0; k < numbers.length; k++) {
                positions[k] = (int) walk.boxIndex(numbers[k]);
            }
        }
    }

    private void tileTables(TileShape shape, int absent) {
        TileTables found =
                TileTables.of((TiledPlacement) placement, shape, plan.nodes().box(), absent);
        tables.add(new Table("tiles", "neighbours of tiles", found.neighbours()));
        if (shape.hasSeams()) {
            tables.add(new Table("seams", "neighbours of tiles", found.seams()));
        }
    }

    private void privateTables(PrivateIndex index) {
        List<RankedBits> sets = new ArrayList<>(List.of(index.nodes()));
        sets.addAll(index.lists());
        long[] heads = new long[3 * sets.size()];
        int words = 0;
        int counts = 0;
        for (int s = 0; s < sets.size(); s++) {
            heads[3 * s] = words;
            heads[3 * s + 1] = counts;
            heads[3 * s + 2] = s == 0 ? 0 : index.start()[s - 1];
            words = Math.addExact(words, sets.get(s).words().length);
            counts = Math.addExact(counts, sets.get(s).before().length);
        }
        long[] bits = new long[words];
        int[] before = new int[counts];
        for (int s = 0; s < sets.size(); s++) {
            RankedBits set = sets.get(s);
            System.arraycopy(set.words(), 0, bits, (int) heads[3 * s], set.words().length);
            System.arraycopy(set.before(), 0, before, (int) heads[3 * s + 1], set.before().length);
        }
        tables.add(new Table("private_lists", "private slots", heads));
        tables.add(new Table("private_words", "private slots", bits));
        tables.add(new Table("private_before", "private slots", before));
    }

    private GpuClass gpuClass(NodeClass nodes, int[] positions, int number) {
        boolean isBulk = number == 0;
        String suffix = isBulk ? "" : "_" + number;
        List<PhaseKernel> steps = new ArrayList<>();
        List<PhaseKernel> observers = new ArrayList<>();
        Nodes stepOver = isBulk ? Nodes.SWEEP : Nodes.LIST;
        FieldIndex at = isBulk ? FieldIndex.POSITION : FieldIndex.ITEM;
        for (int phase = 0; phase < storage.pattern().phases(); phase++) {
            String name = functionName(nodes.name(), suffix);
            steps.add(reused(
                    steps, kernel(name, nodes.step(), stepOver, phase, nodes.fields(), nodes.fields(), at, at, false)));
            observers.add(reused(
                    observers,
                    kernel(
                            functionName(nodes.name(), suffix + "_observe"),
                            nodes.observe(),
                            Nodes.LIST,
                            phase,
                            nodes.fields(),
                            nodes.observe().fieldsOut(),
                            at,
                            FieldIndex.THREAD,
                            false)));
        }
        return new GpuClass(nodes, positions, steps, observers, fieldLength(nodes));
    }

    private long fieldLength(NodeClass nodes) {
        return nodes.fluidNumbers() == null ? placement.positions() : nodes.fluidNumbers().length;
    }

    private static String functionName(String name, String what) {
        StringBuilder text = new StringBuilder("tessera_");
        for (int k = 0; k < name.length(); k++) {
            char c = name.charAt(k);
            text.append(c >= 'a' && c <= 'z' || c >= '0' && c <= '9' ? c : '_');
        }
        return text.append(what).toString();
    }

    private GpuKernel kernel(
            String function,
            Kernel kernel,
            Nodes over,
            int phase,
            List<String> fieldsIn,
            List<String> fieldsOut,
            FieldIndex inAt,
            FieldIndex outAt,
            boolean writesWhereItReads) {
        List<Reach> reads = Reach.reads(storage, phase);
        return new GpuKernel(
                function + "_" + storage.pattern().key().replace('-', '_') + "_" + phase,
                kernel,
                plan.precision(),
                over,
                locator,
                walls,
                choosy,
                reads,
                writesWhereItReads ? reads : Reach.writes(storage, phase),
                storage.pattern().copies(),
                kernel.fieldsIn().isEmpty() ? List.of() : fieldsIn,
                kernel.fieldsOut().isEmpty() ? List.of() : fieldsOut,
                inAt,
                outAt,
                over == Nodes.SWEEP ? tuning : LISTED);
    }

    /// The kernel of an earlier phase, where they differ by exchanged copies only.
    private static PhaseKernel reused(List<PhaseKernel> earlier, GpuKernel kernel) {
        for (PhaseKernel other : earlier) {
            GpuKernel known = other.kernel();
            if (known.copies() == 2
                    && Reach.exchanged(known.reads()).equals(kernel.reads())
                    && Reach.exchanged(known.writes()).equals(kernel.writes())) {
                return new PhaseKernel(known, true);
            }
        }
        return new PhaseKernel(kernel, false);
    }

    /// All kernels that bring values between host and device.
    public List<GpuKernel> lookers() {
        List<GpuKernel> all = new ArrayList<>();
        classes.forEach(nodes -> nodes.observers().forEach(kernel -> addNew(all, kernel)));
        readers.forEach(kernel -> addNew(all, kernel));
        writers.forEach(kernel -> addNew(all, kernel));
        all.addAll(fieldMovers.values());
        return all;
    }

    /// All kernels of steps.
    public List<GpuKernel> steppers() {
        List<GpuKernel> all = new ArrayList<>();
        classes.forEach(nodes -> nodes.steps().forEach(kernel -> addNew(all, kernel)));
        return all;
    }

    private static void addNew(List<GpuKernel> all, PhaseKernel kernel) {
        if (!kernel.isExchanged()) {
            all.add(kernel.kernel());
        }
    }

    /// For each phase the kernel that reads canonical populations of listed nodes into fields `[direction][thread]`.
    public List<PhaseKernel> readers() {
        return readers;
    }

    private List<PhaseKernel> makeReaders() {
        Kernel kernel = transfer(true);
        return transfers(kernel, "tessera_read", List.of(), kernel.fieldsOut());
    }

    /// The reverse of [#readers].
    public List<PhaseKernel> writers() {
        return writers;
    }

    private List<PhaseKernel> makeWriters() {
        Kernel kernel = transfer(false);
        return transfers(kernel, "tessera_write", kernel.fieldsIn(), List.of());
    }

    /// The kernel that takes values `[thread]` to a field of the bulk at listed nodes, or the reverse.
    public GpuKernel fieldMover(String field, boolean isWriter) {
        GpuKernel mover = fieldMovers.get((isWriter ? "put " : "get ") + field);
        if (mover == null) {
            throw new IllegalArgumentException("the bulk has no field %s".formatted(field));
        }
        return mover;
    }

    private GpuKernel makeFieldMover(List<String> all, String field, boolean isWriter) {
        int number = all.indexOf(field);
        ExprGraph graph = new ExprGraph();
        Expr value = graph.symbol("value");
        Kernel kernel = new Kernel(
                "move",
                storage.lattice(),
                graph,
                List.of(),
                List.of(
                        new Statement.Load(value, new Source.FieldIn(field)),
                        new Statement.Store(new Sink.FieldOut(field), value)));
        return isWriter
                ? kernel(
                        "tessera_put_" + number,
                        kernel,
                        Nodes.LIST,
                        0,
                        List.of(field),
                        all,
                        FieldIndex.THREAD,
                        FieldIndex.POSITION,
                        true)
                : kernel(
                        "tessera_get_" + number,
                        kernel,
                        Nodes.LIST,
                        0,
                        all,
                        List.of(field),
                        FieldIndex.POSITION,
                        FieldIndex.THREAD,
                        true);
    }

    private List<PhaseKernel> transfers(Kernel kernel, String name, List<String> in, List<String> out) {
        List<PhaseKernel> kernels = new ArrayList<>();
        for (int phase = 0; phase < storage.pattern().phases(); phase++) {
            kernels.add(reused(
                    kernels,
                    kernel(name, kernel, Nodes.LIST, phase, in, out, FieldIndex.THREAD, FieldIndex.THREAD, true)));
        }
        return kernels;
    }

    private Kernel transfer(boolean isReader) {
        VelocitySet lattice = storage.lattice();
        ExprGraph graph = new ExprGraph();
        List<Statement> loads = new ArrayList<>();
        List<Statement> stores = new ArrayList<>();
        for (int i = 0; i < lattice.size(); i++) {
            String name = lattice.populationName(i);
            Expr value = graph.symbol(name);
            loads.add(new Statement.Load(value, isReader ? new Source.PopulationIn(i) : new Source.FieldIn(name)));
            stores.add(new Statement.Store(isReader ? new Sink.FieldOut(name) : new Sink.PopulationOut(i), value));
        }
        loads.addAll(stores);
        return new Kernel(isReader ? "read" : "write", lattice, graph, List.of(), loads);
    }

    /// What lists say for fluid nodes `first` … `first + target.length - 1`: positions (places in the box, where an
    /// index array finds positions).
    /// @throws IndexOutOfBoundsException where there are not so many
    public void positions(long first, int[] target) {
        FluidNodes fluid = plan.nodes().fluid();
        if (first < 0 || first + target.length > fluid.count()) {
            throw new IndexOutOfBoundsException(
                    "fluid nodes %d … %d of %d".formatted(first, first + target.length - 1, fluid.count()));
        }
        Box box = fluid.box();
        Placement where = storage.placement();
        boolean isIndexed = locator instanceof Locator.Indexed;
        FluidNodes.Ascending walk = fluid.ascending();
        for (int n = 0; n < target.length; n++) {
            long index = walk.boxIndex(first + n);
            target[n] = (int) (isIndexed ? index : where.position(box.x(index), box.y(index), box.z(index)));
        }
    }

    /// What a device allocates for this plan in all, exactly.
    public long memoryBytes() {
        return memory().totalBytes();
    }

    /// What a device allocates for this plan, exactly.
    public MemoryPlan memory() {
        int bytes = plan.precision().bytes();
        long values = (long) storage.lattice().size() * storage.pattern().copies();
        long populations = values * storage.nodes().fluid().count();
        long held = values * placement.positions();
        MemoryPlan memory = new MemoryPlan(List.of())
                .with("populations of fluid nodes", populations * bytes)
                .with("slots of nodes that are not fluid", (held - populations) * bytes)
                .with("padding between arrays", (placement.slots() - held) * bytes)
                .with("private slots of cut links", storage.privateSlots() * bytes);
        for (Table table : tables) {
            memory = memory.with("table: " + table.what(), table.bytes());
        }
        for (GpuClass nodes : classes) {
            memory = memory.with("nodes of class " + nodes.nodes().name(), 4L * nodes.positions().length)
                    .with("fields of class " + nodes.nodes().name(), nodes.fieldBytes(plan.precision()));
        }
        return memory.with("nodes to look at", 4L * chunk()).with("values to look at", chunk() * rowsOfChunk() * bytes);
    }

    /// Nodes that are observed, read or written in one go.
    public int chunk() {
        return (int) Math.max(1, Math.min(LARGEST_CHUNK, plan.nodes().fluid().count()));
    }

    /// Values a node that have room in a chunk: its populations, or all that is observed of it.
    public long rowsOfChunk() {
        int observed = plan.classes().stream()
                .mapToInt(nodes -> nodes.observe().fieldsOut().size())
                .max()
                .orElse(0);
        return Math.max(storage.lattice().size(), observed);
    }

    /// Values of one copy of the populations, private slots included.
    public long valuesPerCopy() {
        int copies = storage.pattern().copies();
        if (copies > 1 && storage.privateSlots() > 0) {
            throw new IllegalArgumentException("pattern %s has copies and private slots; GPUs have no kernels for that"
                    .formatted(storage.pattern()));
        }
        return storage.slots() / copies;
    }

    /// The first private slot.
    public long firstPrivate() {
        return storage.slots() - storage.privateSlots();
    }

    /// Positions of one array.
    public long positions() {
        return placement.positions();
    }

    /// Of the bulk's kernel.
    public Tuning tuning() {
        return tuning;
    }

    /// Slots from one array to the next.
    public long stride() {
        return placement.stride();
    }

    /// How many positions a sweep goes over (places of the box, where an index array finds positions).
    public int swept() {
        return (int) (locator instanceof Locator.Indexed ? plan.nodes().box().size() : placement.positions());
    }

    public List<Table> tables() {
        return List.copyOf(tables);
    }

    /// In the order of the step plan: the first is the bulk.
    public List<GpuClass> classes() {
        return List.copyOf(classes);
    }

    public Optional<GpuClass> byName(String name) {
        return classes.stream().filter(c -> c.nodes().name().equals(name)).findFirst();
    }

    public StepPlan plan() {
        return plan;
    }

    public Precision precision() {
        return plan.precision();
    }
}
