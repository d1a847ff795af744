package dev.tessera.suites.validation;

import dev.tessera.device.Device;
import dev.tessera.solver.Case;
import dev.tessera.solver.Checkpoints;
import dev.tessera.solver.Observable;
import dev.tessera.solver.Run;
import dev.tessera.solver.RunListener;
import dev.tessera.solver.RunResult;
import dev.tessera.solver.Simulation;
import dev.tessera.solver.Snapshot;
import dev.tessera.solver.StopSignal;
import dev.tessera.solver.field.ResultField;
import dev.tessera.solver.field.ResultFields;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.ForkJoinPool;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/// The means of suites: a device, workers, and which resolutions to compute.
///
/// @param full whether to compute the slow, fine resolutions too
/// @param listener receives progress
/// @param plots receives curves beside their references
public record Laboratory(
        Device device,
        ForkJoinPool workers,
        boolean full,
        RunListener listener,
        StopSignal stop,
        LongSupplier nanoTime,
        Consumer<ValidationPlot> plots) {

    /// Without plots.
    public Laboratory(
            Device device,
            ForkJoinPool workers,
            boolean full,
            RunListener listener,
            StopSignal stop,
            LongSupplier nanoTime) {
        this(device, workers, full, listener, stop, nanoTime, plot -> {});
    }

    /// A finished computation.
    public record Solution(Simulation simulation, RunResult result, Snapshot snapshot) {
        double observable(String name) {
            return Observable.value(result.observables(), name);
        }
    }

    /// A question to a solution before its memory is released.
    interface Question<T> {
        T ask(Solution solution) throws IOException;
    }

    /// Runs a case to its end without output, and evaluates one question.
    <T> T solve(Case theCase, Question<T> question) throws IOException {
        try (Simulation simulation = Simulation.open(theCase, device, workers)) {
            RunResult result = new Run(
                            simulation,
                            List.of(),
                            (step, time, residual, observables) -> {},
                            Checkpoints.none(),
                            listener,
                            stop,
                            nanoTime)
                    .toTheEnd();
            return question.ask(new Solution(simulation, result, simulation.snapshot(fieldsOf(theCase))));
        }
    }

    private static List<ResultField> fieldsOf(Case theCase) {
        boolean isMixture = theCase.model().mixture().isPresent();
        return theCase.model().shallowWater().isPresent()
                ? ResultFields.ofShallowWater()
                : ResultFields.all().stream()
                        .filter(field -> !isMixture || field.isOfMixtures())
                        .toList();
    }
}
