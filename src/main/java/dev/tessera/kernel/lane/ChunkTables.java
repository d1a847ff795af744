package dev.tessera.kernel.lane;

import dev.tessera.kernel.NodeClass;
import dev.tessera.kernel.StepPlan;
import dev.tessera.kernel.StoredArray;
import dev.tessera.layout.StorageLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// Builds the tables of chunks of a class.
public final class ChunkTables {
    private final List<StorageLayout> storages;
    private final List<SlotStreams> steps; // [stage]
    private final int moveLanes;
    private final NodeClass nodeClass;
    private final boolean inOrder;
    private final ClassNodes nodes;
    private final Strips strips;
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
        this.nodeClass = nodeClass;
        this.inOrder = !nodeClass.fields().isEmpty();
        this.nodes = nodes;
        this.strips = strips;
        this.phases = plan.needsBarriers() ? 0 : plan.phases();
    }

    /// @param first lane of the chunk
    LaneChunk chunk(long first, int lanes) {
        List<List<long[]>> tables = new ArrayList<>();
        for (int stage = 0; stage < steps.size(); stage++) {
            List<long[]> byPhase = new ArrayList<>();
            for (int phase = 0; phase < phases && !nodeClass.step(stage).isEmpty(); phase++) {
                byPhase.add(build(steps.get(stage), phase, first, lanes).finish());
            }
            tables.add(byPhase);
        }
        int[] row = new int[1];
        nodes.forEachRun(first + lanes / 2, 1, (x, y, z, run, position, fluidNumber, index) -> row[0] = y);
        return new LaneChunk(first, lanes, strips.ofRow()[row[0]], tables);
    }

    /// The fluid numbers of a chunk's lanes in the order of a table.
    int[] fluidNumbers(LaneChunk chunk, int stage, int phase) {
        int[] numbers = new int[chunk.lanes()];
        int[] lane = {0};
        nodes.forEachRun(chunk.firstLane(), chunk.lanes(), (x, y, z, run, position, fluidNumber, index) -> {
            for (int i = 0; i < run; i++) {
                numbers[lane[0]++] = Math.toIntExact(fluidNumber + i);
            }
        });
        if (inOrder) {
            return numbers;
        }
        SegmentBuilder builder = build(steps.get(stage), phase, chunk.firstLane(), chunk.lanes());
        builder.finish();
        return Arrays.stream(builder.order()).map(added -> numbers[added]).toArray();
    }

    private SegmentBuilder build(SlotStreams streams, int phase, long first, int lanes) {
        StreamSlots slots = new StreamSlots(streams.streams(), storages);
        long[][] buffer = new long[streams.count()][RunSlots.LANES];
        SegmentBuilder builder = new SegmentBuilder(streams.streams(), moveLanes, inOrder);
        nodes.forEachRun(first, lanes, (x, y, z, run, position, fluidNumber, index) -> {
            for (int i = 0; i < run; i += RunSlots.LANES) {
                int length = Math.min(RunSlots.LANES, run - i);
                slots.fill(phase, x + i, y, z, length, position + i, buffer, 0);
                builder.add(buffer, length);
            }
        });
        return builder;
    }
}
