package dev.tessera.device.gpu;

import dev.tessera.kernel.gpu.GpuClass;
import dev.tessera.kernel.gpu.GpuPlan;
import dev.tessera.kernel.reduce.NodeList;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/// Where the nodes of reductions are: the list of the bulk, in canonical order, and the parts of listed nodes in
/// each class. Lists stay on the device; that of the bulk only where memory allows.
final class ReducedNodes {
    private static final int RANGE = 1 << 16; // fluid nodes per task

    private final GpuPlan plan;
    private final GpuMemory memory;
    private final ReductionBuffers buffers;
    private final NodeList special; // nodes of other classes than the bulk, and of the halo
    private final Map<NodeList, Part[]> parts = new IdentityHashMap<>();
    private int @Nullable [] bulkPositions; // null once they are on the device
    private @Nullable DeviceBuffer bulk;
    private boolean isPrepared;

    /// The nodes of a list that belong to one class.
    ///
    /// @param entries of the list
    /// @param items for a class with a list: their indices in it, ascending; empty for the bulk
    /// @param onDevice positions for the bulk, `items` for another class; null where the part is empty
    @SuppressWarnings("ArrayRecordComponent")
    record Part(int[] entries, int[] items, @Nullable DeviceBuffer onDevice) {}

    ReducedNodes(GpuPlan plan, GpuMemory memory, ReductionBuffers buffers) {
        this.plan = plan;
        this.memory = memory;
        this.buffers = buffers;
        LongStream listed = plan.classes().stream()
                .filter(nodes -> !nodes.isBulk())
                .flatMapToLong(nodes -> LongStream.of(nodes.nodes().ownNumbers()));
        LongStream halo = LongStream.of(plan.plan().halo());
        this.special = NodeList.of(LongStream.concat(listed, halo).sorted().toArray());
    }

    /// Nodes of the bulk.
    int bulkSize() {
        return Math.toIntExact(plan.plan().fluidNodes() - special.size());
    }

    /// The fluid number of the bulk's k-th node.
    long bulkNumber(long k) {
        long low = k; // at most all special nodes are before it
        long high = k + special.size();
        while (low < high) {
            long middle = (low + high) >>> 1;
            if (middle + 1 - special.countBelow(middle + 1) > k) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return low;
    }

    /// The bulk's list entries on the device; null where they do not fit.
    @Nullable
    DeviceBuffer bulk() {
        if (!isPrepared) {
            isPrepared = true;
            bulk = prepareBulk();
        }
        return bulk;
    }

    /// Uploads a range of the bulk's list to the list of transfers.
    void uploadBulk(int first, int count) {
        if (bulkPositions == null) {
            throw new IllegalStateException("the list of the bulk is on the device");
        }
        memory.accelerator()
                .upload(
                        memory.chunkNodes(),
                        0,
                        MemorySegment.ofArray(bulkPositions).asSlice(4L * first, 4L * count));
    }

    private @Nullable DeviceBuffer prepareBulk() {
        int[] positions = new int[bulkSize()];
        HostSettings.usual().inParts(Math.toIntExact(plan.plan().fluidNodes()), RANGE, (first, end) -> {
            int[] all = new int[end - first];
            plan.positions(first, all);
            copyBulk(first, all, positions);
        });
        bulkPositions = positions;
        if (positions.length == 0 || !memory.accelerator().freeMemory().holds(4, 4L * positions.length)) {
            return null;
        }
        bulkPositions = null;
        return buffers.uploaded("nodes of the bulk, for reductions", positions);
    }

    /// @param all list entries of nodes from fluid number `first` on
    private void copyBulk(long first, int[] all, int[] positions) {
        int left = special.countBelow(first); // special nodes before
        int to = (int) (first - left);
        for (int from = 0; from < all.length; left++) {
            int end = left < special.size() ? (int) Math.min(all.length, special.number(left) - first) : all.length;
            System.arraycopy(all, from, positions, to, end - from);
            to += end - from;
            from = end + 1;
        }
    }

    /// The part of a list in each class, in the order of the classes.
    Part[] parts(NodeList list) {
        return parts.computeIfAbsent(
                list,
                unknown -> plan.classes().stream()
                        .map(nodes -> nodes.isBulk() ? bulkPart(list) : part(list, nodes))
                        .toArray(Part[]::new));
    }

    private Part bulkPart(NodeList list) {
        int[] entries = new int[list.size()];
        long[] numbers = new long[list.size()];
        int count = 0;
        for (int k = 0; k < entries.length; k++) {
            if (!special.contains(list.number(k))) {
                numbers[count] = list.number(k);
                entries[count++] = k;
            }
        }
        return new Part(
                Arrays.copyOf(entries, count), new int[0], uploaded(plan.positions(Arrays.copyOf(numbers, count))));
    }

    private Part part(NodeList list, GpuClass nodes) {
        long[] own = nodes.nodes().ownNumbers();
        int[] entries = new int[own.length];
        int[] items = new int[own.length];
        int count = 0;
        for (int item = 0; item < own.length; item++) {
            int entry = list.entry(own[item]);
            if (entry >= 0) {
                entries[count] = entry;
                items[count++] = item;
            }
        }
        int[] found = Arrays.copyOf(items, count);
        return new Part(Arrays.copyOf(entries, count), found, uploaded(found));
    }

    /// A list on the device; null where it is empty.
    @Nullable
    DeviceBuffer uploaded(int[] list) {
        return buffers.uploaded("nodes of reductions", list);
    }

    /// Uploads the list entries of all nodes of a list, whatever their class.
    @Nullable
    DeviceBuffer positionsOf(NodeList list) {
        return uploaded(plan.positions(
                LongStream.range(0, list.size()).map(k -> list.number((int) k)).toArray()));
    }
}
