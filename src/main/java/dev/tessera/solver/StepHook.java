package dev.tessera.solver;

import java.util.function.Consumer;

/// Something that a run does between steps, such as reading the flow or changing it. Files, rows of the log and
/// checkpoints of the same step show the flow after it, so that a run resumed from a checkpoint equals one that was not
/// interrupted. Where several ranks run the simulation, each calls it.
///
/// @param everySteps steps between two calls; there is none before the first step
/// @param action called on the run's thread, when all steps before are done
public record StepHook(long everySteps, Consumer<Simulation> action) {
    public StepHook {
        if (everySteps < 1) {
            throw new IllegalArgumentException("a hook every %d steps; it must be 1 or more".formatted(everySteps));
        }
    }

    Schedule schedule() {
        return Schedule.everySteps(everySteps);
    }
}
