package dev.tessera.cli;

import dev.tessera.device.Ranks;
import dev.tessera.solver.Checkpoints;
import dev.tessera.solver.Run;
import dev.tessera.solver.RunListener;
import dev.tessera.solver.Simulation;
import dev.tessera.solver.StepHook;
import dev.tessera.solver.StopSignal;
import java.io.IOException;
import java.util.List;
import java.util.function.LongSupplier;

/// The part of a run that is on another rank than the first: it computes, and leaves printing and files to the first.
/// Takes
/// part in every decision of [RunCommand], in the same order.
final class FollowingRun {
    private final Simulation simulation;
    private final Checkpoints checkpoints;
    private final List<StepHook> hooks;
    private final LongSupplier nanos;

    /// @param checkpoints of the first rank's folder, which this one does not touch
    FollowingRun(Simulation simulation, Checkpoints checkpoints, List<StepHook> hooks, LongSupplier nanos) {
        this.simulation = simulation;
        this.checkpoints = checkpoints;
        this.hooks = hooks;
        this.nanos = nanos;
    }

    /// @param resumes whether the run continues an earlier one
    ExitCode carryOut(boolean resumes, Interruption interruption) throws IOException {
        Ranks ranks = simulation.ranks();
        StopSignal stop = new StopSignal();
        try (var watch = interruption.watch(stop::raise)) {
            Run run = new Run(
                    simulation,
                    List.of(),
                    (step, timeS, residual, observables) -> {},
                    checkpoints,
                    RunListener.SILENT,
                    stop,
                    nanos);
            hooks.forEach(run::add);
            if (resumes && ranks.first(false)) {
                return ExitCode.DONE;
            }
            run.toTheEnd();
            if (ranks.any(watch.complete())) {
                run.leaveCheckpoint();
            }
            return ExitCode.of(ranks.first((long) ExitCode.FAILED.code()));
        }
    }
}
