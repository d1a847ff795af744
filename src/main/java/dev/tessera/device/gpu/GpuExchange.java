package dev.tessera.device.gpu;

import dev.tessera.device.ArraySlots;
import dev.tessera.device.DeferredSlots;
import dev.tessera.device.Execution;
import dev.tessera.device.SlotCopy;
import dev.tessera.device.SlotExchange;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// An exchange within the memory of a GPU: one kernel for each execution and array that gives values, which
/// gathers them in a buffer of all values, then one for each that gets some.
final class GpuExchange implements SlotExchange {
    private final List<PlacedSlots> from;
    private final List<PlacedSlots> to;
    private final long bytes;
    private final @Nullable DeviceBuffer values; // null if there are none

    /// @throws IllegalArgumentException if number formats differ, or if there are 2³¹ values or more
    GpuExchange(List<SlotCopy> copies) {
        int[] first = new int[copies.size() + 1];
        for (int k = 0; k < copies.size(); k++) {
            first[k + 1] = sum(first[k], copies.get(k).source().count());
        }
        this.from = ends(copies, first, SlotCopy::from, SlotCopy::source);
        this.to = ends(copies, first, SlotCopy::to, SlotCopy::target);
        long[] sizes = IntStream.range(0, from.size() + to.size())
                .mapToObj(k -> k < from.size() ? from.get(k) : to.get(k - from.size()))
                .mapToLong(PlacedSlots::valueBytes)
                .distinct()
                .toArray();
        if (sizes.length > 1) {
            close();
            throw new IllegalArgumentException(
                    "values of %d and %d bytes are exchanged: the number formats differ".formatted(sizes[0], sizes[1]));
        }
        this.bytes = sizes.length == 0 ? 0 : first[copies.size()] * sizes[0];
        this.values = bytes == 0 ? null : from.getFirst().memory().additional("values of an exchange", bytes);
    }

    private static int sum(int values, int more) {
        if ((long) values + more > Integer.MAX_VALUE) {
            throw new IllegalArgumentException("more than 2^31 - 1 values are exchanged at once");
        }
        return values + more;
    }

    /// One end for each execution and array.
    private static List<PlacedSlots> ends(
            List<SlotCopy> copies,
            int[] first,
            Function<SlotCopy, Execution> executionOf,
            Function<SlotCopy, DeferredSlots> slotsOf) {
        Map<Execution, Map<String, List<Integer>>> byArray = new IdentityHashMap<>();
        List<PlacedSlots> ends = new ArrayList<>();
        List<Execution> ordered = new ArrayList<>();
        for (int k = 0; k < copies.size(); k++) {
            Execution execution = executionOf.apply(copies.get(k));
            byArray.computeIfAbsent(execution, unknown -> {
                        ordered.add(execution);
                        return new LinkedHashMap<>();
                    })
                    .computeIfAbsent(slotsOf.apply(copies.get(k)).array(), unknown -> new ArrayList<>())
                    .add(k);
        }
        for (Execution execution : ordered) {
            byArray.getOrDefault(execution, Map.of()).forEach((array, own) -> {
                int[] places = own.stream()
                        .flatMapToInt(k -> IntStream.range(first[k], first[k + 1]))
                        .toArray();
                ArraySlots slots = DeferredSlots.joined(
                        own.stream().map(k -> slotsOf.apply(copies.get(k))).toList());
                ends.add(gpu(execution).placed(slots, places));
            });
        }
        return ends;
    }

    private static GpuExecution gpu(Execution execution) {
        if (execution instanceof GpuExecution own) {
            return own;
        }
        throw new IllegalArgumentException("an execution of another device takes part in an exchange of this GPU");
    }

    @Override
    public void run() {
        from.forEach(PlacedSlots::requireAlive);
        to.forEach(PlacedSlots::requireAlive);
        if (values != null) {
            Accelerator accelerator = values.owner();
            accelerator.forkExchange(); // the slots can be of inner nodes of steps in parts
            accelerator.exchanges().run(() -> {
                from.forEach(end -> end.gather(values));
                to.forEach(end -> end.scatter(values));
            });
            accelerator.endExchange();
        }
    }

    @Override
    public long bytes() {
        return bytes;
    }

    @Override
    public void close() {
        from.forEach(PlacedSlots::release);
        to.forEach(PlacedSlots::release);
        if (values != null) {
            from.getFirst().memory().release(values);
        }
    }
}
