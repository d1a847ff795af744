package dev.tessera.solver;

import dev.tessera.device.Device;
import dev.tessera.device.DeviceException;
import dev.tessera.device.Execution;
import dev.tessera.device.Ranks;
import dev.tessera.device.SavedState;
import dev.tessera.geometry.NodeMap;
import dev.tessera.kernel.Intrinsics;
import dev.tessera.kernel.StoredState;
import dev.tessera.layout.NodeStorage;
import dev.tessera.solver.checkpoint.StateRecord;
import dev.tessera.solver.field.ResultField;
import dev.tessera.solver.tune.LaunchChoice;
import dev.tessera.solver.tune.TunedGpu;
import dev.tessera.units.FlowNumbers;
import dev.tessera.units.LatticeUnits;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.concurrent.ForkJoinPool;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// A case that runs on a device. The only mutable object that a user holds; not thread-safe; closing releases the
/// device's memory. Two simulations in one JVM are independent.
public final class Simulation implements AutoCloseable {
    /// A copy of the state may use one part in so many of the device's free memory.
    private static final int PART_TO_SAVE = 4;

    private final SimulationPlan plan;
    private final Device device;
    private final Ledger ledger;
    private final Execution execution;
    private final ForkJoinPool workers;
    private final List<ChangingGroup> changing = new ArrayList<>();
    private final List<double[]> sampleArrays = new ArrayList<>(); // reused by all samples
    private @Nullable CaseDigest digest;
    private @Nullable FlowReductions reductions;
    private @Nullable CountedWalls countedWalls;
    private Map<String, StateRecord> restored = Map.of();
    private boolean beganAsOpened = true;
    private Optional<MassCorrection> mass = Optional.empty();

    /// @param isReplaced whether the flow at the start is replaced before the first step
    private Simulation(SimulationPlan plan, Device device, ForkJoinPool workers, Ledger ledger, boolean isReplaced) {
        this.plan = plan;
        this.device = device;
        this.workers = workers;
        this.ledger = ledger;
        try (var _ = ledger.begin(Ledger.Phase.PREPARE)) {
            Device prepared = plan.couplings().isEmpty() ? device : device.forSingleSteps();
            this.execution = prepared.prepare(plan.steps());
        }
        try (var _ = ledger.begin(Ledger.Phase.BEGIN)) {
            start(isReplaced);
        } catch (RuntimeException problem) {
            execution.close();
            throw problem;
        }
    }

    /// Prepares kernels, memory, boundary values and the initial state.
    /// @param nodes the case's geometry at its spacing
    /// @throws CaseException where the case contradicts itself or its geometry
    public static Simulation open(
            Case theCase, NodeMap nodes, Device device, StorageChoice choice, ForkJoinPool workers) {
        return new Simulation(
                new SimulationPlanner(theCase, device, workers).plan(nodes, choice),
                device,
                workers,
                Ledger.withoutClock(),
                false);
    }

    /// As [#open(Case,NodeMap,Device,StorageChoice,ForkJoinPool)], with the storage that the device's planner
    /// chooses, and on a GPU with tuned launches, as `tessera run` does.
    public static Simulation open(Case theCase, NodeMap nodes, Device device, ForkJoinPool workers) {
        return open(theCase, nodes, device, workers, Ledger.withoutClock());
    }

    /// As [#open(Case,NodeMap,Device,ForkJoinPool)].
    /// @param ledger notes where the time goes, from now on to the end of the run
    public static Simulation open(Case theCase, NodeMap nodes, Device device, ForkJoinPool workers, Ledger ledger) {
        return open(theCase, nodes, device, workers, ledger, false);
    }

    /// As [#open(Case,NodeMap,Device,ForkJoinPool,Ledger)], for a simulation that continues from a checkpoint at once
    /// ([#restore], [#startFrom]): what the checkpoint replaces and takes long to find is not computed.
    public static Simulation openToContinue(
            Case theCase, NodeMap nodes, Device device, ForkJoinPool workers, Ledger ledger) {
        return open(theCase, nodes, device, workers, ledger, true);
    }

    private static Simulation open(
            Case theCase, NodeMap nodes, Device device, ForkJoinPool workers, Ledger ledger, boolean isReplaced) {
        SimulationPlan plan;
        try (var _ = ledger.begin(Ledger.Phase.PLAN)) {
            plan = new SimulationPlanner(theCase, device, workers).plan(nodes);
        }
        Device tuned = TunedGpu.around(
                device,
                LaunchChoice.of(theCase.storage()),
                () -> SimulationPlanner.stepsAtMost(theCase, plan.numbers()),
                ledger);
        return new Simulation(plan, tuned, workers, ledger, isReplaced);
    }

    /// As [#open(Case,NodeMap,Device,ForkJoinPool)], and voxelises the geometry.
    public static Simulation open(Case theCase, Device device, ForkJoinPool workers) {
        return open(theCase, new SimulationPlanner(theCase, device, workers).voxelised(), device, workers);
    }

    /// Where the time went.
    public Ledger ledger() {
        return ledger;
    }

    private void start(boolean isReplaced) {
        plan.parameters().forEach(execution::setParameter);
        plan.drive().start(execution, plan.boundaries().groups());
        ViscosityOfNodes.start(plan.theCase(), plan.nodes(), units(), plan.boundaries(), execution);
        plan.series().set(execution, units().timeStepS());
        writeStart(isReplaced);
        mass = MassCorrection.of(this);
        for (BoundaryPlan.Group group : plan.boundaries().groups()) {
            ImposedFields fields = Objects.requireNonNull(plan.imposed().get(group.name()));
            if (fields.isComputedInTime()) {
                changing.add(new ChangingGroup(group, fields));
            }
        }
    }

    private void writeStart(boolean isReplaced) {
        plan.couplings().start(execution);
        new InitialState(plan.theCase(), plan.nodes(), units(), workers)
                .write(execution, plan.boundaries().groups());
        if (!isReplaced && plan.theCase().initial().density() == Case.InitialDensity.CONSISTENT) {
            new ConsistentDensity(plan, workers).write(device, execution);
        }
        for (BoundaryPlan.Group group : plan.boundaries().groups()) {
            ImposedFields fields = Objects.requireNonNull(plan.imposed().get(group.name()));
            fields.all().forEach((field, values) -> execution.writeField(group.name(), field, values));
        }
    }

    /// Runs `count` steps. Step n uses the boundary values and forces at time n dt.
    public void step(long count) {
        long end = steps() + count;
        boolean isBatched = changing.isEmpty() && !plan.drive().isComputedInTime();
        while (isBatched && steps() < end) {
            mass.ifPresent(correction -> correction.apply(steps()));
            execution.step(mass.isPresent() ? Math.min(end - steps(), MassCorrection.until(steps())) : end - steps());
        }
        while (steps() < end) {
            mass.ifPresent(correction -> correction.apply(steps()));
            double time = timeS();
            for (ChangingGroup group : changing) {
                if (!group.isWrittenFor(time)) {
                    group.write(execution, time);
                }
            }
            plan.drive().apply(execution, plan.boundaries().groups(), time);
            execution.step(1);
        }
    }

    /// Waits until the device has completed all launched steps.
    public void finish() {
        execution.finish();
    }

    /// A group with values that change in time and that the host computes, since devices cannot.
    private static final class ChangingGroup {
        private final BoundaryPlan.Group group;
        private final ImposedFields fields;
        private final Map<String, double[]> sent = new LinkedHashMap<>(); // by field
        private double writtenForS; // the values at time 0 are written at the start

        ChangingGroup(BoundaryPlan.Group group, ImposedFields fields) {
            this.group = group;
            this.fields = fields;
            fields.at(0).forEach((field, values) -> sent.put(field, values.clone()));
        }

        /// Sends the fields that differ from those on the device.
        void write(Execution execution, double timeS) {
            fields.at(timeS).forEach((field, values) -> {
                if (!Arrays.equals(values, sent.get(field))) {
                    execution.writeField(group.name(), field, values);
                    sent.put(field, values.clone());
                }
            });
            writtenForS = timeS;
        }

        boolean isWrittenFor(double timeS) {
            return timeS == writtenForS;
        }
    }

    public long steps() {
        return execution.steps();
    }

    /// As [Execution#stepsBatched].
    public boolean stepsBatched() {
        return execution.stepsBatched();
    }

    public double timeS() {
        return execution.steps() * plan.numbers().units().timeStepS();
    }

    public Case theCase() {
        return plan.theCase();
    }

    public NodeMap nodes() {
        return plan.nodes();
    }

    /// Warnings about spacing and time step, known before the first step; sentences with a remedy.
    public List<String> warnings() {
        return plan.warnings();
    }

    /// The sound between the openings; empty where there are no two openings that reflect it.
    Optional<Sound> sound() {
        return plan.sound();
    }

    /// The end of all ramps, s: infinite where boundary values keep changing.
    double settledS() {
        return plan.settledS();
    }

    public FlowNumbers numbers() {
        return plan.numbers();
    }

    public LatticeUnits units() {
        return plan.numbers().units();
    }

    public NodeStorage storage() {
        return plan.storage();
    }

    /// The stored state of the fluid, or of the first component.
    StoredState state() {
        return plan.state();
    }

    /// The storage by its keys in the case file.
    public StorageFacts storageFacts() {
        return StorageFacts.of(plan.storage(), plan.theCase(), plan.intrinsics());
    }

    /// Device memory of this simulation, bytes.
    public long memoryBytes() {
        return execution.memoryBytes();
    }

    FlowReductions reductions() {
        if (reductions == null) {
            reductions = new FlowReductions(this);
        }
        return reductions;
    }

    Execution execution() {
        return execution;
    }

    /// The processes that run this simulation together.
    public Ranks ranks() {
        return device.ranks();
    }

    /// The walls that statistics count; found once. Threads that write files ask for them too.
    synchronized CountedWalls countedWalls() {
        if (countedWalls == null) {
            countedWalls = CountedWalls.of(this);
        }
        return countedWalls;
    }

    BoundaryPlan boundaries() {
        return plan.boundaries();
    }

    ForkJoinPool workers() {
        return workers;
    }

    /// The present values of the quantities, `[quantity][fluid node]`, in arrays that the next sample
    /// overwrites: allocating large arrays takes longer than filling them.
    double[][] sample(List<String> quantities) {
        for (int q = sampleArrays.size(); q < quantities.size(); q++) {
            sampleArrays.add(new double[execution.fluidNodes()]);
        }
        double[][] rows = sampleArrays.subList(0, quantities.size()).toArray(double[][]::new);
        execution.observe(quantities, rows);
        return rows;
    }

    /// Velocities in lattice units, `[axis][fluid node]`, as many axes as the lattice has dimensions; as
    /// [#sample].
    double[][] velocityLattice() {
        return sample(Quantities.velocity(plan.theCase().model().lattice()));
    }

    /// Reads populations of fluid nodes `first` … `first + count - 1`, before their next collision, in the order of the
    /// nodes and of the lattice's directions; deviations from rest where the precision stores these. Of several
    /// ranks all have to call it, and the first gets the values.
    /// @param component of a mixture ([dev.tessera.model.mixture.Mixture#populations]), else
    ///        [dev.tessera.kernel.Kernel#FLUID]
    /// @param target `[count][q]`
    /// @throws IllegalArgumentException where there is no such component, with the names that exist; where the
    ///         simulation stores moments instead
    public void readPopulations(String component, int first, int count, double[] target) {
        requirePopulations(component);
        execution.readPopulations(component, first, count, target);
    }

    /// Changes populations: the reverse of [#readPopulations]. Every rank gives the same values.
    public void writePopulations(String component, int first, int count, double[] source) {
        requirePopulations(component);
        execution.writePopulations(component, first, count, source);
    }

    private void requirePopulations(String component) {
        List<String> stored = theCase().model().populations();
        if (!stored.contains(component)) {
            throw new IllegalArgumentException("this case has no populations \"%s\"; its populations are %s"
                    .formatted(component, String.join(", ", stored)));
        }
    }

    /// Velocity and pressure of the present flow; of shallow water, velocity and height.
    public Snapshot snapshot() {
        return snapshot(OutputChoice.usualFields(theCase().model().equilibrium()));
    }

    /// The height of shallow water that is 1 in lattice units, m; empty for other fluids.
    public Optional<Double> heightUnitM() {
        return theCase().model().shallowWater().map(water -> water.heightUnitM(units().velocityUnitMPerS()));
    }

    /// Takes part in the observation of fields by the first rank ([#snapshotLater]).
    void contribute(List<ResultField> fields) {
        sampleArrays.clear();
        ObservedFlow observed = new ObservedFlow(this, fields);
        assert observed.fluidNodes() == execution.fluidNodes();
    }

    /// Fields of the present flow.
    public Snapshot snapshot(List<ResultField> fields) {
        sampleArrays.clear(); // snapshots are large, and rare
        return new ObservedFlow(this, fields).snapshot();
    }

    /// Observes the present flow; its fields are computed by the first call of the result, once and on the caller's
    /// thread, while a GPU steps on. On CPUs they are computed now, since steps need the same cores.
    Supplier<Snapshot> snapshotLater(List<ResultField> fields) {
        sampleArrays.clear();
        ObservedFlow observed = new ObservedFlow(this, fields);
        if (leavesHostFree()) {
            return observed::snapshot;
        }
        Snapshot now = observed.snapshot();
        return () -> now;
    }

    /// Whether a GPU computes the steps, so that other work of the host does not delay them.
    boolean leavesHostFree() {
        return device.isGpu();
    }

    /// Mean and maximum velocity, flow and pressure at openings, permeability, forces; with stress also
    /// wall shear stress.
    public List<Observable> observables(boolean withStress) {
        return Observation.ofLog(this).all(withStress);
    }

    /// How its kernels compute exp and log: exact where a CPU computes nodes, else as the case says.
    public Intrinsics intrinsics() {
        return plan.intrinsics();
    }

    /// Everything that decides this simulation's results.
    CaseDigest digest() {
        if (digest == null) {
            digest = CaseDigest.of(plan.theCase(), plan.nodes(), units(), plan.boundaries());
        }
        return digest;
    }

    /// A state in the checkpoint from which this simulation was restored.
    Optional<StateRecord> restored(String state) {
        return Optional.ofNullable(restored.get(state));
    }

    /// The states that a checkpoint stores besides the flow.
    List<StateRecord> states() {
        return plan.couplings().record(execution).stream().toList();
    }

    /// The pressures that follow from the flow, by the names of their openings, Pa (gauge).
    SequencedMap<String, Double> controlledPa() {
        SequencedMap<String, Double> pressures = plan.couplings().densities(execution);
        pressures.replaceAll((name, density) -> units().pressurePa(density));
        return pressures;
    }

    /// Continues from a checkpoint of the same case on the same nodes, bit for bit; storage and device may
    /// differ.
    /// @throws CaseException where the checkpoint belongs to another case: names every key that differs
    /// @throws IOException where the file cannot be read or is damaged; the flow is then undefined until
    ///         another checkpoint is restored
    public void restore(Path checkpoint) throws IOException {
        beganAsOpened = false;
        restored = new SimulationState(this).restore(checkpoint);
        plan.couplings().restore(execution, restored(FlowCouplings.NAME));
        impose(Math.max(0, steps() - 1) * units().timeStepS());
    }

    /// Starts at step 0 from the flow of a checkpoint instead of the case's initial state. The checkpoint may
    /// come from a case with other physics on the same fluid nodes.
    /// @throws CaseException where the checkpoint has other fluid nodes
    /// @throws IOException where the file cannot be read or is damaged; the flow is then undefined
    public void startFrom(Path checkpoint) throws IOException {
        beganAsOpened = false;
        new SimulationState(this).startFrom(checkpoint);
        plan.couplings().start(execution);
        impose(0);
    }

    /// Writes the boundary values and forces of a given time. Between two steps the device holds those of the
    /// previous step, so that observables do not depend on interruptions.
    private void impose(double timeS) {
        for (ChangingGroup group : changing) {
            group.sent.clear();
            group.write(execution, timeS);
        }
        plan.drive().apply(execution, plan.boundaries().groups(), timeS);
    }

    /// A copy of the present state in the device's memory; empty where this would take too much of it.
    Optional<SavedState> saved() {
        boolean isTooLarge = execution.bytesToSave() > device.freeMemory().freeBytes() / PART_TO_SAVE;
        if (ranks().any(isTooLarge)) {
            return Optional.empty();
        }
        try {
            return Optional.of(execution.save());
        } catch (DeviceException tooLarge) {
            return Optional.empty();
        }
    }

    /// Whether the flow began with the case's initial state, not with a checkpoint.
    boolean beganAsOpened() {
        return beganAsOpened;
    }

    /// Returns to step 0 of a simulation that [#beganAsOpened].
    void returnToStart() {
        execution.restart(0);
        writeStart(false);
        impose(0);
    }

    /// Returns to a saved state of this simulation.
    void returnTo(SavedState kept) {
        kept.restore();
        impose(Math.max(0, steps() - 1) * units().timeStepS());
    }

    @Override
    public void close() {
        execution.close();
    }

    @Override
    public String toString() {
        return "%s: %s, %d fluid nodes, step %d"
                .formatted(
                        plan.theCase().name(),
                        plan.storage(),
                        plan.nodes().fluid().count(),
                        steps());
    }
}
