package dev.tessera.solver.plan;

import dev.tessera.kernel.Precision;
import dev.tessera.layout.cost.Sectors;
import dev.tessera.solver.plan.GpuCounts.Search;
import dev.tessera.solver.plan.GpuCounts.Staging;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SequencedMap;

/// Counts for the trials of the benchmark suites, by the key of their rows: `gpu-counts.csv`. The benchmark tests
/// write it, [PredictedRows] predicts from it.
///
/// @param phases of the streaming pattern
/// @param kernels of all phases
public record CountedRows(int phases, List<GpuCounts> kernels) {
    public static final Path FILE = Path.of("src/test/resources/dev/tessera/solver/plan/gpu-counts.csv");

    public static final String HEADING = "# What GpuCounts counts for the trials of the GPU bench's suites, made by"
            + " GpuCountsFileTest: geometry, kernel, storage, pattern, lattice, collision, equilibrium, precision,"
            + " nodes a thread, tile look-up; phases; then for each kernel sectors (loads,"
            + " stores, partial stores, holes, own pairs, gaps, cuts,"
            + " warps with private slots), lanes, idle, ghost values, table bytes,"
            + " operations, accesses, neighbours, choices, rounds, staging, search, whether"
            + " it is in place, ranking.";

    private static final List<String> KEYS = List.of(
            "geometry",
            "kernel",
            "storage",
            "pattern",
            "lattice",
            "collision",
            "equilibrium",
            "precision",
            "nodes_per_thread",
            "tile_lookup");
    private static final int PRECISION = KEYS.indexOf("precision");
    private static final int NUMBERS = 17; // of a kernel, and four words
    private static final int FIELDS = NUMBERS + 4;

    /// The key that identifies a row of a benchmark's JSON.
    public static String key(Map<?, ?> row) {
        List<String> words = new ArrayList<>();
        for (String key : KEYS) {
            Object word = row.get(key);
            words.add(
                    word == null && key.equals("tile_lookup")
                            ? "cached"
                            : String.valueOf(word).replace(",", ";"));
        }
        return String.join(",", words);
    }

    /// All lines, by their keys.
    public static SequencedMap<String, String> lines() throws IOException {
        SequencedMap<String, String> lines = new LinkedHashMap<>();
        for (String line : Files.readAllLines(FILE)) {
            if (!line.startsWith("#")) {
                lines.put(String.join(",", Arrays.copyOf(line.split(","), KEYS.size())), line);
            }
        }
        return lines;
    }

    /// @param key of the row
    /// @param phases of the streaming pattern
    public static String line(String key, int phases, List<GpuCounts> kernels) {
        StringBuilder line = new StringBuilder(key).append(",").append(phases);
        for (GpuCounts c : kernels) {
            Sectors s = c.sectors();
            for (double number : List.of(
                    s.loads(),
                    s.stores(),
                    s.partialStores(),
                    s.holes(),
                    s.ownPairs(),
                    s.gaps(),
                    s.cuts(),
                    s.privateWarps(),
                    c.lanes(),
                    c.idle(),
                    c.ghostValues(),
                    c.tableBytes())) {
                line.append(String.format(Locale.ROOT, ",%.4f", number));
            }
            line.append(",%d,%d,%d,%d,%d,%s,%s,%s,%s"
                    .formatted(
                            c.operations(),
                            c.accesses(),
                            c.neighbours(),
                            c.choices(),
                            c.rounds(),
                            c.staging(),
                            c.search(),
                            c.isInPlace(),
                            c.ranksPrivateSlots()));
        }
        return line.toString();
    }

    /// Parses a line.
    static CountedRows of(String line) {
        String[] words = line.split(",");
        Precision precision = Precision.byKey(words[PRECISION]);
        List<GpuCounts> kernels = new ArrayList<>();
        for (int k = KEYS.size() + 1; k < words.length; k += FIELDS) {
            double[] n = Arrays.stream(words, k, k + NUMBERS)
                    .mapToDouble(Double::parseDouble)
                    .toArray();
            kernels.add(new GpuCounts(
                    precision.storedBytes(),
                    precision.computedBytes(),
                    Integer.parseInt(words[KEYS.indexOf("nodes_per_thread")]),
                    Boolean.parseBoolean(words[k + NUMBERS + 2]),
                    new Sectors(n[0], n[1], n[2], n[3], n[4], n[5], n[6], n[7], n[8]),
                    n[8],
                    n[9],
                    n[10],
                    n[11],
                    (int) n[12],
                    (int) n[13],
                    Staging.valueOf(words[k + NUMBERS]),
                    Search.valueOf(words[k + NUMBERS + 1]),
                    (int) n[14],
                    (int) n[15],
                    (int) n[16],
                    Boolean.parseBoolean(words[k + NUMBERS + 3])));
        }
        return new CountedRows(Integer.parseInt(words[KEYS.size()]), kernels);
    }
}
