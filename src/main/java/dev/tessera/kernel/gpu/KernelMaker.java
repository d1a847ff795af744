package dev.tessera.kernel.gpu;

import dev.tessera.expr.Expr;
import dev.tessera.expr.ExprGraph;
import dev.tessera.geometry.Box;
import dev.tessera.kernel.Kernel;
import dev.tessera.kernel.Kernel.Sink;
import dev.tessera.kernel.Kernel.Source;
import dev.tessera.kernel.Kernel.Statement;
import dev.tessera.kernel.NodeClass;
import dev.tessera.kernel.StepPlan;
import dev.tessera.kernel.StoredArray;
import dev.tessera.kernel.gpu.GpuKernel.FieldIndex;
import dev.tessera.kernel.gpu.GpuKernel.Nodes;
import dev.tessera.kernel.gpu.GpuPlan.PhaseKernel;
import dev.tessera.layout.StorageLayout;
import dev.tessera.layout.UniformPlacement;
import dev.tessera.model.Velocity;
import dev.tessera.model.VelocitySet;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// Builds the kernels of a plan for steps and observation.
///
/// @param placement of positions
/// @param walls whether links can be cut
/// @param cutsUpdated whether links of updated nodes can be cut; those of halo nodes can be in any part
/// @param selective whether a sweep has to skip positions
/// @param tuning of the bulk's kernels
/// @param form of its steps
/// @param cut fields of cut links; null if no class has them
/// @param swept numbers of the classes that the sweep of the bulk can update
record KernelMaker(
        StepPlan plan,
        UniformPlacement placement,
        Locator locator,
        boolean walls,
        boolean cutsUpdated,
        boolean selective,
        Tuning tuning,
        StepForm form,
        @Nullable CutFields cut,
        List<Integer> swept) {
    static final Tuning LISTED = Tuning.of(128, 1);
    private static final int SHARED_BYTES = 48 << 10; // of a block on all devices, without asking for more

    private StorageLayout storage() {
        return plan.storage();
    }

    GpuClass gpuClass(NodeClass nodes, int[] positions, int number) {
        boolean isBulk = nodes.fluidNumbers() == null;
        List<List<List<PhaseKernel>>> steps =
                steps(nodes, isBulk ? Nodes.SWEEP : Nodes.LIST, number == 0 ? "" : "_" + number);
        List<PhaseKernel> observers = observers(nodes, number, nodes.observe().fieldsOut());
        CutFields packed = cutOf(nodes);
        long bytes = packed == null
                ? nodes.fields().size() * fieldLength(nodes) * plan.precision().computedBytes()
                : packed.bytes();
        return new GpuClass(nodes, positions, steps, observers, fieldLength(nodes), bytes);
    }

    /// Some nodes of the bulk as a list, with the fields of the bulk.
    GpuClass edgeOfBulk(GpuClass bulk, int[] positions) {
        return new GpuClass(
                bulk.nodes(),
                positions,
                steps(bulk.nodes(), Nodes.LIST, "_edge"),
                bulk.observers(),
                bulk.fieldLength(),
                0);
    }

    /// @return `[phase][stage]`
    private List<List<List<PhaseKernel>>> steps(NodeClass nodes, Nodes over, String suffix) {
        List<List<List<PhaseKernel>>> steps = new ArrayList<>();
        for (int phase = 0; phase < storage().pattern().phases(); phase++) {
            List<List<PhaseKernel>> stages = new ArrayList<>();
            for (int stage = 0; stage < plan.stages(); stage++) {
                int current = stage;
                List<PhaseKernel> known =
                        steps.stream().flatMap(of -> of.get(current).stream()).toList();
                stages.add(stepKernels(nodes, over, stage, phase, suffix).stream()
                        .map(kernel -> reused(known, kernel))
                        .toList());
            }
            steps.add(stages);
        }
        return steps;
    }

    /// The fields of cut links of a class; null if it has none.
    private @Nullable CutFields cutOf(NodeClass nodes) {
        return cut != null && cut.areOf(nodes) ? cut : null;
    }

    /// For each phase the kernel that observes some quantities at listed nodes of a class, into fields
    /// `[quantity][thread]`.
    /// @param number of the class; 0: the bulk
    /// @throws IllegalArgumentException if the class does not have one of the quantities
    List<PhaseKernel> observers(NodeClass nodes, int number, List<String> quantities) {
        Kernel kernel = nodes.observe().storingOnly(quantities);
        List<PhaseKernel> observers = new ArrayList<>();
        for (int phase = 0; phase < storage().pattern().phases(); phase++) {
            observers.add(reused(
                    observers,
                    kernel(
                                    functionName(nodes.name(), (number == 0 ? "" : "_" + number) + "_observe"),
                                    kernel,
                                    Nodes.LIST,
                                    phase,
                                    nodes.fields(),
                                    quantities,
                                    number == 0 ? FieldIndex.POSITION : FieldIndex.ITEM,
                                    FieldIndex.THREAD,
                                    false)
                            .reading(cutOf(nodes))));
        }
        return observers;
    }

    /// The kernels of a class in a stage; none if it has no work there.
    private List<GpuKernel> stepKernels(NodeClass nodes, Nodes over, int stage, int phase, String suffix) {
        boolean isBulk = nodes.fluidNumbers() == null;
        CutFields withBulk = cut != null && cut.isSwept() ? cut : null;
        // beside walls, the kernel of a class computes the same as that of the bulk where links are open
        Kernel kernel = (isBulk && withBulk != null ? plan.classes().get(withBulk.number()) : nodes).step(stage);
        if (kernel.isEmpty() || withBulk != null && withBulk.areOf(nodes) || isSwept(nodes, stage)) {
            return List.of();
        }
        FieldIndex at = isBulk ? FieldIndex.POSITION : FieldIndex.ITEM;
        GpuKernel fused = step(nodes, kernel, over, stage, phase, suffix, at);
        if (over == Nodes.SWEEP && form == StepForm.SPLIT) {
            return split(fused);
        }
        if (over == Nodes.SWEEP && tuning.variant() == KernelVariant.SHARED_ROWS) {
            requireSharedRows(fused);
        }
        GpuKernel reading = fused.reading(isBulk ? withBulk : cutOf(nodes));
        return List.of(isBulk ? reading.sweeping(sweptIn(stage, phase)) : reading);
    }

    private GpuKernel step(
            NodeClass nodes, Kernel kernel, Nodes over, int stage, int phase, String suffix, FieldIndex at) {
        return kernel(
                        functionName(nodes.name(), suffix + (plan.stages() == 1 ? "" : "_stage_" + stage)),
                        kernel,
                        over,
                        phase,
                        nodes.fields(),
                        nodes.fields(),
                        at,
                        at,
                        false)
                .withWalls(cutsUpdated);
    }

    /// Whether the sweep updates a class in a stage.
    private boolean isSwept(NodeClass nodes, int stage) {
        return swept.stream()
                        .anyMatch(number -> plan.classes().get(number).name().equals(nodes.name()))
                && !plan.classes().getFirst().step(stage).isEmpty();
    }

    /// The classes that the sweep updates in a stage.
    private List<SweptClass> sweptIn(int stage, int phase) {
        List<SweptClass> classes = new ArrayList<>();
        for (int number : swept) {
            NodeClass nodes = plan.classes().get(number);
            Kernel kernel = nodes.step(stage);
            if (isSwept(nodes, stage)) {
                classes.add(new SweptClass(
                        number,
                        step(nodes, kernel, Nodes.LIST, stage, phase, "_" + number, FieldIndex.ITEM),
                        GpuPlan.hasEdge(plan)));
            }
        }
        return classes;
    }

    /// @throws NoKernelException unless all populations of a full, periodic box are pushed to the neighbours, and one
    ///         value of each that crosses x fits into shared memory for each thread
    private void requireSharedRows(GpuKernel fused) {
        boolean isPushed = plan.isSimple()
                && storage().pattern().copies() == 2
                && fused.reads().stream().allMatch(KernelMaker::isOwn)
                && fused.kernel().fieldsOut().isEmpty();
        if (!isPushed || walls || selective || plan.nodes().halo().length > 0) {
            throw new NoKernelException(
                    "populations pass through shared memory only where one fluid fills a periodic box and is pushed. Use pattern push on a box without walls, or the usual kernel");
        }
        long crossing = links().stream().filter(link -> link.x() != 0).count();
        long bytes = crossing * tuning.threads() * plan.precision().computedBytes();
        if (bytes > SHARED_BYTES) {
            throw new NoKernelException(
                    "%d populations of %d threads take %d bytes of shared memory, more than %d. Use smaller blocks"
                            .formatted(crossing, tuning.threads(), bytes, SHARED_BYTES));
        }
    }

    /// Splits a step into two kernels. If nodes write only their own slots (pull), propagation comes first,
    /// then collision in place; if they read only their own slots (push), the reverse.
    private List<GpuKernel> split(GpuKernel fused) {
        if (!plan.isSimple()) {
            throw new IllegalArgumentException(
                    "a step of %d stages and %d stored arrays cannot be split into two kernels; use fused steps"
                            .formatted(plan.stages(), plan.arrays().size()));
        }
        boolean canBeSplit = storage().pattern().copies() == 2 && !(locator instanceof Locator.Ghosts);
        if (canBeSplit && fused.writes().stream().allMatch(KernelMaker::isOwn)) {
            return List.of(propagation(fused), collision(fused, fused.writes()));
        }
        if (canBeSplit && fused.reads().stream().allMatch(KernelMaker::isOwn)) {
            return List.of(collision(fused, fused.reads()), propagation(fused));
        }
        throw new IllegalArgumentException(
                "%s on %s cannot split a step into two kernels: that needs a second population array which only one kernel writes; use pull or push on dense, tiles or a list of nodes"
                        .formatted(
                                storage().pattern().key(),
                                storage().addressing().key()));
    }

    private static boolean isOwn(Reach reach) {
        return reach.isSameAcrossCut()
                && reach.open() instanceof Reach.Place.Slot(boolean ofNeighbour, int a, int c)
                && !ofNeighbour;
    }

    /// Copies stored values from slot to slot.
    private GpuKernel propagation(GpuKernel fused) {
        VelocitySet lattice = storage().lattice();
        ExprGraph graph = new ExprGraph();
        List<Statement> statements = new ArrayList<>();
        List<Statement> stores = new ArrayList<>();
        for (int i = 0; i < lattice.size(); i++) {
            Expr value = graph.symbol(lattice.populationName(i));
            statements.add(new Statement.Load(value, new Source.PopulationIn(i)));
            stores.add(new Statement.Store(new Sink.PopulationOut(i), value));
        }
        statements.addAll(stores);
        return part(
                fused,
                "propagate",
                new Kernel("propagate", lattice, graph, List.of(), statements),
                locator,
                walls,
                fused.reads(),
                fused.writes());
    }

    /// Collision in place, in the slots of `reaches`. Needs no neighbours, so an index array is not read.
    private GpuKernel collision(GpuKernel fused, List<Reach> reaches) {
        Locator own = locator instanceof Locator.Indexed ? new Locator.Own() : locator;
        return part(fused, "collide", fused.kernel(), own, false, reaches, reaches);
    }

    private GpuKernel part(
            GpuKernel fused,
            String verb,
            Kernel kernel,
            Locator where,
            boolean asksForWalls,
            List<Reach> reads,
            List<Reach> writes) {
        return new GpuKernel(
                fused.function().replaceFirst("^tessera_bulk_", "tessera_bulk_%s_".formatted(verb)),
                kernel,
                plan.precision(),
                fused.nodes(),
                where,
                asksForWalls,
                selective,
                links(),
                reads,
                writes,
                copies(),
                placement.bundle(),
                fused.isNarrow(),
                kernel.fieldsIn().isEmpty() ? List.of() : fused.fieldsIn(),
                kernel.fieldsOut().isEmpty() ? List.of() : fused.fieldsOut(),
                fused.fieldsInAt(),
                fused.fieldsOutAt(),
                tuning,
                null,
                List.of());
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

    /// @param over the mapping of threads to nodes
    /// @param fieldsIn of the class, in memory order
    /// @param writesWhereItReads whether populations are written to the slots from which they are read
    GpuKernel kernel(
            String function,
            Kernel kernel,
            Nodes over,
            int phase,
            List<String> fieldsIn,
            List<String> fieldsOut,
            FieldIndex inAt,
            FieldIndex outAt,
            boolean writesWhereItReads) {
        List<Reach> reads = reads(kernel, phase);
        return new GpuKernel(
                function + "_" + storage().pattern().key().replace('-', '_') + "_" + phase,
                kernel,
                plan.precision(),
                over,
                locator,
                walls,
                selective,
                links(),
                reads,
                writes(kernel, phase, writesWhereItReads),
                copies(),
                placement.bundle(),
                isNarrow(),
                kernel.fieldsIn().isEmpty() ? List.of() : fieldsIn,
                kernel.fieldsOut().isEmpty() ? List.of() : fieldsOut,
                inAt,
                outAt,
                over == Nodes.LIST ? LISTED : accessesFields(kernel) ? tuning.withOneNodePerThread() : tuning,
                null,
                List.of());
    }

    private static boolean accessesFields(Kernel kernel) {
        return !kernel.fieldsAt().isEmpty() || !kernel.storedFieldsOut().isEmpty();
    }

    /// The links of the first populations' lattice.
    List<Link> links() {
        VelocitySet lattice = storage().lattice();
        return IntStream.range(0, lattice.size())
                .mapToObj(direction -> Link.of(lattice, direction))
                .toList();
    }

    /// By input stream of slots.
    private List<Reach> reads(Kernel kernel, int phase) {
        List<Reach> reads = new ArrayList<>();
        for (StoredArray.Populations array : populationsOf(kernel)) {
            reads.addAll(Reach.inBuffers(Reach.reads(array.storage(), phase), firstBuffer(array)));
        }
        for (Source.FieldAt at : kernel.fieldsAt()) {
            StoredArray.Field field = plan.field(at.field());
            reads.add(Reach.ofField(link(field, at.direction()), numberOf(field)));
        }
        return reads;
    }

    /// By output stream of slots.
    private List<Reach> writes(Kernel kernel, int phase, boolean whereItReads) {
        List<Reach> writes = new ArrayList<>();
        for (StoredArray.Populations array : populationsOf(kernel)) {
            List<Reach> reaches =
                    whereItReads ? Reach.reads(array.storage(), phase) : Reach.writes(array.storage(), phase);
            writes.addAll(Reach.inBuffers(reaches, firstBuffer(array)));
        }
        for (String name : kernel.storedFieldsOut()) {
            StoredArray.Field field = plan.field(name);
            writes.add(Reach.ofField(link(field, 0), numberOf(field)));
        }
        return writes;
    }

    private List<StoredArray.Populations> populationsOf(Kernel kernel) {
        return kernel.arrays().stream()
                .filter(array -> array.isPopulations())
                .map(array -> plan.populations(array.name()))
                .toList();
    }

    private int firstBuffer(StoredArray.Populations array) {
        return plan.populations().indexOf(array) * copies();
    }

    private int numberOf(StoredArray.Field field) {
        return plan.fields().indexOf(field);
    }

    /// The link of a field's direction, as a link of the populations' lattice.
    private Link link(StoredArray.Field field, int direction) {
        Velocity c = field.lattice().velocity(direction);
        return links().stream()
                .filter(link -> link.code() == c.code())
                .findFirst()
                .orElseThrow(() -> new NoKernelException(
                        "field %s is read at neighbours of %s, but populations %s have only the neighbours of %s; GPUs find no others. Use a field on %s"
                                .formatted(
                                        field.name(),
                                        field.lattice().name(),
                                        plan.populations().getFirst().name(),
                                        storage().lattice().name(),
                                        storage().lattice().name())));
    }

    boolean isNarrow() {
        Box box = plan.nodes().box();
        long arrays = storage().lattice().size();
        long array = placement.slots() / copies() / arrays;
        long layer = arrays * ((long) box.nx() * box.ny() + box.nx() + placement.bundle());
        return isNarrow((placement.slots() + storage().privateSlots()) / copies(), Math.max(array, layer));
    }

    /// Whether 31 bits suffice for slot indices. Unused indices of cut links must not overflow either; they
    /// exceed the slots by less than twice `beyond`.
    /// @param beyond slots of an array, or of a layer of all arrays
    static boolean isNarrow(long slotsOfCopy, long beyond) {
        return slotsOfCopy + 2 * beyond <= Integer.MAX_VALUE;
    }

    /// The number of population arrays on the device.
    private int copies() {
        return plan.storage().placement().storedCopies(storage().pattern().copies());
    }

    /// The kernel of an earlier phase, if they differ only by swapped population arrays.
    PhaseKernel reused(List<PhaseKernel> earlier, GpuKernel kernel) {
        for (PhaseKernel other : earlier) {
            GpuKernel known = other.kernel();
            if (storage().pattern().copies() == 2
                    && Reach.exchanged(known.reads()).equals(kernel.reads())
                    && Reach.exchanged(known.writes()).equals(kernel.writes())) {
                return new PhaseKernel(known, true);
            }
        }
        return new PhaseKernel(kernel, false);
    }
}
