package dev.tessera.solver;

/// The steps of a repeated event.
///
/// @param stepsBetween steps between two events, not necessarily whole; infinite for never
record Schedule(double stepsBetween) {
    static final Schedule NEVER = new Schedule(Double.POSITIVE_INFINITY);

    static Schedule everySteps(long steps) {
        return new Schedule(Math.max(1, steps));
    }

    static Schedule of(OutputChoice.Schedule choice, double timeStepS) {
        if (choice.steps().isPresent()) {
            return everySteps(choice.steps().getAsLong());
        }
        return choice.seconds().isPresent()
                ? new Schedule(Math.max(1, choice.seconds().getAsDouble() / timeStepS))
                : NEVER;
    }

    boolean isNever() {
        return Double.isInfinite(stepsBetween);
    }

    /// The first event's step after `step`.
    long nextAfter(long step) {
        if (isNever()) {
            return Long.MAX_VALUE;
        }
        long event = (long) Math.floor(step / stepsBetween);
        long next = stepOf(event);
        while (next <= step) {
            next = stepOf(++event);
        }
        return next;
    }

    boolean isDue(long step) {
        return step > 0 && !isNever() && nextAfter(step - 1) == step;
    }

    private long stepOf(long event) {
        return Math.round(event * stepsBetween);
    }
}
