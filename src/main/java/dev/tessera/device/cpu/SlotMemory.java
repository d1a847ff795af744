package dev.tessera.device.cpu;

import dev.tessera.kernel.PopulationCodec;
import dev.tessera.kernel.Precision;
import dev.tessera.kernel.lane.LanePlan;
import dev.tessera.kernel.lane.NodeBatch;
import java.lang.foreign.MemorySegment;
import java.util.function.Consumer;

/// Reads and writes the values of slots: populations of nodes as numbers, and single slots as they are stored. The
/// work is split among all workers.
///
/// @param populations all slots
record SlotMemory(
        LanePlan plan,
        MemorySegment populations,
        Precision precision,
        PopulationCodec codec,
        LaneValues values,
        WorkerPool workers) {
    SlotMemory(
            LanePlan plan,
            MemorySegment populations,
            Precision precision,
            PopulationCodec codec,
            WorkerPool workers) {
        this(plan, populations, precision, codec, LaneValues.of(precision.stored()), workers);
    }

    void readNodes(long first, int count, int phase, double[] target) {
        forEachRange(count, (from, end) -> plan.forEachFluidBatch(first + from, end - from, phase, reader(first, target)));
    }

    void writeNodes(long first, int count, int phase, double[] source) {
        forEachRange(count, (from, end) -> plan.forEachFluidBatch(first + from, end - from, phase, writer(first, source)));
    }

    void readNodes(long[] fluidNumbers, int phase, double[] target) {
        forEachRange(
                fluidNumbers.length,
                (from, end) -> plan.forEachListedBatch(fluidNumbers, from, end, phase, reader(0, target)));
    }

    void writeNodes(long[] fluidNumbers, int phase, double[] source) {
        forEachRange(
                fluidNumbers.length,
                (from, end) -> plan.forEachListedBatch(fluidNumbers, from, end, phase, writer(0, source)));
    }

    /// @param target `[lane - first][q]`
    private Consumer<NodeBatch> reader(long first, double[] target) {
        int q = plan.directions();
        return batch -> {
            int node = (int) (batch.firstLane() - first);
            for (int i = 0; i < q; i++) {
                for (int lane = 0; lane < batch.lanes(); lane++) {
                    double stored = values.get(populations, batch.slot(i, lane) * precision.storedBytes());
                    target[(node + lane) * q + i] = codec.decode(i, stored);
                }
            }
        };
    }

    private Consumer<NodeBatch> writer(long first, double[] source) {
        int q = plan.directions();
        return batch -> {
            int node = (int) (batch.firstLane() - first);
            for (int i = 0; i < q; i++) {
                for (int lane = 0; lane < batch.lanes(); lane++) {
                    double stored = codec.encode(i, source[(node + lane) * q + i]);
                    values.set(populations, batch.slot(i, lane) * precision.storedBytes(), stored);
                }
            }
        };
    }

    void read(long[] slots, double[] target) {
        forEachRange(slots.length, (from, end) -> {
            for (int k = from; k < end; k++) {
                target[k] = values.get(populations, slots[k] * precision.storedBytes());
            }
        });
    }

    void write(long[] slots, double[] source) {
        forEachRange(slots.length, (from, end) -> {
            for (int k = from; k < end; k++) {
                values.set(populations, slots[k] * precision.storedBytes(), source[k]);
            }
        });
    }

    private void forEachRange(int count, Range work) {
        workers.each(worker -> {
            int from = (int) ((long) count * worker / workers.size());
            int end = (int) ((long) count * (worker + 1) / workers.size());
            if (end > from) {
                work.run(from, end);
            }
        });
    }

    @FunctionalInterface
    private interface Range {
        void run(int from, int end);
    }
}
