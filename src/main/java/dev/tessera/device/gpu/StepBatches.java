package dev.tessera.device.gpu;

import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.IntFunction;

/// The batches in which steps are sent to devices, as captured launches that are repeated (docs/decisions/0022). They
/// have 16, 8, 4, 2 or 1 rounds of the pattern's phases, so that a request between two rows of a log is one or few.
final class StepBatches {
    /// Rounds of the pattern's phases.
    private static final int LONG = 16;

    private final int phases;
    private final IntFunction<Optional<GpuSequence>> capture; // of a number of steps, from phase 0 on
    private final TreeMap<Integer, GpuSequence> captured = new TreeMap<>(); // by steps
    private final Set<Integer> wanted = new HashSet<>(); // lengths that have been of use once
    private boolean areUsed; // at most until the driver fails to capture

    /// @param phases of the pattern
    /// @param areUseful whether steps may be sent in batches, which are then faster than steps one by one
    /// @param capture captures a number of steps from phase 0 on; empty if the driver cannot
    StepBatches(int phases, boolean areUseful, IntFunction<Optional<GpuSequence>> capture) {
        this.phases = phases;
        this.areUsed = areUseful;
        this.capture = capture;
    }

    boolean areUsed() {
        return areUsed;
    }

    /// The batch for the next steps.
    /// @param steps that are left, from phase 0 on
    /// @return its steps; 0 if the next step should run alone
    int longest(long steps) {
        if (!areUsed || steps < phases) {
            return 0;
        }
        int length = (int) Math.min(LONG, Long.highestOneBit(steps / phases)) * phases;
        // a capture takes as long as its launches: only for what is repeated at once, or has been of use before
        boolean isRepeated = steps >= 2L * length || !wanted.add(length);
        if (isRepeated && has(length)) {
            return length;
        }
        Integer shorter = captured.floorKey(length);
        return areUsed && shorter != null ? shorter : 0;
    }

    private boolean has(int length) {
        if (!captured.containsKey(length)) {
            capture.apply(length).ifPresentOrElse(sequence -> captured.put(length, sequence), () -> areUsed = false);
        }
        return areUsed;
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
