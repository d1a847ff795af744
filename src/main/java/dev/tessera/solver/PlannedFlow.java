package dev.tessera.solver;

import dev.tessera.geometry.NodeMap;
import dev.tessera.units.FlowNumbers;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ForkJoinPool;
import java.util.stream.Stream;

/// The flow of a case on its nodes in numbers: what is known of a simulation without a device, kernels and tables.
///
/// @param ramped the case with the ramps that it gets because of sound between openings
/// @param sound between the openings; empty where there are no two openings that reflect it
/// @param ofNumbers warnings about spacing, time step and speeds; sentences with a remedy
/// @param ofSound warnings about sound, ramps and walls, which are told after the doubts about flow paths
record PlannedFlow(
        Case ramped, FlowNumbers numbers, Optional<Sound> sound, List<String> ofNumbers, List<String> ofSound) {
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
        List<String> ofNumbers = Stream.of(
                        numbers.warnings(),
                        Discretization.warnings(ramped, numbers),
                        ViscosityOfNodes.warnings(ramped, nodes, numbers),
                        numbers.warnings(
                                KnownStability.of(theCase),
                                theCase.model().collision().stabilityKey(),
                                theCase.model().lattice().name(),
                                theCase.model().equilibrium().key()),
                        FastestFlow.of(ramped, nodes, imposed).warnings(ramped, numbers),
                        DriveForce.warnings(ramped),
                        HostValues.warnings(ramped, nodes))
                .flatMap(List::stream)
                .toList();
        List<String> ofSound = Stream.of(
                        sound.map(tone -> tone.warnings(ramped)).orElse(List.of()),
                        sound.map(tone -> tone.warnings(imposed, numbers.units().timeStepS()))
                                .orElse(List.of()),
                        CaseChecks.warnings(ramped, numbers.units().timeStepS()),
                        WallChecks.warnings(ramped, nodes, numbers.viscosityLattice()),
                        WallVelocities.warnings(ramped, nodes))
                .flatMap(List::stream)
                .toList();
        return new PlannedFlow(ramped, numbers, sound, ofNumbers, ofSound);
    }

    /// All of them, in the order in which they are told.
    List<String> warnings(FlowPaths paths) {
        return Stream.of(ofNumbers, paths.doubts(), ofSound)
                .flatMap(List::stream)
                .toList();
    }
}
