package dev.tessera.suites.bench;

import java.io.IOException;
import java.nio.charset.MalformedInputException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Counters of each launch by NVIDIA's profiler, in the order of launches: the output of `ncu --csv --page raw`. Lines
/// that the profiled program printed before it are skipped.
///
/// @param launches in their order
record NcuReport(List<Launch> launches) {
    private static final String FIRST_COLUMN = "ID";
    private static final Map<String, Double> UNITS = Map.ofEntries(
            Map.entry("", 1.0),
            Map.entry("byte", 1.0),
            Map.entry("Kbyte", 1e3),
            Map.entry("Mbyte", 1e6),
            Map.entry("Gbyte", 1e9),
            Map.entry("ns", 1e-9),
            Map.entry("nsecond", 1e-9),
            Map.entry("us", 1e-6),
            Map.entry("usecond", 1e-6),
            Map.entry("ms", 1e-3),
            Map.entry("msecond", 1e-3),
            Map.entry("s", 1.0),
            Map.entry("second", 1.0),
            Map.entry("sector", 1.0),
            Map.entry("inst", 1.0));

    NcuReport {
        launches = List.copyOf(launches);
    }

    /// One launch.
    ///
    /// @param kernel the function's name
    /// @param grid numbers of blocks, `(128, 1, 1)`; `block`: numbers of threads
    /// @param values by metric; bytes, seconds, or a count
    record Launch(String kernel, String grid, String block, Map<String, Double> values) {
        /// Kernel, grid and block, for messages.
        String words() {
            return "%s, grid %s, block %s".formatted(kernel, grid, block);
        }

        /// NaN if the report lacks it.
        double value(String metric) {
            return values.getOrDefault(metric, Double.NaN);
        }
    }

    /// @throws IOException where the file cannot be read
    /// @throws IllegalArgumentException if it has no such table
    static NcuReport read(Path file) throws IOException {
        try {
            return of(Files.readAllLines(file));
        } catch (MalformedInputException binary) {
            throw new IllegalArgumentException(
                    "%s is not a text file; write it with `ncu --csv --page raw --log-file FILE`".formatted(file),
                    binary);
        } catch (IllegalArgumentException wrong) {
            throw new IllegalArgumentException("%s: %s".formatted(file, wrong.getMessage()), wrong);
        }
    }

    static NcuReport of(List<String> lines) {
        int heading = 0;
        while (heading < lines.size() && !cells(lines.get(heading)).getFirst().equals(FIRST_COLUMN)) {
            heading++;
        }
        if (heading + 1 >= lines.size()) {
            throw new IllegalArgumentException(
                    "the file has no table whose first column is ID; write it with `ncu --csv --page raw`");
        }
        List<String> names = cells(lines.get(heading));
        List<String> units = cells(lines.get(heading + 1));
        List<Launch> launches = new ArrayList<>();
        for (int n = heading + 2; n < lines.size(); n++) {
            List<String> cells = cells(lines.get(n));
            if (cells.size() == names.size()) { // else output of the program
                launches.add(launch(names, units, cells));
            }
        }
        return new NcuReport(launches);
    }

    private static Launch launch(List<String> names, List<String> units, List<String> cells) {
        Map<String, Double> values = new LinkedHashMap<>();
        Map<String, String> words = new LinkedHashMap<>();
        for (int c = 0; c < names.size(); c++) {
            words.put(names.get(c), cells.get(c));
            if (names.get(c).endsWith(".sum")) {
                values.put(names.get(c), number(names.get(c), units.get(c), cells.get(c)));
            }
        }
        return new Launch(
                words.getOrDefault("Kernel Name", ""),
                words.getOrDefault("Grid Size", ""),
                words.getOrDefault("Block Size", ""),
                values);
    }

    private static double number(String name, String unit, String cell) {
        Double factor = UNITS.get(unit);
        if (factor == null) {
            throw new IllegalArgumentException(
                    "%s has the unknown unit %s; run ncu with `--print-units base`".formatted(name, unit));
        }
        try {
            return factor * Double.parseDouble(cell.replace(",", ""));
        } catch (NumberFormatException notCounted) {
            return Double.NaN; // "n/a": not counted by this GPU
        }
    }

    /// The cells of a line, at least one.
    private static List<String> cells(String line) {
        List<String> cells = new ArrayList<>();
        StringBuilder cell = new StringBuilder();
        boolean isQuoted = false;
        for (int k = 0; k < line.length(); k++) {
            char c = line.charAt(k);
            if (c == '"') {
                isQuoted = !isQuoted;
            } else if (c == ',' && !isQuoted) {
                cells.add(cell.toString());
                cell.setLength(0);
            } else {
                cell.append(c);
            }
        }
        cells.add(cell.toString());
        return cells;
    }
}
