package dev.tessera.cli;

import dev.tessera.casefile.SweepFile;
import dev.tessera.casefile.SweepFile.CheckedRun;
import dev.tessera.output.WrittenSummary;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.SequencedSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Writes `results.csv` of a sweep, anew from the folders of its runs. Several processes may write it.
final class SweepResults {
    static final String NAME = "results.csv";
    private static final Logger LOG = LoggerFactory.getLogger(SweepResults.class);
    private static final String LOCK = ".results.lock";

    /// Numbers of `summary.json`, with their columns.
    private static final SequencedMap<String, String> NUMBERS = numbers();

    private final SweepFile sweep;
    private final List<CheckedRun> runs;
    private final SweepFolder folder;

    /// @param runs all runs of the sweep
    SweepResults(SweepFile sweep, List<CheckedRun> runs, SweepFolder folder) {
        this.sweep = sweep;
        this.runs = runs;
        this.folder = folder;
    }

    private static SequencedMap<String, String> numbers() {
        SequencedMap<String, String> columns = new LinkedHashMap<>();
        columns.put("steps", "steps");
        columns.put("time_s", "time [s]");
        columns.put("dx_m", "spacing [m]");
        columns.put("dt_s", "time step [s]");
        columns.put("fluid_nodes", "fluid nodes");
        columns.put("porosity", "porosity");
        columns.put("reynolds", "reynolds");
        columns.put("mach", "mach");
        columns.put("residual", "residual");
        return columns;
    }

    Path file() {
        return folder.path().resolve(NAME);
    }

    /// Reads the folders and replaces the file; one after the other where several processes do.
    synchronized void write() throws IOException {
        Path lock = folder.path().resolve(LOCK);
        try (FileChannel channel = FileChannel.open(lock, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                FileLock _ = locked(channel)) {
            SweepFolder.replace(file(), text());
        }
    }

    private @Nullable FileLock locked(FileChannel channel) {
        try {
            return channel.lock();
        } catch (IOException unsupported) {
            LOG.debug("{} cannot be locked: {}", file(), unsupported.getMessage());
            return null;
        }
    }

    private String text() throws IOException {
        List<SequencedMap<String, String>> heads = new ArrayList<>();
        List<SequencedMap<String, String>> middles = new ArrayList<>();
        List<SequencedMap<String, String>> tails = new ArrayList<>();
        SequencedSet<String> observables = new LinkedHashSet<>();
        for (CheckedRun run : runs) {
            SweepFolder.State state = folder.state(run);
            boolean hasNumbers = state.status() != SweepFolder.Status.begun;
            heads.add(head(run));
            SequencedMap<String, String> middle = new LinkedHashMap<>();
            state.summary().filter(_ -> hasNumbers).ifPresent(summary -> {
                NUMBERS.forEach((key, column) -> middle.put(column, number(summary, key)));
                summary.observables().forEach((name, value) -> middle.put(name, text(value)));
                observables.addAll(summary.observables().sequencedKeySet());
            });
            middles.add(middle);
            tails.add(tail(state, hasNumbers));
        }
        SequencedSet<String> columns = new LinkedHashSet<>(heads.getFirst().sequencedKeySet());
        columns.addAll(NUMBERS.values());
        columns.addAll(observables);
        columns.addAll(tails.getFirst().sequencedKeySet());
        StringBuilder text = new StringBuilder(line(List.copyOf(columns)));
        for (int k = 0; k < runs.size(); k++) {
            Map<String, String> cells = new LinkedHashMap<>(heads.get(k));
            cells.putAll(middles.get(k));
            cells.putAll(tails.get(k));
            text.append(line(columns.stream()
                    .map(column -> cells.getOrDefault(column, ""))
                    .toList()));
        }
        return text.toString();
    }

    private SequencedMap<String, String> head(CheckedRun run) {
        SequencedMap<String, String> cells = new LinkedHashMap<>();
        cells.put("run", run.run().name());
        if (sweep.hasSeveralCases()) {
            cells.put("case", run.run().theCase().toString());
        }
        Map<String, String> values = run.run().values();
        sweep.keys().forEach(key -> cells.put(key, values.getOrDefault(key, "")));
        if (sweep.repeats()) {
            cells.put("repetition", Integer.toString(run.run().repetition()));
        }
        return cells;
    }

    private static SequencedMap<String, String> tail(SweepFolder.State state, boolean hasNumbers) {
        var summary = state.summary().filter(_ -> hasNumbers);
        SequencedMap<String, String> cells = new LinkedHashMap<>();
        cells.put("status", state.status().name());
        cells.put(
                "exit_code",
                state.exitCode().isPresent()
                        ? Integer.toString(state.exitCode().getAsInt())
                        : state.status() == SweepFolder.Status.done ? "0" : "");
        cells.put("stop_reason", summary.map(WrittenSummary::stopReason).orElse(""));
        cells.put("mlups", summary.map(written -> number(written, "mlups")).orElse(""));
        cells.put("wall_s", summary.map(written -> number(written, "wall_s")).orElse(""));
        cells.put("device", summary.map(WrittenSummary::device).orElse(""));
        return cells;
    }

    private static String number(WrittenSummary summary, String key) {
        var value = summary.number(key);
        return value.isPresent() ? text(value.getAsDouble()) : "";
    }

    /// All digits; whole numbers without a point.
    private static String text(double value) {
        if (Double.isNaN(value)) {
            return "";
        }
        return value == Math.rint(value) && Math.abs(value) < 1e15
                ? Long.toString((long) value)
                : Double.toString(value);
    }

    private static String line(List<String> cells) {
        return cells.stream().map(SweepResults::cell).collect(Collectors.joining(",", "", "\n"));
    }

    /// Quoted where it has a separator (RFC 4180).
    private static String cell(String text) {
        return text.matches("(?s).*[\",\n\r].*") ? "\"" + text.replace("\"", "\"\"") + "\"" : text;
    }
}
