package dev.tessera.device.cpu;

import dev.tessera.kernel.Precision;
import dev.tessera.kernel.lane.LanePlan;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.IntUnaryOperator;
import org.jspecify.annotations.Nullable;

/// The stages of a plan, divided into numbered chunks, which are the same in every stage.
sealed interface StepWork permits LaneSteps, TileSteps {
    /// @param classes of the plan, in its order
    static StepWork of(
            LanePlan plan,
            List<ClassRun> classes,
            Precision precision,
            MemorySegment populations,
            WorkerPool workers,
            Arena arena) {
        return plan.tiles().isPresent()
                ? new TileSteps(plan, plan.tiles().get(), classes, precision, populations, workers, arena)
                : new LaneSteps(plan, classes, precision, populations, workers, arena);
    }

    /// Scratch memory of each worker.
    static long scratchBytes(LanePlan plan, Precision precision) {
        return plan.tiles()
                .map(tiles -> TileRunner.scratchBytes(plan, tiles, precision))
                .orElseGet(() -> SegmentRunner.scratchBytes(plan, precision));
    }

    /// Chunks of a worker in the order in which it runs them: strip by strip, every other worker in reverse, so
    /// that neighbouring workers reach their common border at the same time.
    ///
    /// @param numbers of the chunks, in memory order
    static List<Integer> sweepOrder(int worker, List<Integer> numbers, IntUnaryOperator stripOf) {
        List<Integer> ordered = new ArrayList<>(worker % 2 == 0 ? numbers : numbers.reversed());
        ordered.sort(Comparator.comparingInt(stripOf::applyAsInt));
        return ordered;
    }

    /// For each worker its own chunks, in order.
    List<List<Integer>> owned();

    /// Runs one stage of a step of a chunk.
    /// @param step of the block for which series are prepared ([ClassRun#loadSeries])
    void run(int worker, int chunk, int stage, int phase, int step);

    /// A worker's access to what chunks read in a step; null where they have no tables of their own.
    @Nullable
    SegmentRunner reader(int worker);

    /// Gives every node the same incoming populations; each worker fills those of its nodes.
    /// @param array index among the populations of the plan
    /// @param phase of the slots that are read
    /// @param stored `[direction]`, as they are stored
    /// @return whether this has been done: it needs tables of all these slots
    boolean fill(int array, int phase, double[] stored);

    /// Makes each worker touch its pages first, so that they are allocated near it.
    void touchFirst();
}
