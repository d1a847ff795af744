package dev.tessera.device;

/// Which part of which stage of a step an execution runs next. Not thread-safe.
public final class StepParts {
    private final int stages;
    private int done; // parts of the present step

    /// @param stages of a step
    public StepParts(int stages) {
        this.stages = stages;
    }

    /// Notes that a part is run.
    /// @return whether it completes the step
    /// @throws IllegalStateException if another part is next
    public boolean next(int stage, StepPart part) {
        if (done / 2 != stage || part != nextPart()) {
            throw new IllegalStateException("part %s of stage %d is next, not part %s of stage %d"
                    .formatted(nextPart(), done / 2, part, stage));
        }
        done = (done + 1) % (2 * stages);
        return done == 0;
    }

    private StepPart nextPart() {
        return done % 2 == 0 ? StepPart.EDGE : StepPart.INNER;
    }

    /// No part of the present step has been run.
    public void restart() {
        done = 0;
    }

    /// Whether only some parts of a step have been run.
    public boolean isWithin() {
        return done > 0;
    }

    /// @throws IllegalStateException between the parts of a step
    public void requireWhole() {
        if (done > 0) {
            throw new IllegalStateException("only a part of this step has been run; part %s of stage %d is next"
                    .formatted(nextPart(), done / 2));
        }
    }

    /// The step that reads the populations which are exchanged now.
    /// @param steps completed
    /// @param stage that stores them
    public long stepOfValues(long steps, int stage) {
        return done > 2 * stage ? steps + 1 : steps;
    }
}
