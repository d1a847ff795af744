package dev.tessera.solver.plan;

import dev.tessera.kernel.Precision;
import dev.tessera.layout.cost.Sectors;
import dev.tessera.solver.plan.GpuCounts.Search;
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
            + " private accesses), lanes, guarded, table bytes, operations, accesses, search, searched, choices, ranks."
            + " Made by GpuCountsFileTest.";

    private static final int WORDS = 9;
    private static final int FIELDS = 15;

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
                    c.guarded(),
                    c.tableBytes())) {
                line.append(String.format(Locale.ROOT, ",%.4f", number));
            }
            line.append(",%d,%d,%s,%d,%d,%s"
                    .formatted(
                            c.operations(),
                            c.accesses(),
                            c.search(),
                            c.searched(),
                            c.choices(),
                            c.ranksPrivateSlots()));
        }
        return line.toString();
    }

    static List<GpuCounts> phases(String line) {
        String[] words = line.split(",");
        Precision precision = Precision.byKey(words[4]);
        List<GpuCounts> phases = new ArrayList<>();
        for (int k = WORDS; k < words.length; k += FIELDS) {
            double[] n = Arrays.stream(words, k + 1, k + 9)
                    .mapToDouble(Double::parseDouble)
                    .toArray();
            phases.add(new GpuCounts(
                    precision.storedBytes(),
                    precision.computedBytes(),
                    Integer.parseInt(words[7]),
                    Long.parseLong(words[k]),
                    new Sectors(n[0], n[1], n[2], n[3], n[4], n[5]),
                    n[5],
                    n[6],
                    n[7],
                    Integer.parseInt(words[k + 9]),
                    Integer.parseInt(words[k + 10]),
                    Search.valueOf(words[k + 11]),
                    Integer.parseInt(words[k + 12]),
                    Integer.parseInt(words[k + 13]),
                    Boolean.parseBoolean(words[k + 14])));
        }
        return phases;
    }
}
