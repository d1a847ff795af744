package dev.tessera.cli;

import dev.tessera.output.Json;
import dev.tessera.suites.bench.Bench;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// Speed, side by side with the limits of the same run.
@Command(
        name = "bench",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Speed side by side, each as a fraction of the read/write limit of the same run.")
final class BenchCommand implements Callable<Integer> {
    private static final Logger LOG = LoggerFactory.getLogger(BenchCommand.class);

    private final Console console;

    @Option(
            names = "--suite",
            paramLabel = "NAME",
            defaultValue = "cpu",
            description = "cpu (default, under 3 minutes; on a GPU gpu-quick), dense, sparse, vessels, layouts, models, sizes, bandwidth"
                    + " or gpu-quick.")
    private String suite = "cpu";

    @Option(names = "--json", paramLabel = "FILE", description = "Write the rows to a JSON file too.")
    private @Nullable Path json;

    @Option(names = "--device", paramLabel = "DEVICE", defaultValue = Workplace.AUTO, description = "As for run.")
    private String device = Workplace.AUTO;

    @Option(
            names = "--rows",
            paramLabel = "REGEX",
            description = "Measure only rows whose words (geometry kernel addressing pattern collision precision) match.")
    private @Nullable String rowsWanted;

    BenchCommand(Console console) {
        this.console = console;
    }

    private Predicate<String> wanted() {
        if (rowsWanted == null) {
            return words -> true;
        }
        try {
            return Pattern.compile(rowsWanted).asPredicate();
        } catch (PatternSyntaxException wrong) {
            throw new CommandFailure(
                    ExitCode.WRONG_INPUT,
                    "--rows %s is no regular expression: %s".formatted(rowsWanted, wrong.getDescription()));
        }
    }

    @Override
    public Integer call() throws IOException {
        if (!Bench.suites().contains(suite)) {
            throw new CommandFailure(
                    ExitCode.WRONG_INPUT,
                    "--suite %s: there is no such suite. Known are %s."
                            .formatted(suite, String.join(", ", Bench.suites())));
        }
        List<Map<String, Object>> rows;
        try (Workplace workplace = new Workplace()) {
            rows = new Bench(workplace.device(device), workplace.workers(), console.nanos(), LOG::info, wanted()).run(suite);
        }
        if (json != null) {
            Files.writeString(json, Json.text(rows));
        }
        new BenchTable(console.out()).print(rows);
        return ExitCode.DONE.code();
    }
}
