package dev.tessera.device.gpu;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongFunction;

/// The slots of an exchange in one phase, as lists on the device: one for each buffer that contains some of them,
/// and for each 2³¹ slots of a large buffer.
final class SlotLists {
    private static final long SLOTS_PER_LIST = Integer.MAX_VALUE;

    private final DeviceBuffer values; // in the order of the lists
    private final List<Group> groups = new ArrayList<>();
    private final int[] places; // for each value on the device, its place in the exchange

    /// @param first slot of the buffer from which the list counts
    /// @param slots the list; null if empty
    /// @param from first value of the group
    private record Group(DeviceBuffer buffer, long first, DeviceBuffer slots, int from, int count) {}

    /// @param rangeOf the buffer of a slot
    /// @param values of the exchange, on the device
    SlotLists(long[] slots, LongFunction<GpuMemory.SlotRange> rangeOf, GpuMemory memory, DeviceBuffer values) {
        this.values = values;
        this.places = new int[slots.length];
        Map<Start, List<Integer>> byStart = new LinkedHashMap<>();
        for (int k = 0; k < slots.length; k++) {
            GpuMemory.SlotRange range = rangeOf.apply(slots[k]);
            long first = (slots[k] - range.first()) / SLOTS_PER_LIST * SLOTS_PER_LIST;
            byStart.computeIfAbsent(new Start(range, first), unknown -> new ArrayList<>())
                    .add(k);
        }
        int from = 0;
        for (Map.Entry<Start, List<Integer>> entry : byStart.entrySet()) {
            Start start = entry.getKey();
            List<Integer> members = entry.getValue();
            int[] list = new int[members.size()];
            for (int k = 0; k < list.length; k++) {
                int place = members.get(k);
                places[from + k] = place;
                list[k] = Math.toIntExact(slots[place] - start.range().first() - start.first());
            }
            DeviceBuffer onDevice = memory.additional("slots of an exchange", 4L * list.length);
            memory.accelerator().upload(onDevice, 0, MemorySegment.ofArray(list));
            groups.add(new Group(start.range().buffer(), start.first(), onDevice, from, list.length));
            from += list.length;
        }
    }

    /// @param first slot of the buffer from which a list counts
    private record Start(GpuMemory.SlotRange range, long first) {}

    /// @param mover from slots to values
    void pack(BoundKernel mover, GpuTransfer transfer, double[] target) {
        double[] found = new double[places.length];
        for (Group group : groups) {
            double[] part = groups.size() == 1 ? found : new double[group.count()];
            mover.slots(group.buffer(), group.first())
                    .over(group.slots(), 0, group.count())
                    .fieldsOut(values, group.count())
                    .launch();
            transfer.fetch(values, part);
            if (part != found) {
                System.arraycopy(part, 0, found, group.from(), part.length);
            }
        }
        for (int k = 0; k < found.length; k++) {
            target[places[k]] = found[k];
        }
    }

    /// @param mover from values to slots
    void unpack(BoundKernel mover, GpuTransfer transfer, double[] source) {
        for (Group group : groups) {
            int[] own = Arrays.copyOfRange(places, group.from(), group.from() + group.count());
            transfer.send(
                    values,
                    Arrays.stream(own).mapToDouble(place -> source[place]).toArray());
            mover.slots(group.buffer(), group.first())
                    .over(group.slots(), 0, group.count())
                    .fieldsIn(values, group.count())
                    .launch();
        }
    }
}
