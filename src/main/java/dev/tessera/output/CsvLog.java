package dev.tessera.output;

import dev.tessera.solver.Observable;
import dev.tessera.solver.RunLog;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.SequencedMap;
import java.util.SequencedSet;
import java.util.stream.Collectors;

/// The time series of a run as `log.csv`: step, time, residual and every observable, units in the header. Rows are
/// written at once; a resumed run continues in the same file, and rows after its first step are dropped.
public final class CsvLog implements RunLog {
    private final Path file;
    private long lastKept = Long.MIN_VALUE;
    private List<String> columns = List.of(); // of the file; empty before the first row

    public CsvLog(Path file) {
        this.file = file;
    }

    /// Keeps the complete rows up to a step, at which a resumed run begins. A row or header that a crash
    /// truncated is removed.
    public void keepUpTo(long step) throws IOException {
        if (!Files.exists(file)) {
            return;
        }
        String text = Files.readString(file);
        List<String> lines = text.lines().toList();
        if (!text.startsWith("step,") || !text.contains("\n")) {
            Files.delete(file);
            return;
        }
        long columns = columns(lines.getFirst());
        int ended = text.endsWith("\n") ? lines.size() : lines.size() - 1;
        List<String> kept = new ArrayList<>(List.of(lines.getFirst()));
        lines.subList(1, ended).stream()
                .filter(line -> columns(line) == columns && stepOf(line) <= step)
                .forEach(kept::add);
        lastKept = kept.size() > 1 ? stepOf(kept.getLast()) : Long.MIN_VALUE;
        String whole = String.join("\n", kept) + "\n";
        AtomicFile.write(file, out -> out.write(whole.getBytes(StandardCharsets.UTF_8)));
    }

    @Override
    public void removeRow(long step) throws IOException {
        if (lastKept == step) {
            keepUpTo(step - 1);
        }
    }

    @Override
    public double largest(String observable) {
        double largest = 0;
        try {
            List<String> lines = Files.exists(file) ? Files.readAllLines(file) : List.of();
            int column = lines.isEmpty() ? -1 : column(lines.getFirst(), observable);
            for (int k = 1; k < lines.size() && column >= 0; k++) {
                String[] values = lines.get(k).split(",", -1);
                double value = column < values.length ? Double.parseDouble(values[column]) : 0;
                largest = Math.max(largest, Double.isFinite(value) ? value : 0);
            }
        } catch (IOException | NumberFormatException unreadable) {
            return largest; // used only for the summary
        }
        return largest;
    }

    private static int column(String head, String observable) {
        List<String> names = List.of(head.split(",", -1));
        for (int k = 0; k < names.size(); k++) {
            if (names.get(k).equals(observable) || names.get(k).startsWith(observable + " [")) {
                return k;
            }
        }
        return -1;
    }

    private static long columns(String line) {
        return line.chars().filter(c -> c == ',').count() + 1;
    }

    private static long stepOf(String line) {
        try {
            return Long.parseLong(line.substring(0, line.indexOf(',')));
        } catch (NumberFormatException garbled) {
            return Long.MAX_VALUE;
        }
    }

    @Override
    public void row(long step, double timeS, double residual, List<Observable> observables) throws IOException {
        if (step <= lastKept) {
            return; // the resumed run has already written this row
        }
        SequencedMap<String, String> cells = new LinkedHashMap<>();
        cells.put("step", Long.toString(step));
        cells.put("time [s]", Double.toString(timeS));
        cells.put("residual", Double.isNaN(residual) ? "" : Double.toString(residual));
        observables.forEach(o -> cells.put(
                o.unit().isEmpty() ? o.name() : "%s [%s]".formatted(o.name(), o.unit()), Double.toString(o.value())));
        if (columns.isEmpty()) {
            columns = columnsFor(cells.sequencedKeySet());
        }
        append(columns.stream()
                .map(column -> cells.getOrDefault(column, ""))
                .collect(Collectors.joining(",", "", "\n")));
    }

    /// The columns of the file. The file of a resumed run keeps its columns; new ones follow, and are empty in
    /// earlier rows.
    private List<String> columnsFor(SequencedSet<String> wanted) throws IOException {
        if (!Files.exists(file) || Files.size(file) == 0) {
            append(String.join(",", wanted) + "\n");
            return List.copyOf(wanted);
        }
        List<String> lines = Files.readAllLines(file);
        SequencedSet<String> all = new LinkedHashSet<>(List.of(lines.getFirst().split(",", -1)));
        int before = all.size();
        all.addAll(wanted);
        if (all.size() > before) {
            StringBuilder text = new StringBuilder(String.join(",", all)).append('\n');
            String empty = ",".repeat(all.size() - before);
            lines.subList(1, lines.size())
                    .forEach(line -> text.append(line).append(empty).append('\n'));
            AtomicFile.write(file, out -> out.write(text.toString().getBytes(StandardCharsets.UTF_8)));
        }
        return List.copyOf(all);
    }

    /// Appends all or nothing: half a row would corrupt the next one.
    private void append(String text) throws IOException {
        try (FileChannel out = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            long end = out.size();
            ByteBuffer bytes = ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
            try {
                while (bytes.hasRemaining()) {
                    out.write(bytes, end + bytes.position());
                }
            } catch (IOException problem) {
                out.truncate(end);
                throw problem;
            }
        }
    }
}
