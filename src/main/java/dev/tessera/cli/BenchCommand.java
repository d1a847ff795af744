package dev.tessera.cli;

import dev.tessera.casefile.RowsFile;
import dev.tessera.cli.log.LogSettings;
import dev.tessera.cli.log.StderrLoggers;
import dev.tessera.device.Device;
import dev.tessera.suites.Provenance;
import dev.tessera.suites.bench.Bench;
import dev.tessera.suites.bench.BenchPage;
import dev.tessera.suites.bench.Launches;
import dev.tessera.suites.bench.UnfitSuiteException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// Measures speed and the limits of the machine in the same run.
@Command(
        name = "bench",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Measure speed, also as a fraction of the read/write limit measured in the same run.")
final class BenchCommand implements Callable<Integer> {
    private static final Logger LOG = LoggerFactory.getLogger(BenchCommand.class);

    private final Console console;
    private final Interruption interruption;

    @Option(
            names = "--suite",
            paramLabel = "NAME",
            defaultValue = "cpu",
            description =
                    "One of ${COMPLETION-CANDIDATES}. Default: cpu, under 3 minutes; on a GPU gpu-quick. step: what"
                            + " ramps, series, log rows, curved walls and parts cost; scaling: several devices compared"
                            + " with one; hybrid: devices of different speed; coprocessor: blocks of a program in C, and"
                            + " a model of their times; thesis: index orders, sizes, L1, shared memory, offloading and"
                            + " threads beside a device, as in the co-processor's thesis; run: whole runs from start to end, and"
                            + " where their time goes; geometry: seconds from a file to nodes; overheads: memory and"
                            + " traffic of storages by the papers' model; offsets: how well tiles fit channels. On GPUs"
                            + " alone gpu-quick, chips, papers: compared with published results, memory: planned memory"
                            + " and what the driver reports, and counters: a few steps per row, for a profiler.",
            completionCandidates = Suites.class)
    private String suite = "cpu";

    @Option(
            names = "--json",
            paramLabel = "FILE",
            description = "Also write the rows to a JSON file, rewritten after each row.")
    private @Nullable Path json;

    @Option(
            names = "--markdown",
            paramLabel = "FILE",
            description = "Also write the rows as a page, rewritten after each row.")
    private @Nullable Path markdown;

    @Option(names = "--quiet", description = "No progress, and no messages except warnings.")
    private boolean quiet;

    @Mixin
    private ThreadOptions threads = new ThreadOptions();

    @Option(
            names = "--device",
            paramLabel = "DEVICE",
            defaultValue = ComputeResources.AUTO,
            description = "As for run.")
    private String device = ComputeResources.AUTO;

    @Option(
            names = "--single-steps",
            description =
                    "On a GPU: launch steps one by one also where a case is so small that many steps run as one launch"
                            + " (to compare: results are the same, small cases are slower).")
    private boolean singleSteps;

    @Option(
            names = "--rows",
            paramLabel = "REGEX",
            description =
                    "Measure only rows whose words (geometry kernel addressing pattern collision precision) match.")
    private @Nullable String rowsWanted;

    @Option(
            names = "--counters",
            paramLabel = "FILE",
            description =
                    "Run nothing: compare a profiler's counts for suite counters (FILE: output of ncu --csv --page"
                            + " raw) with the prediction; docs/benchmarks/gpu.md has the command.")
    private @Nullable Path counters;

    @Option(
            names = "--from",
            paramLabel = "FILE",
            split = ",",
            description =
                    "Run nothing: print, and write to --markdown, rows of earlier runs (files of --json, separated by"
                            + " commas).")
    private List<Path> from = List.of();

    @Option(
            names = "--tune",
            description =
                    "On a GPU: use the launches that the tuner finds fastest, as a run does (some seconds per storage,"
                            + " then stored), instead of those that the suite lists.")
    private boolean tunes;

    /// The words of a row of the selected suite; empty: none was offered.
    private volatile String offered = "";

    private volatile List<Map<String, Object>> rows = List.of(); // so far; read when a signal ends the program

    /// The names of all suites, for the help.
    static final class Suites implements Iterable<String> {
        @Override
        public Iterator<String> iterator() {
            return Bench.suites().iterator();
        }
    }

    BenchCommand(Console console, Interruption interruption) {
        this.console = console;
        this.interruption = interruption;
    }

    private Predicate<String> wanted() {
        if (rowsWanted == null) {
            return words -> true;
        }
        Predicate<String> matches = WordFilter.of("--rows", rowsWanted);
        return words -> {
            if (offered.isEmpty()) {
                offered = words;
            }
            return matches.test(words);
        };
    }

    @Override
    public Integer call() throws IOException {
        checkOptions();
        if (quiet) {
            StderrLoggers.configure(new LogSettings(Level.WARN, console.err()::println));
        }
        var files = new ResultFiles(json, markdown);
        files.check();
        var table = new BenchTable(console.out());
        interruption.closingMessage(() -> {
            table.print(rows);
            return files.closingMessage(rows.size());
        });
        try {
            if (!from.isEmpty()) {
                reread(files);
            } else if (counters != null) {
                compare(counters, files);
            } else {
                measure(files);
            }
        } catch (IOException | RuntimeException failed) {
            table.print(rows); // what was measured before the device or the disk failed
            throw failed;
        }
        checkRowsWanted();
        table.print(rows);
        return (rows.stream().anyMatch(BenchPage::isFailure) ? ExitCode.FAILED : ExitCode.DONE).code();
    }

    private void checkOptions() {
        if (!Bench.suites().contains(suite)) {
            throw new CommandFailure(
                    ExitCode.WRONG_INPUT,
                    "--suite %s: there is no such suite. Known are %s."
                            .formatted(suite, String.join(", ", Bench.suites())));
        }
        if (!from.isEmpty() && (rowsWanted != null || counters != null)) {
            throw new CommandFailure(
                    ExitCode.WRONG_INPUT,
                    "--from prints all rows of its files and measures none: leave out --rows and --counters.");
        }
    }

    private void measure(ResultFiles files) throws IOException {
        try (ComputeResources resources = new ComputeResources(threads, singleSteps)) {
            Device chosen = resources.device(device);
            if (tunes && !chosen.isGpu()) {
                throw new CommandFailure(
                        ExitCode.WRONG_INPUT,
                        ("--tune chooses launches on GPUs; %s has none. Leave it out, or add --device cuda:0 or"
                                        + " opencl:0.")
                                .formatted(chosen.key()));
            }
            Provenance provenance = Origins.of(chosen, command(files));
            rows = new Bench(
                            chosen,
                            resources.workers(),
                            console.nanos(),
                            LOG::info,
                            wanted(),
                            tunes ? Launches.TUNED : Launches.LISTED,
                            ThisProgram.command())
                    .run(suite, soFar -> {
                        rows = List.copyOf(soFar);
                        files.write(provenance.toldBy(soFar), () -> BenchPage.of(suite, soFar, provenance));
                    });
        } catch (UnfitSuiteException unfit) {
            throw new CommandFailure(ExitCode.WRONG_INPUT, "--suite %s: %s".formatted(suite, unfit.getMessage()));
        }
    }

    private void checkRowsWanted() {
        if (rowsWanted != null && rows.stream().allMatch(row -> "bandwidth".equals(row.get("suite")))) {
            throw new CommandFailure(
                    ExitCode.WRONG_INPUT,
                    "--rows %s: suite %s has no row whose words match%s."
                            .formatted(
                                    rowsWanted,
                                    counters == null ? suite : Bench.COUNTERS,
                                    offered.isEmpty()
                                            ? ""
                                            : "; the words of its first row are `%s`".formatted(offered)));
        }
    }

    private void reread(ResultFiles files) throws IOException {
        List<Map<String, Object>> all = new ArrayList<>();
        for (Path file : from) {
            checkNoFolder("--from", file);
            try {
                all.addAll(RowsFile.read(file));
            } catch (NoSuchFileException missing) {
                throw new CommandFailure(ExitCode.WRONG_INPUT, "--from %s: there is no such file.".formatted(file));
            } catch (IllegalArgumentException unfit) {
                throw new CommandFailure(ExitCode.WRONG_INPUT, "--from " + unfit.getMessage());
            }
        }
        files.write(all, () -> BenchPage.of(suite, all, Provenance.of(all)));
        rows = List.copyOf(all);
    }

    private static void checkNoFolder(String option, Path file) {
        if (Files.isDirectory(file)) {
            throw new CommandFailure(
                    ExitCode.WRONG_INPUT, "%s %s: this is a folder; name a file in it.".formatted(option, file));
        }
    }

    private void compare(Path report, ResultFiles files) throws IOException {
        checkNoFolder("--counters", report);
        try (ComputeResources resources = new ComputeResources(threads, singleSteps)) {
            Provenance provenance = Origins.of(resources.device("cpu"), command(files));
            rows = Bench.compare(report, resources.workers(), wanted(), soFar -> {
                files.write(provenance.toldBy(soFar), () -> BenchPage.of(Bench.COUNTERS, soFar, provenance));
                rows = List.copyOf(soFar);
            });
        } catch (NoSuchFileException missing) {
            throw new CommandFailure(ExitCode.WRONG_INPUT, "--counters %s: there is no such file.".formatted(report));
        } catch (IllegalArgumentException unfit) {
            throw new CommandFailure(ExitCode.WRONG_INPUT, "--counters " + unfit.getMessage());
        }
    }

    /// The command line.
    private String command(ResultFiles files) {
        StringBuilder command = new StringBuilder("./tessera bench");
        if (counters == null) {
            command.append(" --suite ").append(suite);
        }
        if (!device.equals(ComputeResources.AUTO)) {
            command.append(" --device ").append(device);
        }
        if (tunes) {
            command.append(" --tune");
        }
        if (counters != null) {
            command.append(" --counters ").append(counters);
        }
        if (rowsWanted != null) {
            command.append(" --rows '").append(rowsWanted).append('\'');
        }
        return command.append(files.options()).toString();
    }
}
