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
import dev.tessera.kernel.gpu.GpuKernel.FieldIndex;
import dev.tessera.kernel.gpu.GpuKernel.Nodes;
import dev.tessera.kernel.gpu.GpuPlan.PhaseKernel;
import dev.tessera.layout.StorageLayout;
import dev.tessera.layout.UniformPlacement;
import dev.tessera.model.VelocitySet;
import java.util.ArrayList;
import java.util.List;

/// Builds the kernels of a plan: steps, observation, and transfer between host and device.
///
/// @param placement of positions
/// @param walls whether links can be cut
/// @param selective whether a sweep has to skip positions
/// @param tuning of the bulk's kernels
/// @param form of its steps
record KernelMaker(
        StepPlan plan,
        UniformPlacement placement,
        Locator locator,
        boolean walls,
        boolean selective,
        Tuning tuning,
        StepForm form) {
    private static final Tuning LISTED = Tuning.of(128, 1);

    private StorageLayout storage() {
        return plan.storage();
    }

    GpuClass gpuClass(NodeClass nodes, int[] positions, int number) {
        boolean isBulk = number == 0;
        String suffix = isBulk ? "" : "_" + number;
        List<List<PhaseKernel>> steps = new ArrayList<>();
        List<PhaseKernel> known = new ArrayList<>();
        Nodes stepOver = isBulk ? Nodes.SWEEP : Nodes.LIST;
        FieldIndex at = isBulk ? FieldIndex.POSITION : FieldIndex.ITEM;
        for (int phase = 0; phase < storage().pattern().phases(); phase++) {
            String name = functionName(nodes.name(), suffix);
            List<PhaseKernel> step = new ArrayList<>();
            GpuKernel fused =
                    kernel(name, nodes.step(), stepOver, phase, nodes.fields(), nodes.fields(), at, at, false);
            for (GpuKernel kernel : isBulk && form == StepForm.SPLIT ? split(fused) : List.of(fused)) {
                step.add(reused(known, kernel));
            }
            known.addAll(step);
            steps.add(step);
        }
        List<PhaseKernel> observers = observers(nodes, number, nodes.observe().fieldsOut());
        return new GpuClass(nodes, positions, steps, observers, fieldLength(nodes));
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
                            false)));
        }
        return observers;
    }

    /// Splits a step into two kernels. If nodes write only their own slots (pull), propagation comes first,
    /// then collision in place; if they read only their own slots (push), the reverse.
    private List<GpuKernel> split(GpuKernel fused) {
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
                reads,
                writes,
                copies(),
                placement.bundle(),
                fused.isNarrow(),
                kernel.fieldsIn().isEmpty() ? List.of() : fused.fieldsIn(),
                kernel.fieldsOut().isEmpty() ? List.of() : fused.fieldsOut(),
                fused.fieldsInAt(),
                fused.fieldsOutAt(),
                tuning);
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
        List<Reach> reads = Reach.reads(storage(), phase);
        return new GpuKernel(
                function + "_" + storage().pattern().key().replace('-', '_') + "_" + phase,
                kernel,
                plan.precision(),
                over,
                locator,
                walls,
                selective,
                reads,
                writesWhereItReads ? reads : Reach.writes(storage(), phase),
                copies(),
                placement.bundle(),
                isNarrow(),
                kernel.fieldsIn().isEmpty() ? List.of() : fieldsIn,
                kernel.fieldsOut().isEmpty() ? List.of() : fieldsOut,
                inAt,
                outAt,
                over == Nodes.SWEEP ? tuning : LISTED);
    }

    private boolean isNarrow() {
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
    private PhaseKernel reused(List<PhaseKernel> earlier, GpuKernel kernel) {
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

    /// For each phase: reads canonical populations of listed nodes into fields `[direction][thread]`.
    List<PhaseKernel> readers() {
        Kernel kernel = transfer(true);
        return transfers(kernel, "tessera_read", List.of(), kernel.fieldsOut());
    }

    /// For each phase: the reverse of [#readers].
    List<PhaseKernel> writers() {
        Kernel kernel = transfer(false);
        return transfers(kernel, "tessera_write", kernel.fieldsIn(), List.of());
    }

    /// Copies values `[thread]` to a field of the bulk at listed nodes, or the reverse.
    GpuKernel fieldMover(List<String> all, String field, boolean isWriter) {
        int number = all.indexOf(field);
        ExprGraph graph = new ExprGraph();
        Expr value = graph.symbol("value");
        Kernel kernel = new Kernel(
                "move",
                storage().lattice(),
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

    /// Copies stored values, without conversion, between listed slots and values `[thread]`. Slots are counted
    /// from argument `stride` on, in the buffer that is bound as `copy0`.
    /// @param isPacker from slots to values, otherwise the reverse
    GpuKernel slotMover(boolean isPacker) {
        VelocitySet lattice = storage().lattice();
        ExprGraph graph = new ExprGraph();
        Expr value = graph.symbol("value");
        List<Statement> statements = isPacker
                ? List.of(
                        new Statement.Load(value, new Source.PopulationIn(0)),
                        new Statement.Store(new Sink.FieldOut("value"), value))
                : List.of(
                        new Statement.Load(value, new Source.FieldIn("value")),
                        new Statement.Store(new Sink.PopulationOut(0), value));
        List<Reach> own = new ArrayList<>();
        Reach.Place slot = new Reach.Place.Slot(false, 1, 0);
        for (int i = 0; i < lattice.size(); i++) {
            own.add(new Reach(Link.of(lattice, i), slot, slot));
        }
        return new GpuKernel(
                isPacker ? "tessera_pack" : "tessera_unpack",
                new Kernel(isPacker ? "pack" : "unpack", lattice, graph, List.of(), statements),
                plan.precision(),
                Nodes.LIST,
                new Locator.Own(),
                false,
                false,
                own,
                own,
                1,
                0,
                isNarrow(),
                isPacker ? List.of() : List.of("value"),
                isPacker ? List.of("value") : List.of(),
                FieldIndex.THREAD,
                FieldIndex.THREAD,
                LISTED);
    }

    private List<PhaseKernel> transfers(Kernel kernel, String name, List<String> in, List<String> out) {
        List<PhaseKernel> kernels = new ArrayList<>();
        for (int phase = 0; phase < storage().pattern().phases(); phase++) {
            kernels.add(reused(
                    kernels,
                    kernel(name, kernel, Nodes.LIST, phase, in, out, FieldIndex.THREAD, FieldIndex.THREAD, true)));
        }
        return kernels;
    }

    private Kernel transfer(boolean isReader) {
        VelocitySet lattice = storage().lattice();
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
}
