package dev.tessera.solver;

import dev.tessera.geometry.NodeMap;
import dev.tessera.kernel.Intrinsics;
import dev.tessera.kernel.NodeClass;
import dev.tessera.kernel.StepPlan;
import dev.tessera.kernel.StoredArray;
import dev.tessera.kernel.StoredState;
import dev.tessera.layout.NodeStorage;
import dev.tessera.units.FlowNumbers;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;

/// Everything about a simulation that is known before a device is prepared.
///
/// @param theCase with the ramps that it gets because of sound between openings
/// @param warnings about spacing, time step and flow; sentences with a remedy
/// @param sound between the openings; empty where there are no two openings that reflect it
/// @param arrays stored on the device
/// @param imposed prescribed fields of the boundary groups, by their names
/// @param settledS the end of all ramps, s: infinite where boundary values keep changing
/// @param series of the imposed values and the drive
/// @param couplings openings whose pressure follows from the flow
/// @param classes the kernels of the bulk and of the boundary groups
/// @param intrinsics how kernels compute exp and log on the device
record SimulationPlan(
        Case theCase,
        NodeMap nodes,
        FlowNumbers numbers,
        Optional<Sound> sound,
        List<String> warnings,
        List<StoredArray> arrays,
        BoundaryPlan boundaries,
        SequencedMap<String, ImposedFields> imposed,
        double settledS,
        BodyForces drive,
        SeriesNames series,
        FlowCouplings couplings,
        List<NodeClass> classes,
        Intrinsics intrinsics) {
    /// What the device runs.
    StepPlan steps() {
        return CaseKernels.plan(theCase, nodes, arrays, classes, intrinsics);
    }

    /// The storage of the fluid, or of the components.
    NodeStorage storage() {
        return state().storage();
    }

    /// The stored state of the fluid, or of the first component.
    StoredState state() {
        return (StoredState) arrays.getFirst();
    }

    /// The constant parameters of the kernels: relaxation rates, and those of a mixture.
    Map<String, Double> parameters() {
        var model = theCase.model();
        return model.mixture().isPresent()
                ? MixtureParameters.of(theCase, numbers, !boundaries.groups().isEmpty())
                : model.collision().rates(model.lattice(), numbers.viscosityLattice());
    }
}
