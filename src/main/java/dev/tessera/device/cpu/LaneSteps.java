package dev.tessera.device.cpu;

import dev.tessera.kernel.Precision;
import dev.tessera.kernel.lane.LaneChunk;
import dev.tessera.kernel.lane.LanePlan;
import dev.tessera.kernel.lane.LaneTable;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

/// Runs steps class by class: a chunk is a range of consecutive lanes of one class, with its tables.
final class LaneSteps implements StepWork {
    private static final long PAGE_BYTES = 4096;

    private final int moveLanes;
    private final Precision precision;
    private final MemorySegment populations;
    private final WorkerPool workers;
    private final LaneValues values; // in slots
    private final List<ClassRun> classes;
    private final List<Work> chunks = new ArrayList<>(); // by class, then by worker, in order
    private final List<SegmentRunner> runners = new ArrayList<>(); // [worker]
    private final List<List<Integer>> owned = new ArrayList<>();

    /// A chunk and its class.
    private record Work(ClassRun of, LaneChunk chunk) {
        void run(SegmentRunner runner, int stage, int phase, int step) {
            if (chunk.isIdle(stage)) {
                return;
            }
            StageRun run = of.stages().get(stage);
            long[] in = new long[run.streams().in()];
            long[] out = new long[run.streams().out()];
            of.address(
                    run.streams().fieldsIn(),
                    chunk.firstLane(),
                    in,
                    run.streams().slotsIn());
            of.address(
                    run.streams().fieldsOut(),
                    chunk.firstLane(),
                    out,
                    run.streams().slotsOut());
            runner.run(run, run.scalars(step), chunk.tables().get(stage).get(phase), in, out);
        }
    }

    LaneSteps(
            LanePlan plan,
            List<ClassRun> classes,
            Precision precision,
            MemorySegment populations,
            WorkerPool workers,
            Arena arena) {
        this.moveLanes = plan.moveLanes();
        this.classes = classes;
        this.precision = precision;
        this.populations = populations;
        this.workers = workers;
        this.values = LaneValues.of(precision.stored());
        MoveCopy copy = MoveCopy.of(precision.stored());
        for (int worker = 0; worker < workers.size(); worker++) {
            MemorySegment rows = HostMemory.allocate(arena, SegmentRunner.scratchBytes(plan, precision));
            runners.add(new SegmentRunner(plan, precision, copy, populations.address(), rows.address()));
        }
        number();
    }

    /// Numbers all chunks, and assigns them to workers: boundaries first, then the bulk.
    private void number() {
        for (int worker = 0; worker < workers.size(); worker++) {
            owned.add(new ArrayList<>());
        }
        for (ClassRun c : classes) {
            for (int worker = 0; worker < workers.size(); worker++) {
                List<Integer> numbers = new ArrayList<>();
                for (LaneChunk chunk : c.lanes().chunks().get(worker)) {
                    numbers.add(chunks.size());
                    chunks.add(new Work(c, chunk));
                }
                owned.get(worker)
                        .addAll(
                                0,
                                StepWork.sweepOrder(
                                        worker,
                                        numbers,
                                        k -> chunks.get(k).chunk().strip()));
            }
        }
    }

    @Override
    public List<List<Integer>> owned() {
        return owned;
    }

    @Override
    public void run(int worker, int chunk, int stage, int phase, int step) {
        chunks.get(chunk).run(runners.get(worker), stage, phase, step);
    }

    @Override
    public SegmentRunner reader(int worker) {
        return runners.get(worker);
    }

    @Override
    public boolean fill(int array, int phase, double[] stored) {
        List<UniformFill> fills = new ArrayList<>();
        for (ClassRun c : classes) {
            var slots = c.stages().getFirst().slots();
            var fill = UniformFill.of(slots, moveLanes, array, stored, values, populations, precision.storedBytes());
            if (fill.isEmpty() || c.stages().getFirst().kernel().isEmpty()) {
                return false;
            }
            fills.add(fill.get());
        }
        workers.each(worker -> {
            for (int c = 0; c < fills.size(); c++) {
                for (LaneChunk chunk : classes.get(c).lanes().chunks().get(worker)) {
                    fills.get(c).fill(chunk.tables().getFirst().get(phase));
                }
            }
        });
        return true;
    }

    /// In the first phase: in the others the same pages belong to almost the same nodes.
    @Override
    public void touchFirst() {
        workers.each(worker -> {
            for (ClassRun c : classes) {
                for (LaneChunk chunk : c.lanes().chunks().get(worker)) {
                    for (int stage = 0; stage < chunk.tables().size(); stage++) {
                        int words = LaneTable.directWords(
                                c.stages().get(stage).slots().count());
                        if (!chunk.isIdle(stage)) {
                            touch(chunk.tables().get(stage).getFirst(), words);
                        }
                    }
                }
            }
        });
    }

    /// @param directWords of a segment
    private void touch(long[] table, int directWords) {
        for (int segment = 0; segment < table.length; ) {
            long header = table[segment];
            int lanes = LaneTable.lanes(header);
            int direct = 0;
            int word = segment + 1;
            for (; word <= segment + directWords; word++) {
                direct += Long.bitCount(table[word]);
            }
            for (; direct > 0; direct--) {
                long from = table[word++] * precision.storedBytes();
                for (long at = from; at < from + (long) lanes * precision.storedBytes(); at += PAGE_BYTES) {
                    values.set(populations, at, 0);
                }
            }
            segment = word + LaneTable.movesIn(header) + LaneTable.movesOut(header);
            for (; word < segment; word++) {
                values.set(populations, LaneTable.slot(table[word]) * precision.storedBytes(), 0);
            }
        }
    }
}
