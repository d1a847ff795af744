package dev.tessera.device.cpu;

import dev.tessera.kernel.Precision;
import dev.tessera.kernel.lane.LanePlan;
import dev.tessera.kernel.lane.TileArray;
import dev.tessera.kernel.lane.TileChunk;
import dev.tessera.kernel.lane.TilePlan;
import java.util.ArrayList;
import java.util.List;

/// Runs tiles with ghost buffers, as [TilePlan] describes: incoming populations are copied from buffers to rows,
/// kernels write new values to scratch rows, and these are copied to slots and buffers. One instance per worker;
/// not thread-safe.
final class TileRunner {
    private static final int LINE_BYTES = 64;
    private static final int CHUNKS_BETWEEN_CHECKS = 8;

    private final List<TileStage> stages = new ArrayList<>();
    private int chunks; // run so far

    /// @param memory address of slot 0
    /// @param scratch address of [#scratchBytes] bytes, aligned to a cache line
    TileRunner(LanePlan lanes, TilePlan plan, List<ClassRun> classes, Precision precision, long memory, long scratch) {
        long rowBytes = rowBytes(lanes, plan, precision);
        List<TileRows> arrays = new ArrayList<>();
        long next = scratch;
        List<String> names = lanes.blocks().populations();
        for (int a = 0; a < names.size(); a++) {
            TileArray array = plan.arrays().get(a);
            long base = memory + lanes.blocks().base(names.get(a)) * precision.storedBytes();
            arrays.add(new TileRows(plan, array, precision, base, next, rowBytes));
            next += 2L * array.directions() * rowBytes;
        }
        for (int stage = 0; stage < lanes.stages(); stage++) {
            stages.add(new TileStage(plan, arrays, classes, stage, precision, memory, next, rowBytes));
        }
    }

    static long scratchBytes(LanePlan lanes, TilePlan plan, Precision precision) {
        long rows = 0;
        for (TileArray array : plan.arrays()) {
            rows += 2L * array.directions();
        }
        long ofStages = 0;
        for (int stage = 0; stage < lanes.stages(); stage++) {
            ofStages = Math.max(ofStages, TileStage.rows(lanes, stage));
        }
        return (rows + ofStages) * rowBytes(lanes, plan, precision);
    }

    /// An odd number of cache lines, so that rows do not map to the same cache set.
    private static long rowBytes(LanePlan lanes, TilePlan plan, Precision precision) {
        int width = lanes.blocks().hasFields() ? lanes.blocks().fieldWidth() : 1;
        long lines = Math.ceilDiv((long) plan.nodesPerTile() * width * precision.storedBytes(), LINE_BYTES);
        return (lines | 1) * LINE_BYTES;
    }

    /// @param step as in [StepWork#run]
    void run(TileChunk chunk, int stage, int phase, int step) {
        TileStage present = stages.get(stage);
        boolean isWatched = chunks++ % CHUNKS_BETWEEN_CHECKS == 0;
        for (int tile = chunk.firstTile(); tile < chunk.endTile(); tile++) {
            present.load(tile, phase);
            if (tile + 1 < chunk.endTile()) {
                present.prefetch(tile + 1, phase);
            }
            present.compute(tile, step, isWatched && tile == chunk.firstTile());
            present.store(tile, phase);
        }
    }
}
