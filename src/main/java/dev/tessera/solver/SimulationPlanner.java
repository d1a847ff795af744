package dev.tessera.solver;

import dev.tessera.device.Device;
import dev.tessera.geometry.NodeMap;
import dev.tessera.kernel.StoredArray;
import dev.tessera.layout.ArraySpacing;
import dev.tessera.layout.StorageLayout;
import dev.tessera.model.KeptMoments;
import dev.tessera.solver.plan.GpuPlanner;
import dev.tessera.units.FlowNumbers;
import dev.tessera.units.LatticeUnits;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SequencedMap;
import java.util.concurrent.ForkJoinPool;
import java.util.stream.Stream;

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

    NodeMap voxelised() {
        return theCase.geometry().voxelise(theCase.spacingM(), workers, this::require);
    }

    /// Maximum number of steps of a run; empty where the case sets no limit.
    public static OptionalLong stepsAtMost(Case theCase, NodeMap nodes) {
        LatticeUnits units = Discretization.of(theCase, nodes, ImposedSpeed.largestMPerS(theCase, nodes))
                .units();
        long last = Run.lastStep(theCase, units.timeStepS());
        return last < 0 ? OptionalLong.empty() : OptionalLong.of(last);
    }

    /// With the storage that the device's planner chooses.
    /// @throws CaseException where the case contradicts itself or its geometry
    SimulationPlan plan(NodeMap nodes) {
        requireKind();
        FlowPaths paths = checkedPaths(nodes); // before storage is chosen
        return plan(nodes, paths, GpuPlanner.choice(theCase, nodes, device));
    }

    /// @throws CaseException where the case contradicts itself or its geometry
    SimulationPlan plan(NodeMap nodes, StorageChoice choice) {
        return plan(nodes, checkedPaths(nodes), choice);
    }

    private FlowPaths checkedPaths(NodeMap nodes) {
        StoredMoments.check(theCase, device);
        CaseChecks.check(theCase, nodes);
        FlowPaths paths = FlowPaths.of(theCase, nodes, workers);
        paths.require();
        return paths;
    }

    private SimulationPlan plan(NodeMap nodes, FlowPaths paths, StorageChoice choice) {
        ImposedSpeed imposed = ImposedSpeed.of(theCase, nodes);
        FlowNumbers numbers =
                Discretization.of(theCase, nodes, imposed.overTheRun().mPerS());
        imposed.overTheRun().require(numbers);
        Optional<Sound> sound = Sound.of(theCase, nodes, numbers);
        Case ramped = Sound.withRamps(theCase, sound);
        List<String> warnings = Stream.of(
                        numbers.warnings(),
                        FastestFlow.of(ramped, nodes, imposed).warnings(ramped, numbers),
                        DriveForce.warnings(ramped),
                        HostValues.warnings(ramped, nodes),
                        paths.doubts(),
                        sound.map(tone -> tone.warnings(ramped)).orElse(List.of()),
                        CaseChecks.warnings(ramped, numbers.units().timeStepS()),
                        WallChecks.warnings(ramped, nodes, numbers.viscosityLattice()))
                .flatMap(List::stream)
                .toList();
        List<StoredArray> arrays = arrays(ramped, nodes, choice); // before tables are made
        BoundaryPlan boundaries = BoundaryPlan.of(ramped, nodes, numbers.units());
        SeriesNames series = new SeriesNames();
        BoundaryFields fields = new BoundaryFields(ramped, nodes, numbers.units(), boundaries, series);
        SequencedMap<String, BoundaryFields.Imposed> imposedFields = fields.all(); // names the series
        FlowCouplings couplings = FlowCouplings.of(ramped, nodes, numbers.units(), boundaries, series);
        return new SimulationPlan(
                ramped,
                nodes,
                numbers,
                sound,
                Stream.concat(warnings.stream(), couplings.warnings().stream()).toList(),
                arrays,
                boundaries,
                imposedFields,
                fields.settledS(),
                DriveForce.of(ramped, nodes, numbers.units(), series),
                series,
                couplings);
    }

    private List<StoredArray> arrays(Case ramped, NodeMap nodes, StorageChoice choice) {
        Optional<KeptMoments> moments = StoredMoments.of(ramped);
        if (moments.isPresent()) {
            return List.of(StoredMoments.array(moments.get(), ramped, nodes, choice.addressing()));
        }
        var model = ramped.model();
        StorageLayout storage = StorageLayout.of(
                model.lattice(),
                choice.pattern(),
                choice.addressing(),
                nodes,
                ArraySpacing.of(model.precision().storedBytes(), device.isGpu()));
        MemoryCheck.of(ramped, nodes, device).require(storage);
        return model.arrays(storage);
    }
}
