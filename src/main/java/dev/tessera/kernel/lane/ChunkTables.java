package dev.tessera.kernel.lane;

import dev.tessera.kernel.NodeClass;
import dev.tessera.kernel.StepPlan;
import dev.tessera.kernel.StoredArray;
import dev.tessera.layout.StorageLayout;
import java.util.ArrayList;
import java.util.List;

/// Builds the tables of chunks of a class.
public final class ChunkTables {
    private final List<StorageLayout> storages;
    private final List<SlotStreams> steps; // [stage]
    private final int moveLanes;
    private final boolean inOrder;
    private final ClassNodes nodes;
    private final Strips strips;
    private final boolean[] isEmpty; // [stage]
    private final int phases; // 0: steps run tile by tile

    ChunkTables(
            StepPlan plan,
            List<SlotStreams> steps,
            int moveLanes,
            NodeClass nodeClass,
            ClassNodes nodes,
            Strips strips) {
        this.storages = plan.populations().stream()
                .map(StoredArray.Populations::storage)
                .toList();
        this.steps = steps;
        this.moveLanes = moveLanes;
        this.inOrder = !nodeClass.fields().isEmpty();
        this.nodes = nodes;
        this.strips = strips;
        this.isEmpty = new boolean[steps.size()];
        for (int stage = 0; stage < isEmpty.length; stage++) {
            isEmpty[stage] = nodeClass.step(stage).isEmpty();
        }
        this.phases = plan.needsBarriers() ? 0 : plan.phases();
    }

    /// Receives a chunk and its number.
    @FunctionalInterface
    interface ChunkTarget {
        void set(int chunk, LaneChunk built);
    }

    /// Consecutive chunks.
    /// @param starts `[chunk]` its first lane, then the end of the last one
    /// @param target receives those of `from` … `end - 1`, each as soon as it is built
    void build(List<Long> starts, int from, int end, ChunkTarget target) {
        List<Builder> builders =
                steps.stream().map(streams -> new Builder(streams)).toList();
        for (int k = from; k < end; k++) {
            target.set(k, chunk(builders, starts.get(k), Math.toIntExact(starts.get(k + 1) - starts.get(k))));
        }
    }

    private LaneChunk chunk(List<Builder> builders, long first, int lanes) {
        List<List<long[]>> tables = new ArrayList<>();
        List<List<char[]>> orders = new ArrayList<>();
        for (int stage = 0; stage < builders.size(); stage++) {
            List<long[]> byPhase = new ArrayList<>();
            List<char[]> ordersByPhase = new ArrayList<>();
            for (int phase = 0; phase < phases && !isEmpty[stage]; phase++) {
                Builder builder = builders.get(stage);
                byPhase.add(builder.table(phase, first, lanes));
                ordersByPhase.add(builder.segments.order());
            }
            tables.add(byPhase);
            orders.add(ordersByPhase);
        }
        int[] row = new int[1];
        nodes.forEachRun(first + lanes / 2, 1, (x, y, z, run, position, fluidNumber, index) -> row[0] = y);
        return new LaneChunk(first, lanes, strips.ofRow()[row[0]], tables, orders);
    }

    /// The fluid numbers of a chunk's lanes.
    int[] fluidNumbers(LaneChunk chunk) {
        int[] numbers = new int[chunk.lanes()];
        int[] lane = {0};
        nodes.forEachRun(chunk.firstLane(), chunk.lanes(), (x, y, z, run, position, fluidNumber, index) -> {
            for (int i = 0; i < run; i++) {
                numbers[lane[0]++] = Math.toIntExact(fluidNumber + i);
            }
        });
        return numbers;
    }

    /// Builds one table after the other, for one thread.
    private final class Builder {
        private final StreamSlots slots;
        private final SegmentBuilder segments;
        private final long[][] found; // [stream][lane]
        private final long[] starts; // [stream]

        Builder(SlotStreams streams) {
            this.slots = new StreamSlots(streams.streams(), storages);
            this.segments = new SegmentBuilder(streams.streams(), moveLanes, inOrder);
            this.found = new long[streams.count()][RunSlots.LANES];
            this.starts = new long[streams.count()];
        }

        long[] table(int phase, long first, int lanes) {
            segments.restart();
            if (slots.areOwn(phase)) {
                nodes.forEachSequence(first, lanes, (position, count) -> {
                    slots.findOwn(phase, position, starts);
                    segments.addSequence(starts, count);
                });
                return segments.finish();
            }
            nodes.forEachRun(first, lanes, (x, y, z, run, position, fluidNumber, index) -> {
                for (int i = 0; i < run; i += RunSlots.LANES) {
                    int length = Math.min(RunSlots.LANES, run - i);
                    slots.find(phase, x + i, y, z, length, position + i, found, starts);
                    segments.add(found, starts, length);
                }
            });
            return segments.finish();
        }
    }
}
