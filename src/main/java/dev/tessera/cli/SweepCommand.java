package dev.tessera.cli;

import dev.tessera.casefile.SweepFile;
import dev.tessera.casefile.SweepFile.CheckedRun;
import dev.tessera.cli.log.LogSettings;
import dev.tessera.cli.log.StderrLoggers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// Runs a case for many values, on the devices at hand.
@Command(
        name = "sweep",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Run a case for many values, on the devices at hand; docs/reference/sweep.md describes the file.",
            "Each run is a process of its own; results.csv has a row for each."
        })
final class SweepCommand implements Callable<Integer> {
    private static final Logger LOG = LoggerFactory.getLogger(SweepCommand.class);
    private static final int MOST_RUNS_PER_DEVICE = 64;

    private final Console console;
    private final Interruption interruption;

    @Parameters(paramLabel = "SWEEP", description = "The sweep file (YAML).")
    private Path file = Path.of("sweep.yaml");

    @Option(
            names = "--device",
            paramLabel = "LIST",
            description =
                    "Devices that compute runs, one at a time each: cpu, cuda:0-3, cuda:0,2 … (default: the device of the"
                            + " case, else all GPUs, else the CPU).")
    private @Nullable String device;

    @Option(
            names = "--runs-per-device",
            paramLabel = "N",
            defaultValue = "1",
            description = "Runs that each device computes at the same time (default: 1). They share the threads.")
    private int runsPerDevice = 1;

    @Option(names = "--out", paramLabel = "DIR", description = "Folder for the results (default: out/NAME).")
    private @Nullable Path out;

    @Option(
            names = "--resume",
            description =
                    "Continue the sweep in its folder: finished runs are skipped, others continue from their checkpoints."
                            + " A folder that is empty or missing begins a new sweep.")
    private boolean resume;

    @Option(
            names = "--part",
            paramLabel = "K/N",
            description =
                    "Compute only every N-th run, from the K-th (K is 1 to N): for arrays of jobs, which share the"
                            + " folder. Implies --resume.")
    private @Nullable String part;

    @Option(names = "--dry-run", description = "Check all cases and print the command of each run; run nothing.")
    private boolean dryRun;

    @Mixin
    private ThreadOptions threads = new ThreadOptions();

    @Option(names = "--quiet", description = "No messages except warnings.")
    private boolean quiet;

    SweepCommand(Console console, Interruption interruption) {
        this.console = console;
        this.interruption = interruption;
    }

    @Override
    public Integer call() throws IOException {
        if (quiet) {
            StderrLoggers.configure(new LogSettings(Level.WARN, console.err()::println));
        }
        SweepFile sweep = SweepFile.read(file);
        List<CheckedRun> all = sweep.check();
        List<CheckedRun> mine = mine(all);
        var folder = new SweepFolder(ResultFolder.chosen(out, Path.of("out", sweep.name())));
        List<SweepProcesses.Slot> slots = slots(all);
        var results = new SweepResults(sweep, all, folder);
        var processes = new SweepProcesses(slots, folder, results);
        if (dryRun) {
            folder.requireSameCases(all);
            print(mine, folder, processes, slots);
            return ExitCode.DONE.code();
        }
        boolean continues = resume || part != null;
        folder.require(continues);
        folder.requireSameCases(all);
        ResultFolder.makeAll(folder.path());
        try (ResultLock lock = new ResultLock(folder.path())) {
            if (part == null) {
                lock.take();
            }
            SweepFolder.replace(folder.path().resolve(SweepFolder.SWEEP), Files.readString(file));
            return compute(mine, folder, processes, results).code();
        }
    }

    private ExitCode compute(List<CheckedRun> mine, SweepFolder folder, SweepProcesses processes, SweepResults results)
            throws IOException {
        List<CheckedRun> open = new ArrayList<>();
        for (CheckedRun run : mine) {
            if (!folder.state(run).hasEnded()) {
                open.add(run);
            }
        }
        LOG.info(
                "{} runs, {} of them already computed; results in {}",
                mine.size(),
                mine.size() - open.size(),
                results.file());
        boolean interrupted;
        try (var watch = interruption.watch(cause -> {
                    processes.stop();
                    LOG.warn("{}; ending the runs with checkpoints …", cause.key());
                });
                var _ = StopRequest.poll(folder.path(), watch::request)) {
            results.write();
            processes.compute(open);
            results.write();
            interrupted = watch.complete();
        }
        return end(mine, folder, results, interrupted);
    }

    private ExitCode end(List<CheckedRun> mine, SweepFolder folder, SweepResults results, boolean interrupted)
            throws IOException {
        int done = 0;
        int failed = 0;
        for (CheckedRun run : mine) {
            SweepFolder.Status status = folder.state(run).status();
            done += status == SweepFolder.Status.done ? 1 : 0;
            failed += status == SweepFolder.Status.failed ? 1 : 0;
        }
        int open = mine.size() - done - failed;
        console.out()
                .println("%d runs: %d done, %d failed%s; %s"
                        .formatted(
                                mine.size(),
                                done,
                                failed,
                                open == 0 ? "" : ", %d to continue with --resume".formatted(open),
                                results.file()));
        if (interrupted && open > 0) {
            return ExitCode.INTERRUPTED;
        }
        return failed + open > 0 ? ExitCode.FAILED : ExitCode.DONE;
    }

    private void print(
            List<CheckedRun> mine, SweepFolder folder, SweepProcesses processes, List<SweepProcesses.Slot> slots)
            throws IOException {
        Optional<SweepProcesses.Slot> only = slots.size() == 1 ? Optional.of(slots.getFirst()) : Optional.empty();
        for (CheckedRun run : mine) {
            console.out()
                    .println("%s: %s"
                            .formatted(
                                    folder.state(run).status().name(),
                                    ShellText.command("tessera", processes.arguments(run, only))));
        }
    }

    /// The runs of `--part`.
    private List<CheckedRun> mine(List<CheckedRun> all) {
        if (part == null) {
            return all;
        }
        int slash = part.indexOf('/');
        boolean good = part.matches("[1-9]\\d{0,5}/[1-9]\\d{0,5}");
        int which = good ? Integer.parseInt(part.substring(0, slash)) : 0;
        int parts = good ? Integer.parseInt(part.substring(slash + 1)) : 0;
        if (which < 1 || which > parts) {
            throw new CommandFailure(
                    ExitCode.WRONG_INPUT, "--part %s: write K/N with K from 1 to N, such as 1/8.".formatted(part));
        }
        List<CheckedRun> mine = new ArrayList<>();
        for (int k = which - 1; k < all.size(); k += parts) {
            mine.add(all.get(k));
        }
        return mine;
    }

    /// Where runs are computed; they share the threads.
    private List<SweepProcesses.Slot> slots(List<CheckedRun> all) {
        if (runsPerDevice < 1 || runsPerDevice > MOST_RUNS_PER_DEVICE) {
            throw new CommandFailure(
                    ExitCode.WRONG_INPUT,
                    "--runs-per-device %d: this is a number from 1 to %d."
                            .formatted(runsPerDevice, MOST_RUNS_PER_DEVICE));
        }
        List<Optional<String>> devices = devices(all).stream()
                .flatMap(key -> Stream.generate(() -> key).limit(runsPerDevice))
                .toList();
        int each = Math.max(1, threads.count() / devices.size());
        return devices.stream().map(key -> new SweepProcesses.Slot(key, each)).toList();
    }

    private List<Optional<String>> devices(List<CheckedRun> all) {
        if (device == null && all.stream().anyMatch(run -> run.device().isPresent())) {
            return List.of(Optional.empty());
        }
        List<String> keys = device == null ? SweepDevices.atHand() : SweepDevices.parse(device);
        if (device != null) {
            try (ComputeResources resources = new ComputeResources(threads)) {
                SweepDevices.require(keys, device, resources);
            }
        }
        return keys.stream().map(Optional::of).toList();
    }
}
