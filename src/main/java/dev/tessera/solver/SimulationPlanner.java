package dev.tessera.solver;

import dev.tessera.device.Device;
import dev.tessera.device.gpu.GpuDevice;
import dev.tessera.geometry.HeapBudget;
import dev.tessera.geometry.NodeMap;
import dev.tessera.geometry.ParallelLoop;
import dev.tessera.kernel.NodeClass;
import dev.tessera.kernel.StoredArray;
import dev.tessera.kernel.StoredState;
import dev.tessera.layout.StorageLayout;
import dev.tessera.model.KeptMoments;
import dev.tessera.solver.plan.GpuPlanner;
import dev.tessera.solver.plan.PlannedStorage;
import dev.tessera.units.FlowNumbers;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SequencedMap;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Plans simulations of a case on a device: refuses what cannot run, as early as it is known, and makes everything
/// that needs no memory of the device.
public final class SimulationPlanner {
    private final Case theCase;
    private final Device device;
    private final ForkJoinPool workers;

    /// @param workers voxelise and follow flow paths
    public SimulationPlanner(Case theCase, Device device, ForkJoinPool workers) {
        this.theCase = theCase;
        this.device = device;
        this.workers = workers;
    }

    /// Refuses a case that requires what a device of this kind does not have.
    /// @throws CaseException where the device is no GPU and the case says how one looks up tiles
    private void requireKind() {
        StoredMoments.check(theCase, device);
        if (theCase.storage().lookup().isPresent() && !device.isGpu()) {
            throw new CaseException(
                    ("storage.lookup: only GPUs have it, and this run is on %s. Use --device with a GPU (`tessera devices`"
                                    + " lists them), or remove the key.")
                            .formatted(device.key()));
        }
    }

    /// Refuses a case that does not fit on the device, before its geometry is complete.
    /// @param fluidNodes lower bound of the number of fluid nodes
    /// @throws CaseException where the device is no GPU and the case says how one looks up tiles
    /// @throws dev.tessera.device.DeviceException where the populations of so many nodes do not fit on the
    ///        device in any storage of the case
    public void require(long fluidNodes) {
        requireKind();
        MemoryCheck.require(theCase, device, fluidNodes);
    }

    /// Refuses what a run refuses before its first step. The kernels are not made, except those of stored moments,
    /// which may refuse the case themselves.
    /// @throws CaseException where the case contradicts itself or its geometry
    public void check() {
        NodeMap nodes = voxelised();
        var _ = theCase.storage().state() == StateChoice.MOMENTS ? plan(nodes) : draft(nodes);
    }

    NodeMap voxelised() {
        return theCase.geometry().voxelise(theCase.spacingM(), workers, this::require);
    }

    /// Maximum number of steps of a run; empty where the case sets no limit.
    public static OptionalLong stepsAtMost(Case theCase, NodeMap nodes) {
        return stepsAtMost(theCase, Discretization.of(theCase, nodes, ImposedSpeed.largestMPerS(theCase, nodes)));
    }

    static OptionalLong stepsAtMost(Case theCase, FlowNumbers numbers) {
        long last = Run.lastStep(theCase, numbers.units().timeStepS());
        return last < 0 ? OptionalLong.empty() : OptionalLong.of(last);
    }

    /// With the storage that the device's planner chooses.
    /// @throws CaseException where the case contradicts itself or its geometry
    SimulationPlan plan(NodeMap nodes) {
        return ParallelLoop.in(workers, () -> {
            requireKind();
            return checked(nodes, () -> GpuPlanner.known(theCase, nodes, device), this::plan);
        });
    }

    private Draft draft(NodeMap nodes) {
        return ParallelLoop.in(workers, () -> {
            requireKind();
            return checked(nodes, () -> GpuPlanner.known(theCase, nodes, device), (draft, paths) -> {
                var _ = paths.get();
                return draft;
            });
        });
    }

    /// @throws CaseException where the case contradicts itself or its geometry
    SimulationPlan plan(NodeMap nodes, StorageChoice choice) {
        return ParallelLoop.in(workers, () -> checked(nodes, () -> Optional.of(choice), this::plan));
    }

    /// Plans while another thread follows the flow paths, whose problems are told first.
    /// @param made of a draft, and of the paths for which it waits
    private <T> T checked(
            NodeMap nodes, Supplier<Optional<StorageChoice>> known, BiFunction<Draft, Supplier<FlowPaths>, T> made) {
        HostMemory.least(theCase, nodes, device).require(HeapBudget.ofProcess(), nodes);
        StoredMoments.check(theCase, device);
        CaseChecks.check(theCase, nodes);
        AtomicReference<@Nullable FlowPaths> found = new AtomicReference<>();
        ParallelLoop.Started following =
                ParallelLoop.begin(workers, 1, once -> found.set(FlowPaths.of(theCase, nodes, workers)));
        Supplier<FlowPaths> paths = () -> {
            following.await();
            FlowPaths all = Objects.requireNonNull(found.get());
            all.require();
            return all;
        };
        try {
            return made.apply(draft(nodes, known.get()), paths);
        } catch (RuntimeException problem) {
            var _ = paths.get(); // its problems are told first
            throw problem;
        }
    }

    /// What is known before kernels are made.
    /// @param arrays empty where the planner of the GPU chooses the storage
    private record Draft(
            PlannedFlow flow,
            NodeMap nodes,
            Optional<List<StoredArray>> arrays,
            BoundaryPlan boundaries,
            BoundaryFields fields,
            SequencedMap<String, ImposedFields> imposed,
            BodyForces drive,
            SeriesNames series,
            FlowCouplings couplings) {}

    /// @param known the storage; empty where the planner of the GPU chooses
    private Draft draft(NodeMap nodes, Optional<StorageChoice> known) {
        PlannedFlow flow = PlannedFlow.of(theCase, nodes, workers);
        Case ramped = flow.ramped();
        FlowNumbers numbers = flow.numbers();
        Optional<List<StoredArray>> ofKnown =
                known.map(choice -> arrays(ramped, nodes, choice)); // before tables are made
        BoundaryPlan boundaries = BoundaryPlan.of(ramped, nodes, numbers.units());
        ConsistentDensity.check(ramped, boundaries);
        SeriesNames series = new SeriesNames();
        BoundaryFields fields = new BoundaryFields(ramped, nodes, numbers.units(), boundaries, series);
        SequencedMap<String, ImposedFields> imposedFields = fields.all(); // names the series
        FlowCouplings couplings = FlowCouplings.of(ramped, nodes, numbers.units(), boundaries, series);
        BodyForces drive = BodyForces.of(ramped, nodes, numbers.units(), series);
        CaseKernels.check(ramped, boundaries);
        return new Draft(flow, nodes, ofKnown, boundaries, fields, imposedFields, drive, series, couplings);
    }

    /// @param paths waits for the checked paths
    private SimulationPlan plan(Draft draft, Supplier<FlowPaths> paths) {
        PlannedFlow flow = draft.flow();
        Case ramped = flow.ramped();
        NodeMap nodes = draft.nodes();
        List<NodeClass> classes = CaseKernels.of(
                ramped, draft.boundaries(), draft.imposed(), draft.drive().inTime());
        List<StoredArray> arrays = draft.arrays()
                .orElseGet(() -> checked(
                        ramped,
                        nodes,
                        GpuPlanner.on(ramped, nodes, (GpuDevice) device, classes)
                                .choice()));
        Optional<String> heapDoubt = shareOfHeap(ramped, nodes, classes, (StoredState) arrays.getFirst());
        return new SimulationPlan(
                ramped,
                nodes,
                flow.numbers(),
                flow.sound(),
                Stream.of(
                                flow.warnings(paths.get()),
                                draft.couplings().warnings(),
                                FastFunctions.warnings(ramped, device, classes),
                                heapDoubt.stream().toList())
                        .flatMap(List::stream)
                        .toList(),
                arrays,
                draft.boundaries(),
                draft.imposed(),
                draft.fields().settledS(),
                draft.drive(),
                draft.series(),
                draft.couplings(),
                classes,
                FastFunctions.on(device, ramped));
    }

    /// Refuses populations on a CPU for which the Java heap leaves too little memory.
    /// @return a warning where the heap may be too small
    private Optional<String> shareOfHeap(Case ramped, NodeMap nodes, List<NodeClass> classes, StoredState state) {
        int processes = device.ranks().count();
        HostMemory host = HostMemory.of(
                ramped,
                nodes,
                classes,
                new HostMemory.Setting(
                        device.isGpu(), processes, state.storage().phases(), OptionalLong.empty()));
        if (!device.isGpu() && processes == 1 && state.storage() instanceof StorageLayout layout) {
            MemoryCheck.of(ramped, nodes, device)
                    .beside(HeapBudget.growthBytes(host.leastBytes()))
                    .require(layout);
        }
        return host.doubt(HeapBudget.ofProcess(), nodes);
    }

    private List<StoredArray> arrays(Case ramped, NodeMap nodes, StorageChoice choice) {
        Optional<KeptMoments> moments = StoredMoments.of(ramped);
        if (moments.isPresent()) {
            return List.of(StoredMoments.array(moments.get(), ramped, nodes, choice.addressing()));
        }
        return checked(ramped, nodes, PlannedStorage.of(ramped, nodes, choice, device.isGpu()));
    }

    private List<StoredArray> checked(Case ramped, NodeMap nodes, PlannedStorage planned) {
        MemoryCheck.of(ramped, nodes, device).require(planned.layout());
        return ramped.model().arrays(planned.layout());
    }
}
