package dev.tessera.cli;

import dev.tessera.output.WrittenSummary;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// Ends a run with a checkpoint, also one of another terminal or machine.
@Command(
        name = "stop",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "End a run with a checkpoint, as Ctrl-C does, also from another terminal or machine.",
            "The request is a file in the folder of its results; the run looks for it each second. The folder of a sweep"
                    + " ends the sweep and its runs."
        })
final class StopCommand implements Callable<Integer> {
    private static final long PERIOD_MILLIS = 100;
    private static final String CONTINUE = "Continue with `tessera run CASE --resume %s`.";

    private final Console console;

    @Parameters(paramLabel = "DIR", description = "The folder of the run's results.")
    private Path folder = Path.of("");

    @Option(names = "--wait", description = "Return when the run has written its files and released the folder.")
    private boolean waits;

    @Option(
            names = "--timeout",
            paramLabel = "SECONDS",
            defaultValue = "600",
            description = "With --wait: wait no longer than this (default: 600). The request stays.")
    private long timeoutS = 600;

    StopCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws IOException {
        if (!Files.isDirectory(folder)) {
            throw new CommandFailure(
                    ExitCode.WRONG_INPUT,
                    "%s: there is no such folder. Name the folder of a run's results, such as out/my-case."
                            .formatted(folder));
        }
        Optional<ResultLock.Holder> found = ResultLock.holderOf(folder);
        if (found.isEmpty()) {
            return nothingRuns();
        }
        ResultLock.Holder holder = found.get();
        return switch (holder.life()) {
            case GONE -> {
                console.out()
                        .println("%s: nothing runs here; %s was killed. %s"
                                .formatted(folder, holder.text(), CONTINUE.formatted(folder)));
                yield ExitCode.DONE.code();
            }
            case RUNS, UNKNOWN -> request(holder).code();
        };
    }

    private int nothingRuns() throws IOException {
        if (Files.exists(folder.resolve(SweepFolder.SWEEP))) {
            console.out()
                    .println(
                            "%s: nothing runs here; its sweep has ended, or continues with `tessera sweep SWEEP --resume`."
                                    .formatted(folder));
            return ExitCode.DONE.code();
        }
        WrittenSummary summary = WrittenSummary.of(folder)
                .orElseThrow(() -> new CommandFailure(
                        ExitCode.WRONG_INPUT,
                        "%s: no run writes here, and none has ended here. Name the folder of a run's results."
                                .formatted(folder)));
        console.out().println("%s: nothing runs here; %s".formatted(folder, ended(summary)));
        return ExitCode.DONE.code();
    }

    private String ended(WrittenSummary summary) {
        String end = "%s at step %.0f"
                .formatted(summary.stopReason(), summary.number("steps").orElse(Double.NaN));
        return summary.isFinished()
                ? "the run has finished (%s).".formatted(end)
                : "the run has ended (%s). %s".formatted(end, CONTINUE.formatted(folder));
    }

    private ExitCode request(ResultLock.Holder holder) throws IOException {
        StopRequest.place(folder, holder.text());
        String doubt = holder.life() == ResultLock.Life.RUNS
                ? ""
                : " Whether it still runs cannot be seen from this machine; if it was killed there, nothing happens.";
        console.err()
                .println("tessera: %s: requested %s to end with a checkpoint.%s"
                        .formatted(folder, holder.text(), doubt));
        if (!waits) {
            return ExitCode.DONE;
        }
        for (long waited = 0; isHeldBy(holder); waited += PERIOD_MILLIS) {
            if (waited >= timeoutS * 1000) {
                throw new CommandFailure(
                        ExitCode.FAILED,
                        "%s: %s has not released the folder within %d s; the request stays. Wait longer with --timeout."
                                .formatted(folder, holder.text(), timeoutS));
            }
            pause();
        }
        console.out()
                .println("%s: %s"
                        .formatted(
                                folder,
                                WrittenSummary.of(folder).map(this::ended).orElse("the folder is released.")));
        return ExitCode.DONE;
    }

    /// Whether the same process still holds the folder.
    private boolean isHeldBy(ResultLock.Holder asked) throws IOException {
        return ResultLock.holderOf(folder)
                .filter(now -> now.text().equals(asked.text()) && now.life() != ResultLock.Life.GONE)
                .isPresent();
    }

    private static void pause() {
        try {
            Thread.sleep(PERIOD_MILLIS);
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
            throw new CommandFailure(ExitCode.INTERRUPTED, "interrupted while waiting; the request stays.");
        }
    }
}
