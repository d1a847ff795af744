package dev.tessera.coupling;

import dev.tessera.device.Device;
import dev.tessera.device.Execution;
import dev.tessera.device.StepPart;
import dev.tessera.geometry.NodeMap;
import dev.tessera.kernel.Kernel;
import dev.tessera.kernel.NodeClass;
import dev.tessera.kernel.StepPlan;
import dev.tessera.kernel.StoredArray;
import dev.tessera.layout.ArraySpacing;
import dev.tessera.layout.StorageLayout;
import dev.tessera.model.boundary.RegularizedEdge;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ForkJoinPool;

/// A block of nodes that Tessera updates for another program. Not thread-safe.
final class Domain implements AutoCloseable {
    /// Steps with more outer nodes than this part of the domain are not divided.
    private static final int MOST_OUTER = 2;

    private final ForkJoinPool workers;
    private final DomainModel model;
    private final DomainSize size;
    private final NodeMap nodes;
    private final StepPlan plan;
    private final Execution execution;
    private final boolean hasEnvelope;
    private final boolean isDivided; // whether a step updates outer nodes first
    private final BoxTransfers boxes;
    private final WallNodes walls;
    private final PlaneNodes planes;
    private final Map<ValueOrder, PopulationTransfer> transfers = new EnumMap<>(ValueOrder.class);
    private long stepsSinceWrite;

    /// @param kernels of boundary rules, of all domains of the device
    /// @param workers threads for work on the caller's memory
    Domain(
            DomainModel model,
            DomainSize size,
            NodeMap nodes,
            WallNodes walls,
            PlaneNodes planes,
            DomainStorage storage,
            Device device,
            DomainKernels kernels,
            ForkJoinPool workers) {
        this.workers = workers;
        this.model = model;
        this.size = size;
        this.nodes = nodes;
        this.walls = walls;
        this.planes = planes;
        this.hasEnvelope = nodes.envelope().length > 0;
        this.plan = plan(storage, device, kernels);
        this.execution = device.prepare(plan);
        this.isDivided = plan.outer().length > 0;
        this.boxes = new BoxTransfers(size, plan, execution, OuterNodes.of(size, model));
        try {
            model.parameters(size).forEach(execution::setParameter);
            walls.write(execution, size);
            planes.write(execution);
        } catch (RuntimeException problem) {
            execution.close();
            throw problem;
        }
    }

    private StepPlan plan(DomainStorage of, Device device, DomainKernels kernels) {
        StorageLayout storage = StorageLayout.of(
                model.lattice(),
                of.pattern(),
                of.addressing(),
                nodes,
                ArraySpacing.of(model.precision().storedBytes(), device.isGpu()));
        List<NodeClass> classes = new ArrayList<>();
        classes.add(model.bulk(size));
        classes.addAll(walls.classes(model.lattice(), size, classes.getFirst().observe()));
        classes = new ArrayList<>(planes.withStagesBefore(classes));
        classes.addAll(planes.classes(model, kernels));
        List<StoredArray> arrays = new ArrayList<>();
        arrays.add(new StoredArray.Populations(Kernel.FLUID, storage));
        if (planes.hasEdges()) {
            arrays.add(new StoredArray.Field(RegularizedEdge.DENSITY, model.lattice()));
        }
        OuterNodes outer = OuterNodes.of(size, model);
        return of.isDivided() && outer.count() <= size.nodes() / MOST_OUTER
                ? new StepPlan(nodes, arrays, classes, model.precision(), outer.numbers(nodes.fluid()))
                : new StepPlan(nodes, arrays, classes, model.precision());
    }

    /// Copies populations in an order.
    PopulationTransfer transfer(ValueOrder order) {
        return transfers.computeIfAbsent(order, unknown -> new PopulationTransfer(this, unknown));
    }

    ForkJoinPool workers() {
        return workers;
    }

    DomainModel model() {
        return model;
    }

    DomainSize size() {
        return size;
    }

    WallNodes walls() {
        return walls;
    }

    NodeMap nodes() {
        return nodes;
    }

    Execution execution() {
        return execution;
    }

    StepPlan plan() {
        return plan;
    }

    /// Whether a node of the caller's arrays is stored: it is not solid.
    boolean isStored(long node) {
        return nodes.fluid().count() == size.nodes() || nodes.fluid().number(node) >= 0;
    }

    /// The slots of all populations that nodes read for the next step. Those of one direction are together: rows of
    /// nodes then are consecutive slots in dense storage, which are copied at once.
    /// @param of places of stored nodes in the caller's arrays
    /// @return `[direction][node]`
    long[] slots(int phase, long... of) {
        StorageLayout storage = plan.storage();
        int q = storage.lattice().size();
        long[] slots = new long[Math.multiplyExact(of.length, q)];
        for (int i = 0; i < q; i++) {
            for (int n = 0; n < of.length; n++) {
                slots[i * of.length + n] = storage.readSlot(phase, of[n], i);
            }
        }
        return slots;
    }

    BoxTransfers boxes() {
        return boxes;
    }

    /// The host has written populations: the envelope is taken as defined again.
    void written() {
        stepsSinceWrite = 0;
    }

    /// Collides, then streams, a number of times. A GPU does so after the call has returned; whatever reads or writes
    /// the domain waits for it.
    /// @throws CouplingException as [#requireSteps]
    void step(long count) {
        requireSteps(count);
        if (count > 0) {
            if (isDivided) {
                stepDivided(count);
            } else {
                execution.step(count);
            }
            stepped(count);
        }
    }

    /// The last step is run in parts, for reads and writes of the envelope that follow.
    private void stepDivided(long count) {
        if (count > 1) {
            execution.step(count - 1);
        }
        for (int stage = 0; stage < plan.stages(); stage++) {
            execution.step(stage, StepPart.EDGE);
            execution.step(stage, StepPart.INNER);
        }
    }

    /// @throws CouplingException if undefined values would reach nodes inside the envelope
    void requireSteps(long count) {
        if (count < 0) {
            throw CouplingException.badArgument("%d steps: a number of steps is 0 or more".formatted(count));
        }
        if (hasEnvelope && count > model.envelope() - stepsSinceWrite) {
            throw CouplingException.badArgument(
                    "%d steps after %d without new values: the domain has an envelope of %d, so that at most %d more are possible until its outermost nodes are written. Write them, or add the domain with a wider envelope (envelope=N)"
                            .formatted(
                                    count,
                                    stepsSinceWrite,
                                    model.envelope(),
                                    Math.max(0, model.envelope() - stepsSinceWrite)));
        }
    }

    /// Its execution has been stepped.
    void stepped(long count) {
        stepsSinceWrite += count;
    }

    /// Waits for the steps.
    void finish() {
        execution.finish();
    }

    @Override
    public void close() {
        execution.close();
    }

    @Override
    public String toString() {
        return "%s nodes, %s; %s streaming, %s storage; %.1f MiB"
                .formatted(
                        size,
                        model,
                        plan.storage().pattern().key(),
                        plan.storage().addressing().key(),
                        execution.memoryBytes() / 1048576.0);
    }
}
