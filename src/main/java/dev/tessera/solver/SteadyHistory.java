package dev.tessera.solver;

/// What a steady-state test remembers between two comparisons: a checkpoint stores it, so that a resumed run ends at
/// the same step as one that was never interrupted.
///
/// @param tolerance that comparisons were judged by
/// @param intervalSteps steps between two comparisons
/// @param calm comparisons in a row within the tolerance
/// @param residual the last relative change; NaN before the second comparison
/// @param lastNumber that the next one will be compared with; NaN where velocities are compared
/// @param lastVelocity likewise, lattice units, `[axis][fluid node]`; empty where there is none. Not copied
record SteadyHistory(
        double tolerance, long intervalSteps, int calm, double residual, double lastNumber, double[][] lastVelocity) {
    private static final int NUMBERS = 5;

    /// All but the velocities as one line.
    String numbers() {
        return "%s %d %d %s %s".formatted(tolerance, intervalSteps, calm, residual, lastNumber);
    }

    /// Reads what [#numbers] wrote.
    /// @throws NumberFormatException where it is something else
    static SteadyHistory of(String numbers, double[][] lastVelocity) {
        String[] parts = numbers.split(" ", -1);
        if (parts.length != NUMBERS) {
            throw new NumberFormatException("%d numbers instead of %d".formatted(parts.length, NUMBERS));
        }
        return new SteadyHistory(
                Double.parseDouble(parts[0]),
                Long.parseLong(parts[1]),
                Integer.parseInt(parts[2]),
                Double.parseDouble(parts[3]),
                Double.parseDouble(parts[4]),
                lastVelocity);
    }
}
