package dev.tessera.kernel.reduce;

import java.util.List;
import java.util.function.LongToDoubleFunction;

/// A series whose values follow from the flow (docs/decisions/0042). Before each step a device sums a quantity over
/// nodes in the present flow, computes the value of the series for this step, and a stored value for the next one:
/// both are linear in the values before, the sum, and a number that is given for the step. All of it is in FP64, in
/// the order that [Row#at] has, so that the same flow gives the same bits on every device.
///
/// @param series its name in the kernels
/// @param sum a reduction with one sum and no extremes
/// @param value how the value of the series follows
/// @param stored how the stored value follows
/// @param given the number of a step, from 0; the same step has the same number
/// @param start before the first step
public record Feedback(String series, Totals sum, Row value, Row stored, LongToDoubleFunction given, State start) {
    /// @throws IllegalArgumentException if the reduction is not a single sum
    public Feedback {
        if (sum.sums().size() != 1 || !sum.extremes().isEmpty()) {
            throw new IllegalArgumentException("series %s needs one sum over the flow, not %s and the extremes of %s"
                    .formatted(series, sum.sums(), sum.extremes()));
        }
    }

    /// What a device stores between steps.
    ///
    /// @param value of the series in the last step
    public record State(double value, double stored) {}

    /// Coefficients of a linear function.
    ///
    /// @param ofStored factor of the stored value
    /// @param ofValue factor of the series' last value
    /// @param ofSum factor of the sum
    /// @param ofGiven factor of the given number
    public record Row(double ofStored, double ofValue, double ofSum, double ofGiven) {
        double at(State last, double sum, double given) {
            return ((ofStored * last.stored + ofValue * last.value) + ofSum * sum) + ofGiven * given;
        }
    }

    /// @throws IllegalArgumentException if there is not one state for each series
    public static void requireOnePerSeries(List<Feedback> all, List<State> states) {
        if (states.size() != all.size()) {
            throw new IllegalArgumentException(
                    "%d states for %d series that follow from the flow".formatted(states.size(), all.size()));
        }
    }

    /// The state in a step.
    ///
    /// @param last the state in the step before
    /// @param sumOfFlow over the present flow
    /// @param step its number
    public State next(State last, double sumOfFlow, long step) {
        double number = given.applyAsDouble(step);
        return new State(value.at(last, sumOfFlow, number), stored.at(last, sumOfFlow, number));
    }
}
