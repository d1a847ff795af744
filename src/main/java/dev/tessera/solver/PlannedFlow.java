package dev.tessera.solver;

import dev.tessera.geometry.NodeMap;
import dev.tessera.units.FlowNumbers;
import dev.tessera.units.StableGridReynolds;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ForkJoinPool;
import java.util.stream.Stream;

/// The flow of a case on its nodes in numbers: what is known of a simulation without a device, kernels and tables.
///
/// @param ramped the case with the ramps that it gets because of sound between openings
/// @param sound between the openings; empty where there are no two openings that reflect it
/// @param warnings about spacing, time step and flow; sentences with a remedy
/// @param laterWarnings those that are told after the doubts about flow paths
record PlannedFlow(
        Case ramped,
        NodeMap nodes,
        FlowNumbers numbers,
        Optional<Sound> sound,
        List<String> warnings,
        List<String> laterWarnings) {
    /// @throws CaseException where the case contradicts itself or its geometry
    static PlannedFlow of(Case theCase, NodeMap nodes, ForkJoinPool workers) {
        ImposedSpeed imposed = ImposedSpeed.of(theCase, nodes);
        FlowNumbers numbers =
                Discretization.of(theCase, nodes, imposed.overTheRun().mPerS());
        imposed.overTheRun().require(numbers);
        MixtureChecks.check(theCase, numbers);
        ShallowWaterChecks.check(theCase, nodes, numbers, workers);
        Optional<Sound> sound = Sound.of(theCase, nodes, numbers);
        Case ramped = Sound.withRamps(theCase, sound);
        List<String> warnings = Stream.of(
                        numbers.warnings(),
                        Discretization.warnings(ramped, numbers),
                        ViscosityOfNodes.warnings(ramped, nodes, numbers),
                        numbers.warnings(
                                StableGridReynolds.standard(),
                                theCase.model().collision().key(),
                                theCase.model().lattice().name(),
                                theCase.model().equilibrium().key()),
                        FastestFlow.of(ramped, nodes, imposed).warnings(ramped, numbers),
                        DriveForce.warnings(ramped),
                        HostValues.warnings(ramped, nodes))
                .flatMap(List::stream)
                .toList();
        List<String> laterWarnings = Stream.of(
                        sound.map(tone -> tone.warnings(ramped)).orElse(List.of()),
                        sound.map(tone -> tone.warnings(imposed, numbers.units().timeStepS()))
                                .orElse(List.of()),
                        CaseChecks.warnings(ramped, numbers.units().timeStepS()),
                        WallChecks.warnings(ramped, nodes, numbers.viscosityLattice()))
                .flatMap(List::stream)
                .toList();
        return new PlannedFlow(ramped, nodes, numbers, sound, warnings, laterWarnings);
    }
}
