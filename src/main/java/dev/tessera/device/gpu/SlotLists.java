package dev.tessera.device.gpu;

import dev.tessera.emit.gpu.ExchangeSource;
import dev.tessera.kernel.LaunchShape;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntUnaryOperator;
import java.util.function.LongFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// The slots of an array in a message, in one phase, as lists on the device: one for each buffer that contains some of
/// them, and for each 2³¹ slots of a large buffer.
final class SlotLists {
    private static final long SLOTS_PER_LIST = Integer.MAX_VALUE;

    private final int valueBytes;
    private final long offset; // of the first value in the message, in bytes
    private final List<Group> groups = new ArrayList<>();

    /// @param first slot of the buffer from which the list counts
    /// @param places of the values in the message, from [#offset] on
    private record Group(DeviceBuffer buffer, long first, DeviceBuffer slots, DeviceBuffer places, int count) {}

    /// @param rangeOf the buffer of a slot
    /// @param offset of the first value in the message, in bytes
    SlotLists(long[] slots, LongFunction<GpuMemory.SlotRange> rangeOf, GpuMemory memory, int valueBytes, long offset) {
        this(slots, IntUnaryOperator.identity(), rangeOf, memory, valueBytes, offset);
    }

    /// @param place in the message of each value
    SlotLists(
            long[] slots,
            IntUnaryOperator place,
            LongFunction<GpuMemory.SlotRange> rangeOf,
            GpuMemory memory,
            int valueBytes,
            long offset) {
        this.valueBytes = valueBytes;
        this.offset = offset;
        for (Map.Entry<Start, int[]> entry : byStart(slots, rangeOf).entrySet()) {
            Start start = entry.getKey();
            int[] places = entry.getValue();
            int[] list = new int[places.length];
            for (int k = 0; k < list.length; k++) {
                list[k] = Math.toIntExact(slots[places[k]] - start.range().first() - start.first());
            }
            groups.add(new Group(
                    start.range().buffer(),
                    start.first(),
                    filled(memory, "slots of a message", list),
                    filled(
                            memory,
                            "places in a message",
                            IntStream.of(places).map(place).toArray()),
                    list.length));
        }
    }

    /// @param first slot of the buffer from which a list counts
    private record Start(GpuMemory.SlotRange range, long first) {
        static Start of(long slot, GpuMemory.SlotRange range) {
            return new Start(range, (slot - range.first()) / SLOTS_PER_LIST * SLOTS_PER_LIST);
        }

        boolean contains(long slot) {
            long place = slot - range.first() - first;
            return range.contains(slot) && place >= 0 && place < SLOTS_PER_LIST;
        }
    }

    /// The indices of slots, ascending, by the list that they belong to. Most slots belong to that of the slot before.
    private static Map<Start, int[]> byStart(long[] slots, LongFunction<GpuMemory.SlotRange> rangeOf) {
        Map<Start, IntStream.Builder> byStart = new LinkedHashMap<>();
        Start start = null;
        IntStream.Builder places = IntStream.builder();
        for (int k = 0; k < slots.length; k++) {
            if (start == null || !start.contains(slots[k])) {
                start = Start.of(slots[k], rangeOf.apply(slots[k]));
                places = byStart.computeIfAbsent(start, unknown -> IntStream.builder());
            }
            places.add(k);
        }
        Map<Start, int[]> indices = new LinkedHashMap<>();
        byStart.forEach((of, built) -> indices.put(of, built.build().toArray()));
        return indices;
    }

    /// Releases the lists, which are not used afterwards.
    void release(GpuMemory memory) {
        groups.forEach(group -> {
            memory.release(group.slots());
            memory.release(group.places());
        });
        groups.clear();
    }

    private static DeviceBuffer filled(GpuMemory memory, String what, int[] content) {
        DeviceBuffer buffer = memory.additional(what, (long) Integer.BYTES * content.length);
        memory.accelerator().upload(buffer, 0, MemorySegment.ofArray(content));
        return buffer;
    }

    /// Launches the copies from slots to a message, which can be on another device.
    void pack(KernelSet kernels, DeviceBuffer message) {
        launch(kernels.exchange(ExchangeSource.kernel(true, valueBytes)), message);
    }

    /// Launches the copies from a message to slots.
    void unpack(KernelSet kernels, DeviceBuffer message) {
        launch(kernels.exchange(ExchangeSource.kernel(false, valueBytes)), message);
    }

    /// Launches the copies from a message to slots, unless it has been refused.
    void unpackChecked(KernelSet kernels, DeviceBuffer message, MessageCheck check) {
        launch(kernels.exchange(ExchangeSource.unpackChecked(valueBytes)), message, check.refused(), check.number());
    }

    /// @param further arguments of the kernel
    private void launch(GpuFunction copy, DeviceBuffer message, Object... further) {
        for (Group group : groups) {
            Object[] arguments = Stream.concat(
                            Stream.of(
                                    group.buffer(),
                                    group.first(),
                                    group.slots(),
                                    group.places(),
                                    group.count(),
                                    message,
                                    offset / valueBytes),
                            Stream.of(further))
                    .toArray();
            group.buffer().owner().launch(copy, LaunchShape.covering(group.count(), ExchangeSource.THREADS), arguments);
        }
    }
}
