package dev.tessera.solver;

import dev.tessera.device.Device;
import dev.tessera.device.Execution;
import dev.tessera.geometry.NodeMap;
import dev.tessera.kernel.StepPlan;
import dev.tessera.layout.ArraySpacing;
import dev.tessera.layout.StorageLayout;
import dev.tessera.solver.checkpoint.StateRecord;
import dev.tessera.solver.field.Pressure;
import dev.tessera.solver.field.ResultField;
import dev.tessera.solver.field.Velocity;
import dev.tessera.solver.plan.GpuPlanner;
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
import java.util.OptionalLong;
import java.util.SequencedMap;
import java.util.concurrent.ForkJoinPool;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// A case that runs on a device. The only mutable object that a user holds; not thread-safe; closing releases the
/// device's memory. Two simulations in one JVM are independent.
public final class Simulation implements AutoCloseable {
    private final Case theCase;
    private final NodeMap nodes;
    private final FlowNumbers numbers;
    private final Optional<Sound> sound;
    private final List<String> warnings;
    private final StorageLayout storage;
    private final BoundaryPlan boundaries;
    private final double settledS;
    private final SeriesNames series = new SeriesNames();
    private final List<ChangingGroup> changing = new ArrayList<>();
    private final Execution execution;
    private final List<double[]> sampleArrays = new ArrayList<>(); // reused by all samples
    private final ForkJoinPool workers;
    private final DriveForce drive;
    private @Nullable CaseDigest digest;
    private @Nullable FlowReductions reductions;
    private Map<String, StateRecord> restored = Map.of();

    private Simulation(
            Case given, NodeMap nodes, FlowPaths paths, Device device, StorageChoice choice, ForkJoinPool workers) {
        this.nodes = nodes;
        this.workers = workers;
        ImposedSpeed imposed = ImposedSpeed.of(given, nodes);
        this.numbers = Discretization.of(given, nodes, imposed.overTheRun().mPerS());
        imposed.overTheRun().require(numbers);
        this.sound = Sound.of(given, nodes, numbers);
        this.theCase = Sound.withRamps(given, sound);
        this.warnings = Stream.of(
                        numbers.warnings(),
                        FastestFlow.of(theCase, nodes, imposed).warnings(theCase, numbers),
                        DriveForce.warnings(theCase),
                        paths.doubts(),
                        sound.map(tone -> tone.warnings(theCase)).orElse(List.of()),
                        CaseChecks.warnings(theCase, numbers.units().timeStepS()),
                        WallChecks.warnings(theCase, nodes, numbers.viscosityLattice()))
                .flatMap(List::stream)
                .toList();
        var model = theCase.model();
        this.storage = StorageLayout.of(
                model.lattice(),
                choice.pattern(),
                choice.addressing(),
                nodes,
                ArraySpacing.of(model.precision().storedBytes(), device.isGpu()));
        MemoryCheck.of(theCase, nodes, device).require(storage); // before tables are made
        this.boundaries = BoundaryPlan.of(theCase, nodes, numbers.units());
        BoundaryFields boundaryFields = new BoundaryFields(theCase, nodes, numbers.units(), boundaries, series);
        this.settledS = boundaryFields.settledS();
        this.drive = DriveForce.of(theCase, nodes, numbers.units(), series);
        SequencedMap<String, BoundaryFields.Imposed> imposedFields = boundaryFields.all();
        this.execution = device.prepare(plan(imposedFields));
        try {
            start(imposedFields);
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
        return new Simulation(theCase, nodes, checkedPaths(theCase, nodes, workers), device, choice, workers);
    }

    /// As [#open(Case,NodeMap,Device,StorageChoice,ForkJoinPool)], with the storage that the device's planner
    /// chooses, and on a GPU with tuned launches, as `tessera run` does.
    public static Simulation open(Case theCase, NodeMap nodes, Device device, ForkJoinPool workers) {
        requireKind(theCase, device);
        FlowPaths paths = checkedPaths(theCase, nodes, workers); // before storage is chosen
        Device tuned = TunedGpu.around(device, LaunchChoice.of(theCase.storage()), () -> stepsAtMost(theCase, nodes));
        return new Simulation(theCase, nodes, paths, tuned, GpuPlanner.choice(theCase, nodes, device), workers);
    }

    /// Flow paths of a case. Refuses a case that contradicts itself or its geometry.
    private static FlowPaths checkedPaths(Case theCase, NodeMap nodes, ForkJoinPool workers) {
        CaseChecks.check(theCase, nodes);
        FlowPaths paths = FlowPaths.of(theCase, nodes, workers);
        paths.require();
        return paths;
    }

    /// As above, and voxelises the geometry.
    public static Simulation open(Case theCase, Device device, ForkJoinPool workers) {
        NodeMap nodes = theCase.geometry().voxelise(theCase.spacingM(), workers, counted -> {
            requireKind(theCase, device);
            requireMemory(theCase, device, counted);
        });
        return open(theCase, nodes, device, workers);
    }

    /// Refuses a case that requires what a device of this kind does not have.
    /// @throws CaseException where the device is no GPU and the case says how one looks up tiles
    public static void requireKind(Case theCase, Device device) {
        if (theCase.storage().lookup().isPresent() && !device.isGpu()) {
            throw new CaseException(
                    ("storage.lookup: only GPUs have it, and this run is on %s. Use --device with a GPU (`tessera devices`"
                                    + " lists them), or remove the key.")
                            .formatted(device.key()));
        }
    }

    /// Refuses a case whose populations do not fit in memory, before its geometry is complete.
    /// @param fluidNodes lower bound of the number of fluid nodes
    /// @throws dev.tessera.device.DeviceException where the populations of so many nodes do not fit on the
    ///        device in any storage of the case
    public static void requireMemory(Case theCase, Device device, long fluidNodes) {
        MemoryCheck.require(theCase, device, fluidNodes);
    }

    /// Maximum number of steps of a run; empty where the case sets no limit.
    public static OptionalLong stepsAtMost(Case theCase, NodeMap nodes) {
        LatticeUnits units = Discretization.of(theCase, nodes, ImposedSpeed.largestMPerS(theCase, nodes))
                .units();
        long last = Run.lastStep(theCase, units.timeStepS());
        return last < 0 ? OptionalLong.empty() : OptionalLong.of(last);
    }

    private StepPlan plan(SequencedMap<String, BoundaryFields.Imposed> imposedFields) {
        return new StepPlan(
                nodes,
                theCase.model().arrays(storage),
                CaseKernels.of(theCase, boundaries, imposedFields, drive.inTime()),
                theCase.model().precision());
    }

    private void start(SequencedMap<String, BoundaryFields.Imposed> imposedFields) {
        var model = theCase.model();
        if (model.mixture().isPresent()) {
            MixtureParameters.of(theCase, numbers).forEach(execution::setParameter);
        } else {
            model.collision().rates(model.lattice(), numbers.viscosityLattice()).forEach(execution::setParameter);
        }
        drive.start(execution, boundaries.groups());
        series.set(execution, units().timeStepS());
        new InitialState(theCase, nodes, numbers.units()).write(execution, boundaries.groups());
        for (BoundaryPlan.Group group : boundaries.groups()) {
            BoundaryFields.Imposed fields = Objects.requireNonNull(imposedFields.get(group.name()));
            fields.all().forEach((field, values) -> execution.writeField(group.name(), field, values));
            if (fields.isComputedInTime()) {
                changing.add(new ChangingGroup(group, fields));
            }
        }
    }

    /// Runs `count` steps. Step n uses the boundary values and forces at time n dt.
    public void step(long count) {
        if (changing.isEmpty() && !drive.isComputedInTime()) {
            execution.step(count);
            return;
        }
        for (long step = 0; step < count; step++) {
            double time = timeS();
            for (ChangingGroup group : changing) {
                if (!group.isWrittenFor(time)) {
                    group.write(execution, time);
                }
            }
            drive.apply(execution, boundaries.groups(), time);
            execution.step(1);
        }
    }

    /// Waits until the device has completed all launched steps.
    void finish() {
        execution.finish();
    }

    /// A group with values that change in time and that the host computes, since they cannot be separated.
    private static final class ChangingGroup {
        private final BoundaryPlan.Group group;
        private final BoundaryFields.Imposed fields;
        private final Map<String, double[]> sent = new LinkedHashMap<>(); // by field
        private double writtenForS; // the values at time 0 are written at the start

        ChangingGroup(BoundaryPlan.Group group, BoundaryFields.Imposed fields) {
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

    public double timeS() {
        return execution.steps() * numbers.units().timeStepS();
    }

    public Case theCase() {
        return theCase;
    }

    public NodeMap nodes() {
        return nodes;
    }

    /// Warnings about spacing and time step, known before the first step; sentences with a remedy.
    public List<String> warnings() {
        return warnings;
    }

    /// The sound between the openings; empty where there are no two openings that reflect it.
    Optional<Sound> sound() {
        return sound;
    }

    /// The end of all ramps, s: infinite where boundary values keep changing.
    double settledS() {
        return settledS;
    }

    public FlowNumbers numbers() {
        return numbers;
    }

    public LatticeUnits units() {
        return numbers.units();
    }

    public StorageLayout storage() {
        return storage;
    }

    /// The storage by its keys in the case file.
    public StorageFacts storageFacts() {
        return StorageFacts.of(storage, theCase);
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

    BoundaryPlan boundaries() {
        return boundaries;
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
        return sample(Quantities.velocity(theCase.model().lattice()));
    }

    /// Velocity and pressure of the present flow.
    public Snapshot snapshot() {
        return snapshot(List.of(new Velocity(), new Pressure()));
    }

    /// Fields of the present flow.
    public Snapshot snapshot(List<ResultField> fields) {
        sampleArrays.clear(); // snapshots are large, and rare
        return ObservedFlow.snapshot(this, fields);
    }

    /// Mean and maximum velocity, flow and pressure at openings, permeability, forces; with stress also
    /// wall shear stress.
    public List<Observable> observables(boolean withStress) {
        return Observation.withForces(this).all(withStress);
    }

    /// Everything that decides this simulation's results.
    CaseDigest digest() {
        if (digest == null) {
            digest = CaseDigest.of(theCase, nodes, units(), boundaries);
        }
        return digest;
    }

    /// A state in the checkpoint from which this simulation was restored.
    Optional<StateRecord> restored(String state) {
        return Optional.ofNullable(restored.get(state));
    }

    /// Continues from a checkpoint of the same case on the same nodes, bit for bit; storage and device may
    /// differ.
    /// @throws CaseException where the checkpoint belongs to another case: names every key that differs
    /// @throws IOException where the file cannot be read or is damaged; the flow is then undefined until
    ///         another checkpoint is restored
    public void restore(Path checkpoint) throws IOException {
        restored = new SimulationState(this).restore(checkpoint);
        impose(Math.max(0, steps() - 1) * units().timeStepS());
    }

    /// Starts at step 0 from the flow of a checkpoint instead of the case's initial state. The checkpoint may
    /// come from a case with other physics on the same fluid nodes.
    /// @throws CaseException where the checkpoint has other fluid nodes
    /// @throws IOException where the file cannot be read or is damaged; the flow is then undefined
    public void startFrom(Path checkpoint) throws IOException {
        new SimulationState(this).startFrom(checkpoint);
        impose(0);
    }

    /// Writes the boundary values and forces of a given time. Between two steps the device holds those of the
    /// previous step, so that observables do not depend on interruptions.
    private void impose(double timeS) {
        for (ChangingGroup group : changing) {
            group.sent.clear();
            group.write(execution, timeS);
        }
        drive.apply(execution, boundaries.groups(), timeS);
    }

    /// Returns to a saved state of this simulation.
    void returnTo(SavedState kept) {
        execution.restart(kept.step());
        kept.writeTo(execution);
        impose(Math.max(0, steps() - 1) * units().timeStepS());
    }

    @Override
    public void close() {
        execution.close();
    }

    @Override
    public String toString() {
        return "%s: %s, %d fluid nodes, step %d"
                .formatted(theCase.name(), storage, nodes.fluid().count(), steps());
    }
}
