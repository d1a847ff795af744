package dev.tessera.device.cpu;

import dev.tessera.kernel.PopulationCodec;
import dev.tessera.kernel.Precision;
import dev.tessera.kernel.StepPlan;
import dev.tessera.kernel.StoredArray;
import dev.tessera.kernel.lane.LanePlan;
import dev.tessera.kernel.lane.NodeBatch;
import java.lang.foreign.MemorySegment;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Reads and writes the values of an array: of nodes as numbers, and single slots as they are stored. The work is
/// split among all workers.
///
/// @param array its name in the step plan
/// @param memory the values of all arrays
/// @param valueBytes of a value
/// @param perNode values per node: populations, or 1 for a stored field
/// @param codec converts populations; null for a stored field
record SlotMemory(
        LanePlan plan,
        String array,
        MemorySegment memory,
        int slotBytes,
        int valueBytes,
        LaneValues values,
        int perNode,
        @Nullable PopulationCodec codec,
        WorkerPool workers) {
    /// Values that one thread copies before several would have started.
    static final int FEW = 1 << 12;

    /// Consecutive values that are copied at once: a call costs as much as some single values.
    private static final int LONG_RUN = 8;

    static SlotMemory of(LanePlan plan, StoredArray array, StepPlan of, MemorySegment memory, WorkerPool workers) {
        Precision precision = of.precision();
        return switch (array) {
            case StoredArray.Populations populations ->
                new SlotMemory(
                        plan,
                        array.name(),
                        memory,
                        precision.storedBytes(),
                        precision.storedBytes(),
                        LaneValues.of(precision.stored()),
                        plan.blocks().valuesPerNode(array.name()),
                        of.codec(populations),
                        workers);
            case StoredArray.Moments moments ->
                throw new IllegalArgumentException("%s is stored as moments".formatted(moments.name()));
            case StoredArray.Field field ->
                new SlotMemory(
                        plan,
                        array.name(),
                        memory,
                        precision.storedBytes(),
                        precision.computedBytes(),
                        LaneValues.of(precision.computed()),
                        1,
                        null,
                        workers);
        };
    }

    void readNodes(long first, int count, int phase, double[] target) {
        forEachRange(
                count,
                (from, end) -> plan.forEachFluidBatch(array, first + from, end - from, phase, reader(first, target)));
    }

    void writeNodes(long first, int count, int phase, double[] source) {
        forEachRange(
                count,
                (from, end) -> plan.forEachFluidBatch(array, first + from, end - from, phase, writer(first, source)));
    }

    void readNodes(long[] fluidNumbers, int phase, double[] target) {
        forEachRange(
                fluidNumbers.length,
                (from, end) -> plan.forEachListedBatch(array, fluidNumbers, from, end, phase, reader(0, target)));
    }

    void writeNodes(long[] fluidNumbers, int phase, double[] source) {
        forEachRange(
                fluidNumbers.length,
                (from, end) -> plan.forEachListedBatch(array, fluidNumbers, from, end, phase, writer(0, source)));
    }

    /// @param target `[lane - first][perNode]`
    private Consumer<NodeBatch> reader(long first, double[] target) {
        return batch -> {
            int node = (int) (batch.firstLane() - first);
            for (int i = 0; i < perNode; i++) {
                for (int lane = 0; lane < batch.lanes(); lane++) {
                    double stored = values.get(memory, batch.slot(i, lane) * slotBytes);
                    target[(node + lane) * perNode + i] = codec == null ? stored : codec.decode(i, stored);
                }
            }
        };
    }

    private Consumer<NodeBatch> writer(long first, double[] source) {
        return batch -> {
            int node = (int) (batch.firstLane() - first);
            for (int i = 0; i < perNode; i++) {
                for (int lane = 0; lane < batch.lanes(); lane++) {
                    double value = source[(node + lane) * perNode + i];
                    double stored = codec == null ? value : codec.encode(i, value);
                    values.set(memory, batch.slot(i, lane) * slotBytes, stored);
                }
            }
        };
    }

    /// Whether slots hold populations as kernels compute with them.
    boolean hasPlainValues() {
        return codec != null && codec.isIdentity() && valueBytes >= Integer.BYTES;
    }

    /// Copies populations of nodes as they are stored.
    /// @param directions of the values of a node
    /// @param target native memory
    void copyNodes(long first, int count, int phase, int[] directions, MemorySegment target) {
        requirePlainValues();
        new NodeCopy(this, directions, first, phase).copy(count, target);
    }

    /// The reverse of [#copyNodes], up to a value that is NaN or infinite.
    /// @return how many nodes have been written: all, or those before some nodes with such a value
    int pasteFiniteNodes(long first, int count, int phase, int[] directions, MemorySegment source) {
        requirePlainValues();
        return new NodeCopy(this, directions, first, phase).pasteFinite(count, source);
    }

    private void requirePlainValues() {
        if (!hasPlainValues()) {
            throw new UnsupportedOperationException("slots hold something else than populations");
        }
    }

    /// Copies values, as they are stored, from slots to a message.
    /// @param slots of the array; of a stored field: positions
    /// @param offset of the first value in the message, in bytes
    void pack(SlotRuns slots, MemorySegment message, long offset) {
        long base = plan.blocks().base(array) * slotBytes;
        forEachRun(
                slots,
                (slot, place, count) ->
                        copy(memory, base + slot * valueBytes, message, offset + (long) place * valueBytes, count));
    }

    /// The reverse of [#pack].
    void unpack(SlotRuns slots, MemorySegment message, long offset) {
        long base = plan.blocks().base(array) * slotBytes;
        forEachRun(
                slots,
                (slot, place, count) ->
                        copy(message, offset + (long) place * valueBytes, memory, base + slot * valueBytes, count));
    }

    private void forEachRun(SlotRuns slots, SlotRuns.Copy copy) {
        forEachRange(slots.count(), (from, end) -> slots.forEach(from, end, copy));
    }

    private void copy(MemorySegment from, long fromOffset, MemorySegment to, long toOffset, int count) {
        if (count >= LONG_RUN) {
            MemorySegment.copy(from, fromOffset, to, toOffset, (long) count * valueBytes);
            return;
        }
        for (int k = 0; k < count; k++) {
            long at = (long) k * valueBytes;
            switch (valueBytes) {
                case Short.BYTES -> to.set(AllMemory.SHORT, toOffset + at, from.get(AllMemory.SHORT, fromOffset + at));
                case Integer.BYTES -> to.set(AllMemory.INT, toOffset + at, from.get(AllMemory.INT, fromOffset + at));
                case Long.BYTES -> to.set(AllMemory.LONG, toOffset + at, from.get(AllMemory.LONG, fromOffset + at));
                default -> throw new IllegalStateException("a value of %d bytes".formatted(valueBytes));
            }
        }
    }

    void forEachRange(int count, Range work) {
        if (count <= FEW) {
            work.run(0, count);
            return;
        }
        workers.each(worker -> {
            int from = (int) ((long) count * worker / workers.size());
            int end = (int) ((long) count * (worker + 1) / workers.size());
            if (end > from) {
                work.run(from, end);
            }
        });
    }

    @FunctionalInterface
    interface Range {
        void run(int from, int end);
    }
}
