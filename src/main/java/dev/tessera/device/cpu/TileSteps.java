package dev.tessera.device.cpu;

import dev.tessera.kernel.Precision;
import dev.tessera.kernel.lane.LanePlan;
import dev.tessera.kernel.lane.TileArray;
import dev.tessera.kernel.lane.TileChunk;
import dev.tessera.kernel.lane.TilePlan;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Runs steps tile by tile, with all node classes of a tile at once: for storages in which all nodes of a tile have
/// to read before any of them writes.
final class TileSteps implements StepWork {
    private static final long PAGE_BYTES = 4096;

    private final LanePlan plan;
    private final TilePlan tiles;
    private final Precision precision;
    private final MemorySegment populations;
    private final WorkerPool workers;
    private final List<TileChunk> chunks = new ArrayList<>(); // by worker, in order
    private final List<TileRunner> runners = new ArrayList<>(); // [worker]
    private final List<List<Integer>> owned = new ArrayList<>();

    TileSteps(
            LanePlan plan,
            TilePlan tiles,
            List<ClassRun> classes,
            Precision precision,
            MemorySegment populations,
            WorkerPool workers,
            Arena arena) {
        this.plan = plan;
        this.tiles = tiles;
        this.precision = precision;
        this.populations = populations;
        this.workers = workers;
        for (int worker = 0; worker < workers.size(); worker++) {
            MemorySegment rows = HostMemory.allocate(arena, TileRunner.scratchBytes(plan, tiles, precision));
            runners.add(new TileRunner(plan, tiles, classes, precision, populations.address(), rows.address()));
            number(worker);
        }
    }

    private void number(int worker) {
        List<Integer> numbers = new ArrayList<>();
        for (TileChunk chunk : tiles.chunks().get(worker)) {
            numbers.add(chunks.size());
            chunks.add(chunk);
        }
        owned.add(StepWork.sweepOrder(worker, numbers, k -> chunks.get(k).strip()));
    }

    @Override
    public List<List<Integer>> owned() {
        return owned;
    }

    @Override
    public void run(int worker, int chunk, int stage, int phase, int step) {
        runners.get(worker).run(chunks.get(chunk), stage, phase, step);
    }

    @Override
    public @Nullable SegmentRunner reader(int worker) {
        return null;
    }

    @Override
    public boolean fill(int array, int phase, double[] stored) {
        return false;
    }

    @Override
    public void touchFirst() {
        workers.each(worker -> tiles.chunks().get(worker).forEach(this::touch));
    }

    private void touch(TileChunk chunk) {
        long from = (long) chunk.firstTile() * tiles.nodesPerTile();
        long end = (long) chunk.endTile() * tiles.nodesPerTile();
        List<String> names = plan.blocks().populations();
        for (int a = 0; a < names.size(); a++) {
            TileArray array = tiles.arrays().get(a);
            long base = plan.blocks().base(names.get(a));
            for (int i = 0; i < array.directions(); i++) {
                touch(base + array.start(i) + from, base + array.start(i) + end);
            }
            long firstValue = array.firstValue(chunk.firstTile());
            long endValue = array.firstValue(chunk.endTile());
            for (int phase = 0; phase < plan.phases(); phase++) {
                touch(base + array.readBuffers(phase) + firstValue, base + array.readBuffers(phase) + endValue);
            }
        }
    }

    private void touch(long slot, long end) {
        for (long at = slot * precision.storedBytes(); at < end * precision.storedBytes(); at += PAGE_BYTES) {
            populations.set(AllMemory.SHORT, at, (short) 0);
        }
    }
}
