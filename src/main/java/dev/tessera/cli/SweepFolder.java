package dev.tessera.cli;

import dev.tessera.casefile.SweepFile.CheckedRun;
import dev.tessera.output.WrittenSummary;
import dev.tessera.solver.Checkpoints;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;

/// The folder of a sweep: for each run a folder of results, its messages, and the exit code of its process. What has
/// happened to a run is read from there (decision 0058).
record SweepFolder(Path path) {
    static final String SWEEP = "sweep.yaml";

    /// What has happened to a run; the names are those of `results.csv`.
    enum Status {
        waiting,
        begun,
        done,
        failed,
        interrupted
    }

    /// @param exitCode of its process; empty where it has not ended
    record State(Status status, OptionalInt exitCode, Optional<WrittenSummary> summary) {
        /// Whether the run does not have to be computed again.
        boolean hasEnded() {
            return status == Status.done
                    || (status == Status.failed
                            && summary.filter(WrittenSummary::hasDiverged).isPresent());
        }
    }

    Path of(CheckedRun run) {
        return path.resolve(run.run().name());
    }

    Path messages(CheckedRun run) {
        return path.resolve(run.run().name() + ".log");
    }

    private Path exitCode(CheckedRun run) {
        return path.resolve(run.run().name() + ".exit");
    }

    State state(CheckedRun run) throws IOException {
        OptionalInt exitCode = readExitCode(run);
        Optional<WrittenSummary> summary = WrittenSummary.of(of(run));
        return new State(status(run, exitCode, summary), exitCode, summary);
    }

    private Status status(CheckedRun run, OptionalInt exitCode, Optional<WrittenSummary> summary) {
        if (summary.filter(WrittenSummary::isFinished).isPresent() && exitCode.orElse(0) == 0) {
            return Status.done;
        }
        if (summary.filter(WrittenSummary::hasDiverged).isPresent()) {
            return Status.failed;
        }
        if (exitCode.isEmpty()) {
            return Files.exists(of(run)) ? Status.begun : Status.waiting;
        }
        return exitCode.getAsInt() == ExitCode.INTERRUPTED.code() ? Status.interrupted : Status.failed;
    }

    private OptionalInt readExitCode(CheckedRun run) throws IOException {
        try {
            String text = Files.readString(exitCode(run)).strip();
            return text.matches("\\d{1,3}") ? OptionalInt.of(Integer.parseInt(text)) : OptionalInt.empty();
        } catch (NoSuchFileException notEnded) {
            return OptionalInt.empty();
        }
    }

    void begin(CheckedRun run) throws IOException {
        Files.deleteIfExists(exitCode(run));
    }

    void end(CheckedRun run, int code) throws IOException {
        replace(exitCode(run), code + "\n");
    }

    boolean hasCheckpoint(CheckedRun run) throws IOException {
        return Checkpoints.areIn(of(run).resolve(ResultFolder.CHECKPOINTS));
    }

    /// Writes a file that appears complete.
    static void replace(Path file, String text) throws IOException {
        Path beside = file.resolveSibling("." + file.getFileName() + ".writing");
        Files.writeString(beside, text);
        Files.move(beside, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    /// Refuses a folder that a sweep may not write to.
    /// @param continues whether the sweep accepts the folder of an earlier one
    void require(boolean continues) throws IOException {
        ResultFolder.refuseUnwritable(path);
        if (!Files.isDirectory(path) || entries().isEmpty()) {
            return;
        }
        if (!continues) {
            throw new CommandFailure(
                    ExitCode.WRONG_INPUT,
                    "%s is not empty. Continue its sweep with --resume, or name another folder with --out."
                            .formatted(path));
        }
        if (!Files.exists(path.resolve(SWEEP))) {
            throw new CommandFailure(
                    ExitCode.WRONG_INPUT,
                    "%s is not the folder of a sweep: it has no %s. Name another folder with --out."
                            .formatted(path, SWEEP));
        }
    }

    private List<Path> entries() throws IOException {
        try (Stream<Path> entries = Files.list(path)) {
            return entries.filter(entry -> !entry.getFileName().toString().startsWith("."))
                    .toList();
        }
    }

    /// Refuses runs whose results are of another case than theirs.
    void requireSameCases(List<CheckedRun> runs) throws IOException {
        for (CheckedRun run : runs) {
            Path used = of(run).resolve("case.yaml");
            if (Files.exists(used) && !Files.readString(used).equals(run.text())) {
                throw new CommandFailure(
                        ExitCode.WRONG_INPUT,
                        ("%s: the results there are of another case than that of this sweep (compare %s). Remove this folder to"
                                        + " compute the run again, or name another folder with --out.")
                                .formatted(of(run), used));
            }
        }
    }
}
