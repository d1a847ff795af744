package dev.tessera.solver;

import dev.tessera.device.Execution;
import dev.tessera.geometry.NodeMap;
import dev.tessera.kernel.reduce.Feedback;
import dev.tessera.solver.checkpoint.StateRecord;
import dev.tessera.units.LatticeUnits;
import dev.tessera.units.QuantityKind;
import dev.tessera.units.QuantityText;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;

/// The openings of a case whose pressure follows from the flow (docs/decisions/0042): their circuits in lattice
/// units, and their states in checkpoints.
final class FlowCouplings {
    /// Of the state in a checkpoint.
    static final String NAME = "circuits";

    private static final String OPENINGS = "openings";
    private static final String VALUE = "density";
    private static final String STORED = "stored";

    /// Of the compliance of circuits that the fluid's own may be.
    private static final double NEGLIGIBLE = 0.1;

    private final List<String> names;
    private final List<Feedback> feedback;
    private final List<String> warnings;

    private FlowCouplings(List<String> names, List<Feedback> feedback, List<String> warnings) {
        this.names = List.copyOf(names);
        this.feedback = List.copyOf(feedback);
        this.warnings = List.copyOf(warnings);
    }

    /// @throws CaseException where a circuit is faster than a time step, or an opening touches another one
    static FlowCouplings of(
            Case theCase, NodeMap nodes, LatticeUnits units, BoundaryPlan boundaries, SeriesNames series) {
        List<String> names = new ArrayList<>();
        List<Feedback> feedback = new ArrayList<>();
        double compliance = 0; // of outlets that give one, lattice units
        for (OpeningNodes at : boundaries.openings()) {
            if (at == null || !(boundaries.boundary(at.opening().surface()) instanceof Boundary.Coupled coupled)) {
                continue;
            }
            Optional<String> name =
                    series.find(new TimeSeries.FromFlow(at.opening().surface()));
            if (name.isPresent() && at.boundaryNodes().length > 0) {
                refuseShared(at, boundaries);
                LatticeCircuit circuit = LatticeCircuit.of(theCase, units, at, coupled.circuit());
                names.add(at.opening().name());
                feedback.add(circuit.feedback(name.get(), theCase, units, at, coupled));
                compliance += coupled.circuit().compliance().isPresent() ? circuit.compliance() : 0;
            }
        }
        return new FlowCouplings(names, feedback, compressibility(compliance, nodes, units));
    }

    /// At a node of two openings their flows cannot be told apart.
    private static void refuseShared(OpeningNodes at, BoundaryPlan boundaries) {
        for (OpeningNodes other : boundaries.openings()) {
            if (other != null
                    && other != at
                    && Arrays.stream(at.boundaryNodes()).anyMatch(b -> other.contains(b))) {
                throw new CaseException(
                        ("boundaries.%s: the opening touches %s, so that the flow through it, which its pressure follows, is not known at"
                                        + " the nodes of both. Put a wall between them, or give it a velocity or pressure.")
                                .formatted(at.opening().name(), other.opening().name()));
            }
        }
    }

    /// A fluid of N nodes has the compliance N: it takes so much mass per unit of density.
    private static List<String> compressibility(double compliance, NodeMap nodes, LatticeUnits units) {
        double part = SymmetrySides.of(nodes).volume(nodes) / compliance;
        if (!(compliance > 0) || part <= NEGLIGIBLE) {
            return List.of();
        }
        return List.of(
                ("boundaries: the fluid of a lattice is slightly compressible, and acts as a compliance of %s %% of those at the"
                                + " openings. Use a time step below %s (or a smaller lattice speed) for less than %s %%.")
                        .formatted(
                                QuantityText.about(100 * part),
                                QuantityText.about(units.timeStepS() * Math.sqrt(NEGLIGIBLE / part), QuantityKind.TIME),
                                QuantityText.about(100 * NEGLIGIBLE)));
    }

    /// Whether no pressure follows from the flow.
    boolean isEmpty() {
        return feedback.isEmpty();
    }

    /// Before the run; sentences with a remedy.
    List<String> warnings() {
        return warnings;
    }

    /// Sets the circuits with their states at the start.
    void start(Execution execution) {
        execution.setFeedback(feedback);
    }

    /// The present pressures of the openings, by name, lattice densities.
    SequencedMap<String, Double> densities(Execution execution) {
        SequencedMap<String, Double> found = new LinkedHashMap<>();
        List<Feedback.State> states = execution.feedbackStates();
        for (int k = 0; k < names.size(); k++) {
            found.put(names.get(k), 1 + states.get(k).value());
        }
        return found;
    }

    /// What a checkpoint stores; empty where no pressure follows from the flow.
    Optional<StateRecord> record(Execution execution) {
        if (names.isEmpty()) {
            return Optional.empty();
        }
        List<Feedback.State> states = execution.feedbackStates();
        SequencedMap<String, String> openings = new LinkedHashMap<>();
        openings.put(OPENINGS, String.join(" ", names));
        SequencedMap<String, double[]> arrays = new LinkedHashMap<>();
        arrays.put(VALUE, states.stream().mapToDouble(Feedback.State::value).toArray());
        arrays.put(STORED, states.stream().mapToDouble(Feedback.State::stored).toArray());
        return Optional.of(new StateRecord(NAME, openings, arrays));
    }

    /// Continues from what [#record] gave.
    /// @throws CaseException where the checkpoint has no such state, or that of other openings
    void restore(Execution execution, Optional<StateRecord> stored) {
        if (names.isEmpty()) {
            return;
        }
        String expected = String.join(" ", names);
        double[] values = array(stored, VALUE);
        double[] inside = array(stored, STORED);
        String found = stored.flatMap(
                        record -> Optional.ofNullable(record.values().get(OPENINGS)))
                .orElse("none");
        if (!expected.equals(found) || values.length != names.size() || inside.length != names.size()) {
            throw new CaseException(
                    "the checkpoint has the circuits of these openings: %s; the case needs %s. Resume from another one."
                            .formatted(found, expected));
        }
        List<Feedback.State> states = new ArrayList<>();
        for (int k = 0; k < values.length; k++) {
            states.add(new Feedback.State(values[k], inside[k]));
        }
        execution.restoreFeedback(states);
    }

    private static double[] array(Optional<StateRecord> stored, String name) {
        return stored.flatMap(record -> Optional.ofNullable(record.arrays().get(name)))
                .orElse(new double[0]);
    }
}
