package dev.tessera.device.gpu;

import dev.tessera.kernel.SeriesValues;
import dev.tessera.kernel.StoredArray;
import dev.tessera.kernel.gpu.GpuClass;
import dev.tessera.kernel.gpu.GpuPlan;
import dev.tessera.kernel.gpu.GpuTable;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The memory of one execution: populations, tables, node lists and fields of classes, and transfer buffers.
final class GpuMemory implements AutoCloseable {
    /// Every byte of a NaN that marks slots that are never written.
    private static final byte NOT_A_NUMBER = (byte) 0xff;

    private GpuPlan plan;
    private final Accelerator accelerator;
    private final List<DeviceBuffer> all = new ArrayList<>();
    private final List<DeviceBuffer> copies = new ArrayList<>();
    private final List<DeviceBuffer> storedFields = new ArrayList<>();
    private final List<DeviceBuffer> ghosts = new ArrayList<>();
    private final Map<String, DeviceBuffer> tables = new LinkedHashMap<>();
    private final Map<String, DeviceBuffer> lists = new LinkedHashMap<>();
    private final Map<String, DeviceBuffer> fields = new LinkedHashMap<>();
    private final Map<String, DeviceBuffer> series = new LinkedHashMap<>();
    private final List<Runnable> others = new ArrayList<>(); // that release events and memory of the host
    private @Nullable DeviceBuffer edgeOfBulk;
    private @Nullable DeviceBuffer seriesFrom;
    private @Nullable DeviceBuffer deferred;
    private @Nullable DeviceBuffer chunkNodes;
    private @Nullable DeviceBuffer chunkValues;
    private @Nullable MessageCheck check; // from the first checked message on
    private final Map<Integer, PartBuffers> partBuffers = new HashMap<>(); // from the first copies that use them on
    private final Map<List<Integer>, DeviceBuffer> directions = new HashMap<>();

    GpuMemory(GpuPlan plan, Accelerator accelerator) {
        this.plan = plan;
        this.accelerator = accelerator;
    }

    Accelerator accelerator() {
        return accelerator;
    }

    void allocate() {
        int bytes = plan.precision().storedBytes();
        for (StoredArray.Populations array : plan.plan().populations()) {
            for (int copy = 0; copy < plan.copies(); copy++) {
                copies.add(zeroed("populations " + array.name(), plan.valuesPerCopy() * bytes));
            }
        }
        for (StoredArray.Field field : plan.plan().fields()) {
            storedFields.add(zeroed("field " + field.name(), plan.storedFieldBytes()));
        }
        if (plan.ghostValues() > 0) {
            for (int set = 0; set < 2; set++) {
                ghosts.add(reserved("ghost buffers", plan.ghostValues() * bytes));
                accelerator.fill(ghosts.get(set), NOT_A_NUMBER);
            }
        }
        if (plan.deferredNodes() > 0) {
            deferred = reserved(
                    "deferred results of boundary kernels",
                    plan.deferredNodes()
                            * plan.plan().directions()
                            * plan.precision().computedBytes());
            accelerator.fill(deferred, NOT_A_NUMBER); // no kernel writes the entries of halo nodes
        }
        for (GpuTable table : plan.tables()) {
            tables.put(table.name(), filled(table.what(), content(table)));
        }
        for (GpuClass nodes : plan.classes()) {
            String name = nodes.nodes().name();
            if (nodes.positions().length > 0) {
                lists.put(name, filled("nodes of class " + name, MemorySegment.ofArray(nodes.positions())));
            }
            if (nodes.fieldBytes() > 0) {
                fields.put(name, zeroed("fields of class " + name, nodes.fieldBytes()));
            }
        }
        plan.edge()
                .ifPresent(edge -> edgeOfBulk =
                        filled("nodes of the bulk beside other parts", MemorySegment.ofArray(edge.positions())));
        for (String name : SeriesValues.of(plan.plan()).names()) {
            series.put(name, zeroed("series " + name, plan.seriesBytes()));
        }
        if (!series.isEmpty()) {
            seriesFrom = zeroed("row of the series", Integer.BYTES);
        }
        chunkNodes = reserved("nodes of a transfer", 4L * plan.chunk());
        chunkValues = reserved(
                "values of a transfer",
                plan.chunk() * plan.rowsOfChunk() * plan.precision().computedBytes());
    }

    private static MemorySegment content(GpuTable table) {
        return switch (table.content()) {
            case int[] ints -> MemorySegment.ofArray(ints);
            case long[] longs -> MemorySegment.ofArray(longs);
            default ->
                throw new IllegalStateException(
                        "a table of %s".formatted(table.content().getClass()));
        };
    }

    /// Switches to the tables of another plan for the same storage; keeps populations and fields.
    void adopt(GpuPlan other) {
        if (other.tables() != plan.tables()) {
            for (GpuTable old : plan.tables()) {
                GpuTable same = other.tables().stream()
                        .filter(table -> table.name().equals(old.name()))
                        .findFirst()
                        .orElse(null);
                if (same == null || content(same).mismatch(content(old)) != -1) {
                    DeviceBuffer buffer = table(old.name());
                    tables.remove(old.name());
                    all.remove(buffer);
                    buffer.close();
                }
            }
            for (GpuTable table : other.tables()) {
                if (!tables.containsKey(table.name())) {
                    tables.put(table.name(), filled(table.what(), content(table)));
                }
            }
        }
        this.plan = other;
    }

    /// The buffer of a slot of populations, or of a position of a stored field, and the first one in it.
    SlotRange rangeOf(String array, long slot) {
        List<StoredArray.Field> fields = plan.plan().fields();
        for (int field = 0; field < fields.size(); field++) {
            if (fields.get(field).name().equals(array)) {
                return new SlotRange(storedFields.get(field), 0, Long.MAX_VALUE);
            }
        }
        long ghosted = plan.firstPrivate();
        if (!ghosts.isEmpty() && slot >= ghosted) {
            int set = (int) ((slot - ghosted) / plan.ghostValues());
            long first = ghosted + set * plan.ghostValues();
            return new SlotRange(ghosts.get(set), first, first + plan.ghostValues());
        }
        int copy = (int) (slot / plan.valuesPerCopy());
        int number = plan.plan().populations().indexOf(plan.plan().populations(array));
        long first = copy * plan.valuesPerCopy();
        long end = first + plan.valuesPerCopy();
        return new SlotRange(
                copies.get(number * plan.copies() + copy), first, ghosts.isEmpty() ? end : Math.min(end, ghosted));
    }

    /// @param first slot of the storage that is value 0 of the buffer
    /// @param end slot behind the last one of the buffer
    record SlotRange(DeviceBuffer buffer, long first, long end) {
        boolean contains(long slot) {
            return slot >= first && slot < end;
        }
    }

    /// All values that a step changes: populations, stored fields, ghost buffers, fields of classes.
    List<DeviceBuffer> state() {
        List<DeviceBuffer> buffers = new ArrayList<>(copies);
        buffers.addAll(storedFields);
        buffers.addAll(ghosts);
        buffers.addAll(fields.values());
        return buffers;
    }

    /// A buffer that is released with this memory, or by [#release].
    DeviceBuffer additional(String what, long bytes) {
        return reserved(what, bytes);
    }

    /// An event that is released with this memory.
    long event(ExchangeQueue queue) {
        long event = queue.newEvent();
        alsoRelease(() -> queue.releaseEvent(event));
        return event;
    }

    /// Has something else released with this memory.
    void alsoRelease(Runnable release) {
        others.add(release);
    }

    /// That of messages to this execution.
    MessageCheck messageCheck() {
        MessageCheck there = check;
        if (there == null) {
            there = new MessageCheck(this, accelerator.exchanges());
            check = there;
        }
        return there;
    }

    void release(DeviceBuffer buffer) {
        all.remove(buffer);
        buffer.close();
    }

    /// Sets populations and fields to zero.
    void clearValues() {
        copies.forEach(copy -> accelerator.fill(copy, (byte) 0));
        storedFields.forEach(field -> accelerator.fill(field, (byte) 0));
        fields.values().forEach(field -> accelerator.fill(field, (byte) 0));
    }

    private DeviceBuffer reserved(String what, long bytes) {
        DeviceBuffer buffer = accelerator.allocate(what, bytes);
        all.add(buffer);
        return buffer;
    }

    private DeviceBuffer zeroed(String what, long bytes) {
        DeviceBuffer buffer = reserved(what, bytes);
        accelerator.fill(buffer, (byte) 0);
        return buffer;
    }

    private DeviceBuffer filled(String what, MemorySegment content) {
        DeviceBuffer buffer = reserved(what, content.byteSize());
        accelerator.upload(buffer, 0, content);
        return buffer;
    }

    /// The population arrays of all populations of the plan.
    List<DeviceBuffer> copies() {
        return Collections.unmodifiableList(copies);
    }

    /// The stored fields of the plan.
    List<DeviceBuffer> storedFields() {
        return Collections.unmodifiableList(storedFields);
    }

    /// A set of ghost buffers; null if there are none.
    @Nullable
    DeviceBuffer ghosts(int set) {
        return ghosts.isEmpty() ? null : ghosts.get(set);
    }

    /// Results of the other classes' kernels, which the sweep copies to their slots; null if there is none.
    @Nullable
    DeviceBuffer deferred() {
        return deferred;
    }

    /// A table of the plan.
    DeviceBuffer table(String name) {
        return known(tables.get(name), name);
    }

    /// Positions of a class' nodes; null for the bulk.
    @Nullable
    DeviceBuffer listOf(GpuClass nodes) {
        return lists.get(nodes.nodes().name());
    }

    /// Positions of [GpuPlan#edge].
    DeviceBuffer edgeOfBulk() {
        return known(edgeOfBulk, "the edge of the bulk");
    }

    /// All fields of a class; null if it has none.
    @Nullable
    DeviceBuffer fieldsOf(GpuClass nodes) {
        return fields.get(nodes.nodes().name());
    }

    /// The values of a series, one per step.
    DeviceBuffer series(String name) {
        return known(series.get(name), "series " + name);
    }

    /// One number: the row of the series at which launches begin.
    DeviceBuffer seriesFrom() {
        return known(seriesFrom, "row of the series");
    }

    DeviceBuffer chunkNodes() {
        return known(chunkNodes, "nodes of a transfer");
    }

    DeviceBuffer chunkValues() {
        return known(chunkValues, "values of a transfer");
    }

    /// Those of [StoredCopies].
    /// @param which of several
    PartBuffers partBuffers(int which, int nodes, long bytesPerNode) {
        PartBuffers there = partBuffers.computeIfAbsent(which, unknown -> new PartBuffers(this, nodes, bytesPerNode));
        if (there.values().bytes() < nodes * bytesPerNode) {
            throw new IllegalStateException("buffers of %d bytes for %d nodes of %d bytes"
                    .formatted(there.values().bytes(), nodes, bytesPerNode));
        }
        return there;
    }

    /// Directions on the device.
    DeviceBuffer directions(int[] order) {
        return directions.computeIfAbsent(
                Arrays.stream(order).boxed().toList(),
                unknown -> filled("directions of a transfer", MemorySegment.ofArray(order.clone())));
    }

    private static DeviceBuffer known(@Nullable DeviceBuffer buffer, String name) {
        if (buffer == null) {
            throw new IllegalStateException("nothing is allocated for %s".formatted(name));
        }
        return buffer;
    }

    long bytes() {
        return all.stream().mapToLong(DeviceBuffer::bytes).sum();
    }

    @Override
    public void close() {
        others.forEach(Runnable::run);
        others.clear();
        all.forEach(DeviceBuffer::close);
        all.clear();
    }
}
