package dev.tessera.solver;

import dev.tessera.device.Ranks;
import dev.tessera.solver.checkpoint.StateRecord;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// The checkpoints that a run writes while it goes on and at its end. Of several ranks the first writes them, and
/// decides
/// for all whether it could.
final class RunCheckpoints {
    private final Simulation simulation;
    private final Checkpoints checkpoints;
    private final OutputFailures failures;
    private final Ranks ranks;
    private long last = -1; // step, the same on all ranks
    private Optional<Path> told = Optional.empty();

    /// @param failures receives those of checkpoints
    RunCheckpoints(Simulation simulation, Checkpoints checkpoints, OutputFailures failures) {
        this.simulation = simulation;
        this.checkpoints = checkpoints;
        this.failures = failures;
        this.ranks = simulation.ranks();
    }

    /// Begins to write the present step, unless this run has already; the disk may need until [#await].
    /// @param states of the run
    /// @return whether it was begun
    boolean begin(List<StateRecord> states) {
        long step = simulation.steps();
        await();
        if (last != step) {
            boolean isWritten = failures.attempt(
                    OutputFailures.CHECKPOINTS,
                    "the checkpoint of step " + step,
                    () -> checkpoints.begin(simulation, states));
            last = ranks.first(isWritten) ? step : -1;
        }
        return last == step;
    }

    /// Waits until the checkpoint that was begun is on the disk.
    /// @return whether it is
    boolean await() {
        boolean isOnDisk = ranks.first(
                failures.attempt(OutputFailures.CHECKPOINTS, "the checkpoint of step " + last, checkpoints::await));
        last = isOnDisk ? last : -1;
        return isOnDisk;
    }

    /// Whether a checkpoint has reached the disk since the last call; does not wait. On the first rank.
    boolean hasNew() {
        Optional<Path> newest = checkpoints.onDisk();
        boolean isNew = ranks.isFirst() && newest.isPresent() && !newest.equals(told);
        told = newest;
        return isNew;
    }

    /// Removes those of a finished run that keeps none.
    void discard() throws IOException {
        if (!checkpoints.areKept() && ranks.isFirst()) {
            checkpoints.removeAll();
        }
    }
}
