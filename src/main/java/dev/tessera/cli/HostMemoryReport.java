package dev.tessera.cli;

import dev.tessera.geometry.HeapBudget;
import dev.tessera.geometry.NodeMap;
import dev.tessera.geometry.TooManyNodesException;
import dev.tessera.solver.HostMemory;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The predicted memory of a run on the host, in words.
///
/// @param populationBytes outside the heap; empty where a GPU stores them
record HostMemoryReport(HostMemory memory, OptionalLong populationBytes) {
    private static final Map<HostMemory.When, String> WHEN = new EnumMap<>(Map.of(
            HostMemory.When.START, "at the start",
            HostMemory.When.STEPS, "while stepping",
            HostMemory.When.FILES, "with files",
            HostMemory.When.END, "at the end"));

    /// @param nodes of the run
    /// @param heap of this process
    List<String> lines(NodeMap nodes, HeapBudget heap) {
        return Stream.of(
                        Stream.of(heapLine(heap)),
                        memory.items().stream().map(HostMemoryReport::line),
                        populationBytes.stream().mapToObj(HostMemoryReport::outside),
                        verdict(nodes, heap))
                .flatMap(some -> some)
                .toList();
    }

    private String heapLine(HeapBudget heap) {
        String times = Arrays.stream(HostMemory.When.values())
                .map(when -> "%s %s".formatted(WHEN.get(when), Report.bytes(memory.bytes(when))))
                .collect(Collectors.joining(", "));
        return "Java heap of a run, without populations: %s; %.0f B per fluid node at most. This process may use %s."
                .formatted(
                        times,
                        (double) memory.peakBytes() / Math.max(1, memory.fluidNodes()),
                        Report.bytes(heap.heapBytes()));
    }

    private static String line(HostMemory.Item item) {
        String when = item.when().size() == HostMemory.When.values().length
                ? "always"
                : Arrays.stream(HostMemory.When.values())
                        .filter(item.when()::contains)
                        .map(WHEN::get)
                        .collect(Collectors.joining(", "));
        return "  %-28s %10s  %-9s  %s"
                .formatted(
                        item.what(),
                        Report.bytes(item.bytes()),
                        item.basis().name().toLowerCase(Locale.ROOT),
                        when);
    }

    private static String outside(long bytes) {
        return "Outside the heap: populations %s, and as much again for a copy of a good state, if a quarter of the free memory suffices."
                .formatted(Report.bytes(bytes));
    }

    private Stream<String> verdict(NodeMap nodes, HeapBudget heap) {
        try {
            memory.require(heap, nodes);
            return memory.doubt(heap, nodes).stream().map("A run warns: %s"::formatted);
        } catch (TooManyNodesException tooLarge) {
            return Stream.of("A run is refused: %s".formatted(tooLarge.getMessage()));
        }
    }
}
