package dev.tessera.device.cpu;

import dev.tessera.kernel.lane.LanePlan;

/// Runs steps on all workers. A plan with one stage runs several steps per batch; otherwise all workers finish a
/// stage before any begins the next.
final class StepRounds {
    private static final int BATCHES_PER_BLOCK = 64;

    private final LanePlan plan;
    private final StepWork work;
    private final WorkerPool workers;
    private final Wavefront wavefront;
    private final int depth;
    private long stagesRun; // of whole steps, whatever the initial step number
    private long rounds;

    /// @param depth steps per batch, if steps can be batched
    StepRounds(LanePlan plan, StepWork work, WorkerPool workers, int depth) {
        this.plan = plan;
        this.work = work;
        this.workers = workers;
        this.wavefront = new Wavefront(plan, work.owned(), depth);
        this.depth = wavefront.canBatch() ? depth : 1;
    }

    /// The end of the block of steps that begins at a step: whole batches, so that values prepared for a block
    /// do not divide one.
    /// @param end of all steps
    long endOfBlock(long step, long end) {
        long block = (long) BATCHES_PER_BLOCK * depth;
        return Math.min(end, (step / block + 1) * block);
    }

    /// @param step the number of the first step, which determines its phase
    void run(long step, long count) {
        long first = stagesRun;
        long phaseShift = Math.floorMod(step - stagesRun / plan.stages(), plan.phases());
        long all = count * plan.stages();
        long single = wavefront.canBatch() ? Math.min(count, Math.floorMod(-step, plan.phases())) : all;
        workers.rounds(single, (worker, round) -> run(worker, round, 1, round, phaseShift, first));
        rounds += single;
        stagesRun += single;
        long together = (all - single + depth - 1) / depth;
        workers.rounds(together, (worker, round) -> {
            long before = round * depth;
            run(worker, round, (int) Math.min(depth, all - single - before), before, phaseShift, first);
        });
        rounds += together;
        stagesRun += all - single;
    }

    /// One worker's share of some stages: steps, if a step has one stage.
    /// @param before stages since the counters were last updated
    /// @param first stages run before this block
    private void run(int worker, long round, int batch, long before, long phaseShift, long first) {
        int stages = plan.stages();
        wavefront.run(worker, rounds + round, stagesRun + before, batch, phaseShift, (w, chunk, number) -> {
            int phase = (int) ((number / stages + phaseShift) % plan.phases());
            work.run(w, chunk, (int) (number % stages), phase, (int) ((number - first) / stages));
        });
    }

    /// Whether a step has failed: chunks have then run different numbers of steps.
    boolean isBroken() {
        return wavefront.isBroken();
    }
}
