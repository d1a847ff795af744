package dev.tessera.solver;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// How a run ended.
///
/// @param stopReason `steady`, `time`, `steps` or `interrupted`
/// @param residual last estimate of the relative distance from the steady state, NaN where none was computed
/// @param mlups million fluid-node updates a second, stepping alone
/// @param wallS seconds from start to end, outputs included
/// @param checkpoint the last one written
/// @param scale Reynolds and Mach numbers, of the case or else of the flow
/// @param largestMach of the largest velocity in the log
public record RunResult(
        boolean converged,
        String stopReason,
        double residual,
        double mlups,
        double wallS,
        List<Observable> observables,
        List<String> warnings,
        Optional<Path> checkpoint,
        FlowScale scale,
        double largestMach) {}
