package dev.tessera.kernel.gpu;

import dev.tessera.geometry.Box;
import dev.tessera.geometry.CutLinks;
import dev.tessera.geometry.FluidNodes;
import dev.tessera.kernel.EdgeNodes;
import dev.tessera.kernel.LaunchShape;
import dev.tessera.kernel.NodeClass;
import dev.tessera.kernel.Precision;
import dev.tessera.kernel.SeriesValues;
import dev.tessera.kernel.StepPlan;
import dev.tessera.kernel.StoredArray;
import dev.tessera.layout.MemoryPlan;
import dev.tessera.layout.Placement;
import dev.tessera.layout.StorageLayout;
import dev.tessera.layout.UniformPlacement;
import dev.tessera.layout.addressing.GhostTilePlacement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.LongPredicate;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// A step plan for GPUs: kernels for all classes and phases, and their tables. Immutable.
public final class GpuPlan {
    /// Nodes per transfer.
    private static final int LARGEST_CHUNK = 1 << 18;

    /// Steps for which the values of series are on the device.
    public static final int SERIES_STEPS = 4096;

    private final StepPlan plan;
    private final StorageLayout storage;
    private final UniformPlacement placement;
    private final Locator locator;
    private final Tuning tuning;
    private final boolean walls;
    private final boolean selective;
    private final GpuTables made;
    private final @Nullable CutFields cut;
    private final List<Integer> swept; // numbers of classes
    private final StepForm form;
    private final KernelMaker maker;
    private final List<GpuClass> classes = new ArrayList<>();
    private final @Nullable GpuClass edge; // of the bulk; null if no sweep leaves it out
    private final Map<String, List<PhaseKernel>> readers = new LinkedHashMap<>(); // by populations
    private final Map<String, List<PhaseKernel>> writers = new LinkedHashMap<>();
    private final Map<String, GpuKernel> fieldMovers = new LinkedHashMap<>();
    private final Map<String, GpuKernel> storedFieldMovers = new LinkedHashMap<>();

    /// A kernel for a phase.
    ///
    /// @param isExchanged whether it was printed for the phase with swapped population arrays
    public record PhaseKernel(GpuKernel kernel, boolean isExchanged) {}

    /// The same plan with another tuning.
    private GpuPlan(GpuPlan other, Tuning tuning) {
        this.plan = other.plan;
        this.storage = other.storage;
        this.placement = other.placement;
        this.locator = other.locator;
        this.walls = other.walls;
        this.selective = other.selective;
        this.made = other.made;
        this.cut = other.cut;
        this.swept = other.swept;
        this.form = other.form;
        this.tuning = tuning;
        this.maker =
                new KernelMaker(plan, placement, locator, walls, cutsUpdated(), selective, tuning, form, cut, swept);
        for (int c = 0; c < other.classes.size(); c++) {
            GpuClass known = other.classes.get(c);
            classes.add(maker.gpuClass(known.nodes(), known.positions(), c));
        }
        this.edge = other.edge;
        readers.putAll(other.readers);
        writers.putAll(other.writers);
        fieldMovers.putAll(other.fieldMovers);
        storedFieldMovers.putAll(other.storedFieldMovers);
    }

    private GpuPlan(StepPlan plan, @Nullable Tuning tuning, StepForm form, Ablation omitted) {
        this.plan = plan;
        this.form = form;
        this.storage = plan.storage();
        if (plan.precision().storedBytes() != storage.bytesPerValue()) {
            throw new IllegalArgumentException("the plan is in %s but its storage holds values of %d bytes"
                    .formatted(plan.precision().key(), storage.bytesPerValue()));
        }
        this.placement = Locators.positions(storage);
        if (placement.positions() >= Integer.MAX_VALUE) {
            throw new NoKernelException(
                    "%s has %d positions; GPUs index them with 31 bits. Use compact tiles, a coarser spacing, or several devices"
                            .formatted(placement, placement.positions()));
        }
        this.locator = Locators.of(storage, plan.nodes().box(), tuning, omitted);
        checkArrays();
        List<int[]> positions = NodeTables.positions(plan);
        List<int[]> others = new ArrayList<>(positions);
        this.cut = CutFields.of(plan, form == StepForm.FUSED && !(locator instanceof Locator.Ghosts));
        boolean isListed = form != StepForm.FUSED || tuning != null && tuning.variant() == KernelVariant.LISTED;
        this.swept = isListed ? List.of() : SingleNodes.classes(plan, locator, positions, placement.positions(), cut);
        Tuning usual = cut != null && cut.isSwept()
                ? UsualTuning.ofBulk(plan, locator)
                : UsualTuning.of(plan, locator, !swept.isEmpty());
        this.tuning = within(tuning != null ? tuning.within(locator) : usual);
        List<GpuTable> further = new ArrayList<>();
        for (int number : swept) {
            further.add(new GpuTable(
                    SweptClass.table(number),
                    "nodes of swept classes",
                    NodeTables.rankedBytes(placement.positions()),
                    () -> NodeTables.ranked(positions.get(number - 1), placement.positions())));
        }
        if (cut != null) {
            further.addAll(cut.tables(positions.get(cut.number() - 1).clone(), placement.positions()));
            if (cut.isSwept()) {
                others.remove(cut.number() - 1);
            }
        }
        long[] edgeNumbers = new long[0];
        int[] edgePositions = new int[0];
        if (plan.nodes().halo().length > 0) {
            others.add(NodeTables.positions(plan, plan.nodes().halo()));
        }
        if (hasEdge(plan)) {
            edgeNumbers = isDivided() ? edgeOfBulk() : edgeNumbers;
            edgePositions = NodeTables.positions(plan, edgeNumbers);
            others.add(edgePositions);
        }
        if (isDivided() && !swept.isEmpty()) {
            List<int[]> edgeList = List.of(edgePositions);
            further.add(new GpuTable(
                    SweptClass.INNER,
                    "nodes of swept classes",
                    Integer.BYTES * Math.ceilDiv(placement.positions(), (long) Integer.SIZE),
                    () -> NodeTables.bulk((int) placement.positions(), edgeList)));
        }
        this.made = new GpuTables(plan, placement, locator, this.tuning, others, further);
        this.walls = made.walls();
        this.selective = made.selective();
        this.maker = new KernelMaker(
                plan, placement, locator, made.walls(), cutsUpdated(), made.selective(), this.tuning, form, cut, swept);
        for (int c = 0; c < plan.classes().size(); c++) {
            NodeClass nodes = plan.classes().get(c);
            if (c > 0) {
                name(positions.get(c - 1), nodes.ownNumbers());
            }
            classes.add(maker.gpuClass(nodes, c == 0 ? new int[0] : positions.get(c - 1), c));
        }
        name(edgePositions, edgeNumbers);
        this.edge = edgePositions.length == 0 ? null : maker.edgeOfBulk(classes.getFirst(), edgePositions);
        TransferKernels transfers = new TransferKernels(maker, plan);
        for (StoredArray.Populations array : plan.populations()) {
            readers.put(array.name(), transfers.readers(array));
            writers.put(array.name(), transfers.writers(array));
        }
        List<String> fields = plan.classes().getFirst().fields();
        for (String field : fields) {
            fieldMovers.put("put " + field, transfers.fieldMover(fields, field, true));
            fieldMovers.put("get " + field, transfers.fieldMover(fields, field, false));
        }
        for (StoredArray.Field field : plan.fields()) {
            storedFieldMovers.put("put " + field.name(), transfers.storedFieldMover(field, true));
            storedFieldMovers.put("get " + field.name(), transfers.storedFieldMover(field, false));
        }
    }

    /// The tuning with at most as many nodes per thread as a bundle has positions.
    private Tuning within(Tuning ofLocator) {
        boolean isWider = placement.bundle() > 0 && placement.bundle() < ofLocator.nodesPerThread();
        return isWider ? ofLocator.withOneNodePerThread() : ofLocator;
    }

    /// Whether links of nodes that step kernels visit are cut. Halo nodes, which only sweeps over whole tiles visit,
    /// have cut links in any part.
    private boolean cutsUpdated() {
        if (locator instanceof Locator.Ghosts) {
            return walls;
        }
        CutLinks links = plan.nodes().links();
        for (int b = 0; b < links.boundaryNodes(); b++) {
            if (!plan.nodes().isHalo(links.node(b))) {
                return true;
            }
        }
        return false;
    }

    /// Whether nodes of the bulk that exchange values with other parts or programs are updated before the
    /// others. Where the nodes of a tile have to run together, or a step takes several kernels, all nodes
    /// are updated at once.
    public boolean isDivided() {
        return hasEdge(plan) && form == StepForm.FUSED && !(locator instanceof Locator.Ghosts);
    }

    static boolean hasEdge(StepPlan plan) {
        return plan.nodes().halo().length > 0 || plan.outer().length > 0;
    }

    /// Fluid numbers of the edge nodes that the bulk's kernels update, those of swept classes among them, and of nodes
    /// stored beside them, ascending.
    private long[] edgeOfBulk() {
        long[] listed = IntStream.range(1, plan.classes().size())
                .filter(c -> !swept.contains(c) && (cut == null || !cut.isSwept() || c != cut.number()))
                .mapToObj(c -> plan.classes().get(c).ownNumbers())
                .flatMapToLong(Arrays::stream)
                .sorted()
                .toArray();
        EdgeNodes edgeNodes = EdgeNodes.of(plan);
        long[] ofBulk = Arrays.stream(edgeNodes.numbers())
                .filter(number -> Arrays.binarySearch(listed, number) < 0)
                .toArray();
        LongPredicate excluded = number -> plan.nodes().isHalo(number) || Arrays.binarySearch(listed, number) >= 0;
        return new ScatteredEdge(plan.nodes().fluid(), storage.placement(), edgeNodes, excluded).with(ofBulk);
    }

    private void checkArrays() {
        StoredArray.Populations first = plan.populations().getFirst();
        for (StoredArray.Populations array : plan.populations()) {
            if (!array.lattice().equals(first.lattice())) {
                throw new NoKernelException(
                        "populations %s have lattice %s, but populations %s have %s; on GPUs all populations of a plan share tables of one lattice. Use one lattice, or device cpu:interpreter"
                                .formatted(
                                        array.name(),
                                        array.lattice().name(),
                                        first.name(),
                                        first.lattice().name()));
            }
        }
        if (locator instanceof Locator.Ghosts && !plan.isSimple()) {
            throw new NoKernelException(
                    "on GPUs, tiles with ghost buffers store one fluid, updated in one stage: a sweep exchanges the values of one array between tiles. This plan has %d stages and the arrays %s. Use compact-tiles or tiles"
                            .formatted(
                                    plan.stages(),
                                    plan.arrays().stream()
                                            .map(StoredArray::name)
                                            .toList()));
        }
    }

    /// @param tuning of the bulk's kernel; null for the default
    /// @throws IllegalArgumentException if the plan is inconsistent, or there are no GPU kernels for its
    ///        storage
    public static GpuPlan of(StepPlan plan, @Nullable Tuning tuning) {
        return new GpuPlan(plan, tuning, StepForm.FUSED, Ablation.NOTHING);
    }

    /// A plan with another form of steps, or with a part of the kernels left out, which makes results wrong:
    /// only for benchmarks.
    /// @throws IllegalArgumentException if the pattern does not allow a split step
    public static GpuPlan of(StepPlan plan, @Nullable Tuning tuning, StepForm form, Ablation omitted) {
        return new GpuPlan(plan, tuning, form, omitted);
    }

    /// The same plan with another tuning of the bulk's kernels; only the tables that depend on it are rebuilt.
    public GpuPlan retuned(Tuning other) {
        Tuning possible = possible(other);
        boolean hasSameTables = other.order() == tuning.order()
                && other.lookup() == tuning.lookup()
                && (other.variant() == KernelVariant.LISTED) == (tuning.variant() == KernelVariant.LISTED);
        return hasSameTables ? new GpuPlan(this, possible) : of(plan, other, form, Ablation.NOTHING);
    }

    /// The tuning adapted to this plan's storage.
    public Tuning possible(Tuning wished) {
        return within(wished.within(locator));
    }

    /// Why this plan's storage does not allow the tile look-up of a launch, with a remedy; null where it does.
    public @Nullable String unfitFor(Tuning requested) {
        return requested.unfitFor(locator);
    }

    /// Converts positions to the indices of threads and lists: positions, or indices in the box.
    private void name(int[] positions, long[] numbers) {
        if (locator instanceof Locator.Indexed) {
            FluidNodes.Ascending walk = plan.nodes().fluid().ascending();
            for (int k = 0; k < numbers.length; k++) {
                positions[k] = (int) walk.boxIndex(numbers[k]);
            }
        }
    }

    /// All kernels for observation and transfer.
    public List<GpuKernel> observers() {
        List<GpuKernel> all = new ArrayList<>();
        classes.forEach(nodes -> nodes.observers().forEach(kernel -> addNew(all, kernel)));
        readers.values().forEach(of -> of.forEach(kernel -> addNew(all, kernel)));
        writers.values().forEach(of -> of.forEach(kernel -> addNew(all, kernel)));
        all.addAll(fieldMovers.values());
        all.addAll(storedFieldMovers.values());
        return all;
    }

    /// For each class and phase, the kernel that observes only some quantities at listed nodes, into fields
    /// `[quantity][thread]`.
    /// @throws IllegalArgumentException if a class does not have one of the quantities
    public List<List<PhaseKernel>> observersOf(List<String> quantities) {
        List<List<PhaseKernel>> all = new ArrayList<>();
        for (int c = 0; c < classes.size(); c++) {
            all.add(maker.observers(classes.get(c).nodes(), c, quantities));
        }
        return all;
    }

    /// All step kernels.
    public List<GpuKernel> stepKernels() {
        List<GpuKernel> all = new ArrayList<>();
        for (GpuClass nodes : classes) {
            addSteps(all, nodes);
        }
        if (edge != null) {
            addSteps(all, edge);
        }
        return all;
    }

    private static void addSteps(List<GpuKernel> all, GpuClass nodes) {
        nodes.steps().stream().flatMap(List::stream).flatMap(List::stream).forEach(kernel -> addNew(all, kernel));
    }

    /// The bulk's nodes that exchange values with other parts, with kernels over their list; empty if the sweep
    /// updates all nodes of the bulk.
    public Optional<GpuClass> edge() {
        return Optional.ofNullable(edge);
    }

    /// The kernels that step the bulk, in the order of their launches, for each phase.
    public List<List<GpuKernel>> kernelsOfBulk() {
        return classes.getFirst().steps().stream()
                .map(step -> step.stream()
                        .flatMap(List::stream)
                        .map(PhaseKernel::kernel)
                        .toList())
                .toList();
    }

    /// The launch shape of a step kernel of the bulk.
    public LaunchShape shapeOf(GpuKernel kernel) {
        return kernel.launchOver(visitedBy(kernel));
    }

    private static void addNew(List<GpuKernel> all, PhaseKernel kernel) {
        if (!kernel.isExchanged()) {
            all.add(kernel.kernel());
        }
    }

    /// For each phase the kernel that reads canonical populations of listed nodes into fields
    /// `[direction][thread]`.
    /// @param array the populations' name
    public List<PhaseKernel> readers(String array) {
        return Objects.requireNonNull(readers.get(plan.populations(array).name()));
    }

    /// The reverse of [#readers].
    public List<PhaseKernel> writers(String array) {
        return Objects.requireNonNull(writers.get(plan.populations(array).name()));
    }

    /// The kernel that copies values `[thread]` to a stored field at listed nodes, or the reverse.
    public GpuKernel storedFieldMover(String field, boolean isWriter) {
        return Objects.requireNonNull(storedFieldMovers.get(
                (isWriter ? "put " : "get ") + plan.field(field).name()));
    }

    /// The kernel that copies values `[thread]` to a field of the bulk at listed nodes, or the reverse.
    public GpuKernel fieldMover(String field, boolean isWriter) {
        GpuKernel mover = fieldMovers.get((isWriter ? "put " : "get ") + field);
        if (mover == null) {
            throw new IllegalArgumentException("the bulk has no field %s".formatted(field));
        }
        return mover;
    }

    /// The list entries of fluid nodes in any order: as [#positions(long, int[])].
    public int[] positions(long[] fluidNumbers) {
        int[] found = new int[fluidNumbers.length];
        if (listsFluidNumbers()) {
            Arrays.setAll(found, n -> (int) fluidNumbers[n]);
            return found;
        }
        Box box = plan.nodes().box();
        for (int n = 0; n < found.length; n++) {
            long index = plan.nodes().fluid().boxIndex(fluidNumbers[n]);
            boolean isIndexed = locator instanceof Locator.Indexed;
            found[n] =
                    (int) (isIndexed ? index : storage.placement().position(box.x(index), box.y(index), box.z(index)));
        }
        return found;
    }

    /// The list entries of fluid nodes `first` … `first + target.length - 1`: positions (with an index array:
    /// indices in the box).
    /// @throws IndexOutOfBoundsException if the range exceeds the fluid nodes
    public void positions(long first, int[] target) {
        FluidNodes fluid = plan.nodes().fluid();
        if (first < 0 || first + target.length > fluid.count()) {
            throw new IndexOutOfBoundsException(
                    "fluid nodes %d … %d of %d".formatted(first, first + target.length - 1, fluid.count()));
        }
        if (listsFluidNumbers()) {
            Arrays.setAll(target, n -> (int) first + n);
            return;
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

    /// Whether a node's list entry is its fluid number.
    private boolean listsFluidNumbers() {
        return storage.placement().isInFluidOrder() && !(locator instanceof Locator.Indexed);
    }

    /// Bytes of the table of a series: the value of the last step, and those of the next [#SERIES_STEPS] steps.
    public long seriesBytes() {
        return (long) (1 + SERIES_STEPS) * plan.precision().computedBytes();
    }

    /// The exact memory that a device allocates for this plan.
    public long memoryBytes() {
        return memory().totalBytes();
    }

    /// The exact memory that a device allocates for this plan, by purpose.
    public MemoryPlan memory() {
        int bytes = plan.precision().storedBytes();
        int arrays = plan.populations().size();
        long values = (long) storage.lattice().size() * copies();
        long populations = values * storage.nodes().fluid().count();
        long held = values * placement.positions();
        MemoryPlan memory = new MemoryPlan(List.of())
                .with("populations of fluid nodes", arrays * populations * bytes)
                .with("slots of nodes that are not fluid", arrays * (held - populations) * bytes)
                .with("padding between arrays", arrays * (placement.slots() - held) * bytes)
                .with("private slots of cut links", arrays * storage.privateSlots() * bytes)
                .with("ghost buffers between tiles", 2 * ghostValues() * bytes)
                .with(
                        "deferred results of boundary kernels",
                        deferredNodes()
                                * storage.lattice().size()
                                * plan.precision().computedBytes());
        for (StoredArray.Field field : plan.fields()) {
            memory = memory.with("field " + field.name(), storedFieldBytes());
        }
        for (GpuTable table : tables()) {
            memory = memory.with("table: " + table.what(), table.bytes());
        }
        for (GpuClass nodes : classes) {
            memory = memory.with("nodes of class " + nodes.nodes().name(), 4L * nodes.positions().length)
                    .with("fields of class " + nodes.nodes().name(), nodes.fieldBytes());
        }
        if (edge != null) {
            memory = memory.with("nodes of the bulk beside other parts", 4L * edge.positions().length);
        }
        List<String> series = SeriesValues.of(plan).names();
        if (!series.isEmpty()) {
            memory = memory.with("series of values in time", 4L + series.size() * seriesBytes());
        }
        return memory.with("nodes of a transfer", 4L * chunk())
                .with(
                        "values of a transfer",
                        chunk() * rowsOfChunk() * plan.precision().computedBytes());
    }

    /// Nodes per transfer.
    public int chunk() {
        return (int) Math.max(1, Math.min(LARGEST_CHUNK, plan.nodes().fluid().count()));
    }

    /// Values per node of a transfer: its populations, or all observed quantities.
    public long rowsOfChunk() {
        int observed = plan.classes().stream()
                .mapToInt(nodes -> nodes.observe().fieldsOut().size())
                .max()
                .orElse(0);
        return Math.max(storage.lattice().size(), observed);
    }

    /// Slots of one population array, including private slots.
    public long valuesPerCopy() {
        if (storage.pattern().copies() > 1 && storage.privateSlots() > 0) {
            throw new IllegalArgumentException(
                    "pattern %s has several population arrays and private slots; there are no GPU kernels for that"
                            .formatted(storage.pattern()));
        }
        return (placement.slots() + storage.privateSlots()) / copies();
    }

    /// The number of population arrays on the device of each of the plan's populations.
    public int copies() {
        return storage.placement().storedCopies(storage.pattern().copies());
    }

    /// Bytes of a stored field: one value per position.
    public long storedFieldBytes() {
        return placement.positions() * plan.precision().computedBytes();
    }

    /// Values per set of ghost buffers; 0 if there are none.
    public long ghostValues() {
        return storage.placement() instanceof GhostTilePlacement ghosts
                ? Math.max(1, ghosts.buffers().values())
                : 0;
    }

    /// Nodes whose results are deferred until the sweep copies them to their slots. Halo nodes have entries,
    /// too, which no kernel writes: what the sweep copies from them is replaced by values of other parts.
    public long deferredNodes() {
        return locator instanceof Locator.Ghosts
                ? classes.stream().mapToLong(nodes -> nodes.positions().length).sum()
                        + plan.nodes().halo().length
                : 0;
    }

    /// The first private slot.
    public long firstPrivate() {
        return placement.slots();
    }

    /// Positions of one array.
    public long positions() {
        return placement.positions();
    }

    /// The fields of a class that are stored for cut links only.
    public Optional<CutFields> cutFieldsOf(GpuClass nodes) {
        return Optional.ofNullable(cut).filter(fields -> fields.areOf(nodes.nodes()));
    }

    /// The class whose fields are stored for cut links only.
    public Optional<GpuClass> classOfCutFields() {
        return Optional.ofNullable(cut).map(fields -> classes.get(fields.number()));
    }

    /// The tuning of the bulk's kernel.
    public Tuning tuning() {
        return tuning;
    }

    /// Slots from one array to the next.
    public long stride() {
        return placement.stride();
    }

    /// The number of positions of the sweep of a step's first kernel (with an index array: nodes of the box).
    public int bulkPositions() {
        return visitedBy(kernelsOfBulk().getFirst().getFirst());
    }

    /// The number of positions of a kernel of the bulk.
    public int visitedBy(GpuKernel kernel) {
        return (int)
                (kernel.locator() instanceof Locator.Indexed
                        ? plan.nodes().box().size()
                        : placement.positions());
    }

    public List<GpuTable> tables() {
        return made.all();
    }

    /// Forgets the contents of tables, which a device has in its memory. They are made again where they are needed.
    public void releaseTables() {
        made.release();
    }

    /// Fraction of the positions in groups of 32 bulk nodes with all links open; 1 if kernels do not use it.
    public double plainPart() {
        return made.plainPart();
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
