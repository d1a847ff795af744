package dev.tessera.cli;

import dev.tessera.cli.log.LogSettings;
import dev.tessera.cli.log.StderrLoggers;
import dev.tessera.solver.OutputUnavailable;
import dev.tessera.solver.Progress;
import dev.tessera.solver.RunListener;
import dev.tessera.solver.StopSignal;
import dev.tessera.suites.Provenance;
import dev.tessera.suites.validation.Laboratory;
import dev.tessera.suites.validation.Validation;
import dev.tessera.suites.validation.ValidationCase;
import dev.tessera.suites.validation.ValidationPage;
import dev.tessera.suites.validation.ValidationPlot;
import dev.tessera.suites.validation.ValidationRow;
import dev.tessera.suites.validation.ValidationRun;
import dev.tessera.suites.validation.ValidationSuite;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// Compares results with exact solutions and published tables.
@Command(
        name = "validate",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description =
                "Compare results with exact solutions and published tables: about a quarter of an hour on 12 cores, with no --suite.")
final class ValidateCommand implements Callable<Integer> {
    private static final Logger LOG = LoggerFactory.getLogger(ValidateCommand.class);
    private static final String FULL = "full";

    private final Console console;
    private final Interruption interruption;

    @Option(
            names = "--suite",
            paramLabel = "NAME",
            description =
                    "One suite only (repeatable); `full` means all suites, with the examples and the documentation's"
                            + " runs,"
                            + " at all resolutions: some hours on two cores.")
    private List<String> suites = new ArrayList<>();

    @Option(
            names = "--cases",
            paramLabel = "REGEX",
            description = "Only cases whose suite and set-up, as in its rows, match.")
    private String casesWanted = "";

    @Option(
            names = "--json",
            paramLabel = "FILE",
            description = "Also write the rows to a JSON file, rewritten after each case.")
    private @Nullable Path json;

    @Option(
            names = "--markdown",
            paramLabel = "FILE",
            description = "Also write a page like docs/benchmarks/validation.md, rewritten after each case.")
    private @Nullable Path markdown;

    @Option(
            names = "--plots",
            paramLabel = "FOLDER",
            description = "Also draw curves beside their references, as PNG files in this folder; not all suites have"
                    + " curves.")
    private @Nullable Path plots;

    @Mixin
    private ThreadOptions threads = new ThreadOptions();

    @Option(
            names = "--device",
            paramLabel = "DEVICE",
            defaultValue = ComputeResources.AUTO,
            description = "As for run.")
    private String device = ComputeResources.AUTO;

    @Option(names = "--quiet", description = "No progress, and no messages except warnings.")
    private boolean quiet;

    ValidateCommand(Console console, Interruption interruption) {
        this.console = console;
        this.interruption = interruption;
    }

    @Override
    public Integer call() throws IOException {
        if (quiet) {
            StderrLoggers.configure(new LogSettings(Level.WARN, console.err()::println));
        }
        List<ValidationSuite> chosen = choose();
        var files = new ResultFiles(json, markdown);
        files.check();
        prepare(plots);
        Predicate<String> wanted = WordFilter.of("--cases", casesWanted);
        try (ComputeResources resources = new ComputeResources(threads)) {
            var laboratory = new Laboratory(
                    resources.device(device),
                    resources.workers(),
                    suites.contains(FULL),
                    RunListener.SILENT,
                    new StopSignal(),
                    console.nanos());
            Provenance provenance = Origins.of(laboratory.device(), command(files));
            try (var watcher = new Watcher()) {
                var run = new ValidationRun(laboratory, watcher, wanted);
                var written = new AtomicInteger();
                interruption.closingMessage(() -> files.closingMessage(written.get()));
                watcher.afterCase = () -> {
                    files.write(
                            run.rows().stream().map(ValidationRow::toJson).toList(),
                            () -> ValidationPage.of(run, provenance));
                    written.set(run.rows().size());
                };
                run.of(chosen);
                requireCases(run);
                return verdict(run.rows());
            }
        }
    }

    private void requireCases(ValidationRun run) {
        if (run.rows().isEmpty()) {
            throw new CommandFailure(
                    ExitCode.WRONG_INPUT,
                    "--cases %s: no case matches. Without it all cases are computed, and each is named when it begins."
                            .formatted(casesWanted));
        }
    }

    private int verdict(List<ValidationRow> rows) {
        long failed = rows.stream().filter(row -> !row.pass()).count();
        console.out().println("%d of %d rows pass".formatted(rows.size() - failed, rows.size()));
        rows.stream()
                .filter(row -> row.pass() && row.tolerance() > 0 && !Double.isInfinite(row.tolerance()))
                .max(Comparator.comparingDouble(row -> row.error() / row.tolerance()))
                .ifPresent(row -> console.out()
                        .println("closest to its tolerance: %s, %s, %s: %.0f %% of it"
                                .formatted(
                                        row.suite(),
                                        row.setup(),
                                        row.quantity(),
                                        100 * row.error() / row.tolerance())));
        return (failed == 0 ? ExitCode.DONE : ExitCode.FAILED).code();
    }

    /// The command line.
    private String command(ResultFiles files) {
        StringBuilder command = new StringBuilder("./tessera validate");
        suites.forEach(suite -> command.append(" --suite ").append(suite));
        if (!casesWanted.isEmpty()) {
            command.append(" --cases '").append(casesWanted).append('\'');
        }
        if (!device.equals(ComputeResources.AUTO)) {
            command.append(" --device ").append(device);
        }
        if (plots != null) {
            command.append(" --plots ").append(plots);
        }
        return command.append(files.options()).toString();
    }

    /// Makes the folder of the plots.
    private static void prepare(@Nullable Path folder) {
        try {
            if (folder != null) {
                Files.createDirectories(folder);
            }
        } catch (IOException unusable) {
            throw new CommandFailure(
                    ExitCode.WRONG_INPUT,
                    "--plots %s: no such folder can be made (%s). Name another one.".formatted(folder, unusable));
        }
    }

    private void draw(List<ValidationPlot> drawn) throws IOException {
        for (ValidationPlot plot : drawn) {
            if (plots != null) {
                try {
                    plot.plot().write(plots.resolve(plot.name() + ".png"));
                } catch (OutputUnavailable noFonts) {
                    LOG.warn(noFonts.getMessage());
                }
            }
        }
    }

    /// What is done after each case.
    private interface AfterCase {
        void run() throws IOException;
    }

    /// Shows the progress of the suites on stderr and prints each row when it is computed.
    private final class Watcher implements ValidationRun.Watcher, AutoCloseable {
        private ProgressLine line = new ProgressLine(console, "validate");
        private AfterCase afterCase = () -> {};

        @Override
        public void begins(ValidationSuite suite, ValidationCase one, int number, int of) {
            if (number == 1) {
                LOG.info("{}: {}", suite.key(), suite.title());
            }
            LOG.info("{} {}/{}: {}", suite.key(), number, of, one.setup());
            line = new ProgressLine(console, suite.key());
        }

        @Override
        public void ended(List<ValidationRow> rows, List<ValidationPlot> drawn) throws IOException {
            line.clear();
            rows.forEach(ValidateCommand.this::print);
            draw(drawn);
            afterCase.run();
        }

        @Override
        public void progress(Progress progress) {
            if (!quiet) {
                line.update(progress);
            }
        }

        @Override
        public void warning(String sentence) {
            line.clear();
            LOG.warn(sentence);
        }

        @Override
        public void close() {
            line.clear();
        }
    }

    private List<ValidationSuite> choose() {
        List<ValidationSuite> all = Validation.suites(ComputeResources.home().resolve("examples"));
        for (String name : suites) {
            if (!name.equals(FULL)
                    && all.stream().noneMatch(suite -> suite.key().equals(name))) {
                throw new CommandFailure(
                        ExitCode.WRONG_INPUT,
                        "--suite %s: there is no such suite. Known are %s, %s."
                                .formatted(
                                        name,
                                        all.stream().map(ValidationSuite::key).collect(Collectors.joining(", ")),
                                        FULL));
            }
        }
        List<ValidationSuite> chosen =
                all.stream().filter(suite -> suites.contains(suite.key())).toList();
        if (!chosen.isEmpty()) {
            return chosen;
        }
        return all.stream()
                .filter(suite -> suites.contains(FULL) || !suite.onlyWhenAsked())
                .toList();
    }

    private void print(ValidationRow row) {
        boolean judged = Double.isFinite(row.tolerance());
        console.out()
                .println("%-4s %-14s %-34s %-34s %12s  reference %12s  error %9s%s"
                        .formatted(
                                !judged ? "–" : row.pass() ? "ok" : "FAIL",
                                row.suite(),
                                row.setup(),
                                row.quantity(),
                                Report.number(row.value()),
                                Report.number(row.reference()),
                                "%.2e".formatted(row.error()),
                                judged ? " ≤ %.2e".formatted(row.tolerance()) : ""));
        console.out().flush();
    }
}
