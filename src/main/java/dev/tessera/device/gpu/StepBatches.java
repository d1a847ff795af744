package dev.tessera.device.gpu;

import dev.tessera.kernel.gpu.GpuPlan;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.IntFunction;

/// The batches in which steps are sent to a device, as captured launches that are repeated (docs/decisions/0022): long
/// ones, and short ones for what is left, since single steps lose what the branches of a capture gain.
final class StepBatches {
    /// Rounds of the pattern's phases.
    private static final int LONG = 16;

    private static final int SHORT = 1;

    /// The number of nodes from which a step of one class takes so long that its launch is hidden anyway.
    private static final long MANY_NODES = 4_000_000;

    private final int phases;
    private final IntFunction<Optional<GpuSequence>> capture; // of a number of steps, from phase 0 on
    private final TreeMap<Integer, GpuSequence> captured = new TreeMap<>(); // by steps
    private final boolean isUseful;
    private boolean canCapture; // until the driver fails to capture

    /// @param isWanted whether steps may be sent in batches
    /// @param capture captures a number of steps from phase 0 on; empty if the driver cannot
    StepBatches(GpuPlan plan, boolean isWanted, IntFunction<Optional<GpuSequence>> capture) {
        this.phases = plan.plan().phases();
        this.isUseful =
                plan.plan().fluidNodes() <= MANY_NODES || plan.plan().classes().size() > 1; // which are branches
        this.canCapture = isWanted;
        this.capture = capture;
    }

    boolean areUsed() {
        return canCapture && isUseful;
    }

    /// The longest batch for the next steps.
    /// @param steps that are left, from phase 0 on
    /// @return its steps; 0 if the next step should run alone
    int longest(long steps) {
        int length = LONG * phases;
        if (!areUsed()) {
            return 0;
        }
        // a batch that is repeated only once saves nothing
        if (steps >= length && (steps >= 2L * length || captured.containsKey(length))) {
            return has(length) ? length : 0;
        }
        int rest = SHORT * phases;
        return captured.containsKey(length) && steps >= rest && has(rest) ? rest : 0;
    }

    private boolean has(int length) {
        if (!captured.containsKey(length)) {
            capture.apply(length).ifPresentOrElse(sequence -> captured.put(length, sequence), () -> canCapture = false);
        }
        return canCapture;
    }

    /// Launches a batch whose length [#longest] has returned.
    void repeat(int length) {
        GpuSequence sequence = captured.get(length);
        if (sequence == null) {
            throw new IllegalStateException("no batch of %d steps has been captured".formatted(length));
        }
        sequence.repeat();
    }

    /// Forgets all batches: their arguments have changed.
    void release() {
        captured.values().forEach(GpuSequence::close);
        captured.clear();
    }
}
