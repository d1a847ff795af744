package dev.tessera.solver;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// How a run ended, or how far it has come.
///
/// @param stopReason `steady`, `time` or `steps`; of a run that was ended before a [StopSignal.Cause]; of a failed run
///        its [RunFailure.Reason]; of one that goes on [#RUNNING]
/// @param residual last estimate of the relative distance from the steady state, NaN where none was computed
/// @param mlups million fluid-node updates per second of the steps alone
/// @param wallS seconds from start to end, outputs included
/// @param checkpoint the last one written
/// @param complete whether all result files could be written
/// @param scale Reynolds and Mach numbers, of the case or otherwise of the flow
/// @param largestMach Mach number of the largest velocity in the log
public record RunResult(
        boolean converged,
        String stopReason,
        double residual,
        double mlups,
        double wallS,
        List<Observable> observables,
        List<String> warnings,
        Optional<Path> checkpoint,
        boolean complete,
        FlowScale scale,
        double largestMach) {
    /// The reason of a run that has not ended.
    public static final String RUNNING = "running";

    /// The same result with warnings added after the end.
    public RunResult with(List<String> laterWarnings, boolean laterComplete) {
        List<String> all = new ArrayList<>(warnings);
        all.addAll(laterWarnings);
        return new RunResult(
                converged,
                stopReason,
                residual,
                mlups,
                wallS,
                observables,
                all,
                checkpoint,
                complete && laterComplete,
                scale,
                largestMach);
    }
}
