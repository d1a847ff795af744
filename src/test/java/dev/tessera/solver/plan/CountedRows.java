package dev.tessera.solver.plan;

import dev.tessera.kernel.Precision;
import dev.tessera.layout.cost.Sectors;
import dev.tessera.solver.plan.GpuCounts.Search;
import dev.tessera.solver.plan.GpuCounts.Staging;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// Lines of `gpu-*-counts.csv`: what is counted for a measured row. The bench's tests write them, `GpuSpeedTest`
/// predicts from them.
public final class CountedRows {
    public static final String HEADING = "# What GpuCounts counts for the rows of docs/benchmarks/gpu-*-h200.json, in"
            + " their order: geometry, kernel, storage, pattern, precision, threads, least blocks, nodes a thread, fluid"
            + " nodes; then for each phase bytes of populations, sectors (loads, stores, partial stores, own pairs,"
            + " private accesses), lanes, idle, guarded, table bytes, operations, accesses, staging, search, searched, choices, ranks."
            + " Made by GpuCountsFileTest.";

    /// Files of measured rows, `docs/benchmarks/FILE-h200.json`, and of their counts, `FILE-counts.csv`.
    public static final List<String> FILES = List.of(
            "gpu-quick",
            "gpu-segments",
            "gpu-memory",
            "gpu-storages",
            "gpu-layouts",
            "gpu-ghost-tiles",
            "gpu-vessels",
            "gpu-chips",
            "gpu-channels",
            "gpu-sizes",
            "gpu-papers");

    /// Whether a row of a bench's JSON is a measured step, of a geometry that does not take minutes to make.
    public static boolean isCounted(Map<?, ?> row) {
        return row.containsKey("fluid_nodes")
                && !String.valueOf(row.get("geometry")).endsWith("-in-384");
    }

    private static final int WORDS = 9;
    private static final int FIELDS = 17;

    private CountedRows() {}

    /// @param row of a bench's JSON
    public static String words(Map<?, ?> row) {
        List<String> words = new ArrayList<>();
        for (String key : List.of(
                "geometry",
                "kernel",
                "storage",
                "pattern",
                "precision",
                "threads",
                "least_blocks",
                "nodes_per_thread",
                "fluid_nodes")) {
            words.add(String.valueOf(row.get(key)).replace(",", ";"));
        }
        return String.join(",", words);
    }

    public static String line(Map<?, ?> row, List<GpuCounts> phases) {
        StringBuilder line = new StringBuilder(words(row));
        for (GpuCounts c : phases) {
            Sectors s = c.sectors();
            line.append(",").append(c.populationBytes());
            for (double number : List.of(
                    s.loads(),
                    s.stores(),
                    s.partialStores(),
                    s.ownPairs(),
                    s.privateAccesses(),
                    c.lanes(),
                    c.idle(),
                    c.guarded(),
                    c.tableBytes())) {
                line.append(String.format(Locale.ROOT, ",%.4f", number));
            }
            line.append(",%d,%d,%s,%s,%d,%d,%s"
                    .formatted(
                            c.operations(),
                            c.accesses(),
                            c.staging(),
                            c.search(),
                            c.searched(),
                            c.choices(),
                            c.ranksPrivateSlots()));
        }
        return line.toString();
    }

    /// By the pattern: ghost buffers are not completed either way.
    private static boolean isInPlace(String pattern) {
        return List.of("aa", "esoteric-pull", "in-place").contains(pattern);
    }

    static List<GpuCounts> phases(String line) {
        String[] words = line.split(",");
        Precision precision = Precision.byKey(words[4]);
        List<GpuCounts> phases = new ArrayList<>();
        for (int k = WORDS; k < words.length; k += FIELDS) {
            double[] n = Arrays.stream(words, k + 1, k + 10)
                    .mapToDouble(Double::parseDouble)
                    .toArray();
            phases.add(new GpuCounts(
                    precision.storedBytes(),
                    precision.computedBytes(),
                    Integer.parseInt(words[7]),
                    Long.parseLong(words[k]),
                    isInPlace(words[3]),
                    new Sectors(n[0], n[1], n[2], n[3], n[4], n[5]),
                    n[5],
                    n[6],
                    n[7],
                    n[8],
                    Integer.parseInt(words[k + 10]),
                    Integer.parseInt(words[k + 11]),
                    Staging.valueOf(words[k + 12]),
                    Search.valueOf(words[k + 13]),
                    Integer.parseInt(words[k + 14]),
                    Integer.parseInt(words[k + 15]),
                    Boolean.parseBoolean(words[k + 16])));
        }
        return phases;
    }
}
