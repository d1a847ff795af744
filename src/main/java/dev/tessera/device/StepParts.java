package dev.tessera.device;

/// Which part of a step an execution runs next. Not thread-safe.
public final class StepParts {
    private boolean isEdgeDone;

    /// Notes that a part is run.
    /// @throws IllegalStateException if the other part is next
    public void next(StepPart part) {
        if (isEdgeDone != (part == StepPart.INNER)) {
            throw new IllegalStateException(
                    isEdgeDone
                            ? "the edge of this step has been run; run its inner part"
                            : "run the edge of a step before its inner part");
        }
        isEdgeDone = part == StepPart.EDGE;
    }

    /// @throws IllegalStateException between the parts of a step
    public void requireWhole() {
        if (isEdgeDone) {
            throw new IllegalStateException("only the edge of this step has been run; run its inner part first");
        }
    }

    /// The step that reads the values which are exchanged now.
    /// @param steps completed
    public long stepOfValues(long steps) {
        return isEdgeDone ? steps + 1 : steps;
    }
}
