package dev.tessera.device;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/// An exchange by messages in memory of the host, one for each two executions: on CPUs these are ordinary copies.
final class MessageExchange implements SlotExchange {
    private final Arena arena = Arena.ofShared();
    private final List<Channel> channels = new ArrayList<>();

    private record Ends(SlotTransfer from, SlotTransfer to) {
        /// @param same copies between the same two executions
        static Ends of(List<SlotCopy> same) {
            Ends ends = new Ends(
                    same.getFirst()
                            .from()
                            .transfer(joined(same.stream().map(SlotCopy::source).toList())),
                    same.getFirst()
                            .to()
                            .transfer(joined(same.stream().map(SlotCopy::target).toList())));
            if (ends.from().bytes() != ends.to().bytes()) {
                throw new IllegalArgumentException(
                        "values of %d bytes are given, but %d are taken: the number formats differ"
                                .formatted(ends.from().bytes(), ends.to().bytes()));
            }
            return ends;
        }
    }

    private record Channel(Ends ends, MemorySegment message) {}

    MessageExchange(List<SlotCopy> copies) {
        Map<Execution, Map<Execution, List<SlotCopy>>> between = new IdentityHashMap<>();
        List<List<SlotCopy>> ordered = new ArrayList<>();
        for (SlotCopy copy : copies) {
            between.computeIfAbsent(copy.from(), unknown -> new IdentityHashMap<>())
                    .computeIfAbsent(copy.to(), unknown -> {
                        ordered.add(new ArrayList<>());
                        return ordered.getLast();
                    })
                    .add(copy);
        }
        List<Ends> ends = ordered.stream().map(Ends::of).toList();
        for (Ends each : ends) {
            long bytes = Math.max(1, each.from().bytes());
            channels.add(new Channel(each, arena.allocate(bytes, MessageLayout.ALIGNMENT)));
        }
    }

    /// Slots of each array as one list.
    private static List<ArraySlots> joined(List<DeferredSlots> parts) {
        return parts.stream()
                .map(DeferredSlots::array)
                .distinct()
                .map(array -> DeferredSlots.joined(parts.stream()
                        .filter(part -> part.array().equals(array))
                        .toList()))
                .toList();
    }

    @Override
    public void run() {
        for (Channel channel : channels) {
            channel.ends().from().pack(channel.message());
        }
        for (Channel channel : channels) {
            channel.ends().from().finishPacking();
        }
        for (Channel channel : channels) {
            channel.ends().to().unpack(channel.message());
        }
    }

    @Override
    public long bytes() {
        return channels.stream()
                .mapToLong(channel -> channel.ends().from().bytes())
                .sum();
    }

    @Override
    public void close() {
        arena.close();
    }
}
