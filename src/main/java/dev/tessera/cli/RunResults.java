package dev.tessera.cli;

import dev.tessera.output.Outputs;
import dev.tessera.output.Provenance;
import dev.tessera.output.SummaryFile;
import dev.tessera.output.TimePlots;
import dev.tessera.solver.Output;
import dev.tessera.solver.OutputFailures;
import dev.tessera.solver.Run;
import dev.tessera.solver.RunFailure;
import dev.tessera.solver.RunListener;
import dev.tessera.solver.RunResult;
import dev.tessera.solver.Simulation;
import java.io.IOException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Writes the files at the end of a run, also of a failed one: animated pictures, plots over time and `summary.json`.
///
/// @param clock gives the time at which the run ends
/// @param initialState the checkpoint whose flow the run began with, if it did
record RunResults(
        Path folder,
        Simulation simulation,
        Provenance provenance,
        InstantSource clock,
        List<Output> outputs,
        Optional<Path> initialState) {
    private static final Logger LOG = LoggerFactory.getLogger(RunResults.class);

    /// Runs to the end. A run that fails writes a summary with place and reason, then throws.
    RunResult of(Run run) {
        try {
            return run.toTheEnd();
        } catch (RunFailure failure) {
            summariseFailure(run, failure);
            throw failure;
        } catch (RuntimeException | OutOfMemoryError failure) {
            summariseFailure(run, run.failure(failure));
            throw failure;
        }
    }

    /// Writes the summary of a run that goes on.
    void soFar(RunResult result) {
        try {
            summarise(result, List.of(), Optional.empty());
        } catch (IOException problem) {
            LOG.warn("summary.json could not be written: {}", OutputFailures.reason(problem));
        } catch (RuntimeException problem) {
            LOG.warn("summary.json could not be written: {}", problem.getMessage());
        }
    }

    private void summariseFailure(Run run, RunFailure failure) {
        try {
            summarise(run.failed(failure), List.of(), Optional.of(failure));
        } catch (IOException problem) {
            LOG.warn("summary.json could not be written either: {}", OutputFailures.reason(problem));
        } catch (RuntimeException problem) {
            LOG.warn("summary.json could not be written either: {}", problem.getMessage());
        }
    }

    /// Writes animated pictures, plots and summary; files that cannot be written are reported, also in the result.
    RunResult write(RunResult result, RunListener listener) {
        List<String> warnings = new ArrayList<>();
        var failures = new OutputFailures(sentence -> {
            warnings.add(sentence);
            listener.warning(sentence);
        });
        var theCase = simulation.theCase();
        Path log = folder.resolve(RunCommand.LOG_FILE);
        List<Path> drawnAtEnd = new ArrayList<>(Outputs.animate(outputs, simulation.steps(), failures));
        drawnAtEnd.addAll(TimePlots.write(log, theCase.output().plots(), theCase.title(), folder, failures));
        RunResult drawn = result.with(warnings, failures.areNone());
        boolean summarised =
                failures.attempt("summary.json", "summary.json", () -> summarise(drawn, drawnAtEnd, Optional.empty()));
        return result.with(warnings, failures.areNone() && summarised);
    }

    private void summarise(RunResult result, List<Path> drawnAtEnd, Optional<RunFailure> failure) throws IOException {
        SummaryFile.write(
                folder,
                simulation,
                result,
                new SummaryFile.Circumstances(provenance, clock.instant(), written(drawnAtEnd), initialState, failure));
    }

    /// The files of the results, as `summary.json` lists them.
    private List<String> written(List<Path> drawnAtEnd) throws IOException {
        List<String> files = new ArrayList<>();
        for (Output output : outputs) {
            files.addAll(ResultFolder.written(folder, output.description()));
            if (output.pieces().isPresent()) {
                files.addAll(ResultFolder.written(folder, output.pieces().get()));
            }
            files.addAll(output.filesOfAllSteps());
        }
        files.addAll(ResultFolder.written(folder, RunCommand.LOG_FILE));
        drawnAtEnd.forEach(file -> files.add(folder.relativize(file).toString()));
        return files;
    }
}
