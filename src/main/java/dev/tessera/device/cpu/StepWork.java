package dev.tessera.device.cpu;

import dev.tessera.kernel.Precision;
import dev.tessera.kernel.lane.LanePlan;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.IntUnaryOperator;

/// The steps of a plan, cut into numbered chunks that workers run.
sealed interface StepWork permits LaneSteps, TileSteps {
    /// @param classes of the plan, in its order
    static StepWork of(
            LanePlan plan,
            List<ClassRun> classes,
            Precision precision,
            MemorySegment populations,
            WorkerPool crew,
            Arena arena) {
        return plan.tiles().isPresent()
                ? new TileSteps(plan, plan.tiles().get(), classes, precision, populations, crew, arena)
                : new LaneSteps(plan, classes, precision, populations, crew, arena);
    }

    /// What each worker needs beside the populations, while it runs.
    static long scratchBytes(LanePlan plan, Precision precision) {
        return plan.tiles()
                .map(tiles -> TileRunner.scratchBytes(tiles, plan.directions(), precision))
                .orElseGet(() -> SegmentRunner.scratchBytes(plan, precision));
    }

    /// Chunks of a worker in the order in which it takes them: strip after strip, every other worker from its
    /// end, so that neighbouring workers meet at the same time.
    ///
    /// @param numbers of the chunks, as they lie
    static List<Integer> inTurn(int worker, List<Integer> numbers, IntUnaryOperator stripOf) {
        List<Integer> ordered = new ArrayList<>(worker % 2 == 0 ? numbers : numbers.reversed());
        ordered.sort(Comparator.comparingInt(stripOf::applyAsInt));
        return ordered;
    }

    /// For each worker the chunks that it begins with, in order.
    List<List<Integer>> owned();

    /// Does one step of a chunk.
    void run(int worker, int chunk, int phase);

    /// Has each worker touch the pages that it will work on, so that they lie near it.
    void touchFirst();
}
