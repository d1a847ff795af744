package dev.tessera.cli;

import dev.tessera.output.Json;
import dev.tessera.solver.StopSignal;
import dev.tessera.suites.validation.Laboratory;
import dev.tessera.suites.validation.Validation;
import dev.tessera.suites.validation.ValidationRow;
import dev.tessera.suites.validation.ValidationSuite;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// Physics against published tables.
@Command(
        name = "validate",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Physics against published tables: numbers and plots.")
final class ValidateCommand implements Callable<Integer> {
    private static final Logger LOG = LoggerFactory.getLogger(ValidateCommand.class);
    private static final String FULL = "full";

    private final Console console;

    @Option(
            names = "--suite",
            paramLabel = "NAME",
            description = "One suite only (repeatable); `full` means all suites, the examples too, at all resolutions, up to an hour.")
    private List<String> suites = new ArrayList<>();

    @Option(names = "--json", paramLabel = "FILE", description = "Write the rows to a JSON file too.")
    private @Nullable Path json;

    @Option(names = "--device", paramLabel = "DEVICE", defaultValue = Workplace.AUTO, description = "As for run.")
    private String device = Workplace.AUTO;

    ValidateCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws IOException {
        List<ValidationSuite> chosen = choose();
        List<ValidationRow> rows = new ArrayList<>();
        try (Workplace workplace = new Workplace()) {
            for (ValidationSuite suite : chosen) {
                LOG.info("{}: {}", suite.key(), suite.title());
                try (var line = new ProgressLine(console, suite.key())) {
                    rows.addAll(suite.run(new Laboratory(
                            workplace.device(device),
                            workplace.workers(),
                            suites.contains(FULL),
                            new CommandListener(line, false),
                            new StopSignal(),
                            console.nanos())));
                }
                rows.stream().filter(row -> row.suite().equals(suite.key())).forEach(this::print);
            }
        }
        if (json != null) {
            List<Map<String, Object>> written =
                    rows.stream().map(ValidationRow::toJson).toList();
            Files.writeString(json, Json.text(written));
        }
        long failed = rows.stream().filter(row -> !row.pass()).count();
        console.out().println("%d of %d rows pass".formatted(rows.size() - failed, rows.size()));
        return (failed == 0 ? ExitCode.DONE : ExitCode.FAILED).code();
    }

    private List<ValidationSuite> choose() {
        List<ValidationSuite> all = Validation.suites(Workplace.home().resolve("examples"));
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
