package dev.tessera.solver;

import dev.tessera.geometry.NodeMap;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ForkJoinPool;

/// What is known of a flow before the first step.
///
/// @param theCase with the ramps that it gets because of sound between openings
/// @param scale with the time step
/// @param sentences about the sound between the openings and automatic ramps, and about checks of the steady state
/// @param warnings about spacing, time step and flow; sentences with a remedy
/// @param steps the most that a run makes; empty where the case sets no limit
public record Outlook(
        Case theCase, FlowScale scale, List<String> sentences, List<String> warnings, OptionalLong steps) {
    public static Outlook of(Simulation simulation) {
        return of(
                simulation.theCase(),
                simulation.nodes(),
                FlowScale.ofCase(simulation),
                simulation.sound(),
                simulation.warnings());
    }

    /// Without a device: a run also says what its device, kernels and memory give reason for.
    /// @param workers follow flow paths
    /// @throws CaseException where the case contradicts itself or its geometry, as in a run
    public static Outlook of(Case theCase, NodeMap nodes, ForkJoinPool workers) {
        CaseChecks.check(theCase, nodes);
        FlowPaths paths = FlowPaths.of(theCase, nodes, workers);
        paths.require();
        PlannedFlow flow = PlannedFlow.of(theCase, nodes, workers);
        FlowScale scale = FlowScale.ofCase(flow.ramped(), nodes, flow.numbers());
        return of(flow.ramped(), nodes, scale, flow.sound(), flow.warnings(paths));
    }

    private static Outlook of(
            Case theCase, NodeMap nodes, FlowScale scale, Optional<Sound> sound, List<String> warnings) {
        List<String> sentences = new ArrayList<>();
        sound.ifPresent(tone -> sentences.add(tone.words()));
        Sound.withoutRamps(theCase, nodes, scale.numbers().units()).ifPresent(sentences::add);
        if (theCase.time().steady().isPresent()) {
            sentences.add(SteadyInterval.of(nodes, scale.numbers()).words());
        }
        return new Outlook(
                theCase, scale, sentences, warnings, SimulationPlanner.stepsAtMost(theCase, scale.numbers()));
    }
}
