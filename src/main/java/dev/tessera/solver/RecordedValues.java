package dev.tessera.solver;

import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleUnaryOperator;
import org.jspecify.annotations.Nullable;

/// The values of consecutive nodes, found by one of several threads: constants are written at once, values that change
/// in time are recorded, since their terms get names in the order of the nodes.
final class RecordedValues implements NodeValues {
    private final ImposedFields target;
    private final List<Value> changing = new ArrayList<>();
    private @Nullable RuntimeException failure;

    private record Value(String field, int node, TimeFunction function) {}

    RecordedValues(ImposedFields target) {
        this.target = target;
    }

    /// Finds the values; an exception is kept for [#replay].
    void record(Runnable values) {
        try {
            values.run();
        } catch (RuntimeException failed) {
            failure = failed;
        }
    }

    @Override
    public void set(String field, int node, double value) {
        target.set(field, node, value);
    }

    @Override
    public void set(String field, int node, TimeFunction value) {
        boolean changes = switch (value) {
            case TimeFunction.Separated(double constant, List<TimeFunction.Separated.Term> terms) -> {
                target.set(field, node, constant);
                yield !terms.isEmpty();
            }
            case TimeFunction.Multiple(TimeFunction.Separated shared, DoubleUnaryOperator function) -> {
                target.set(field, node, function.applyAsDouble(shared.constant()));
                yield !shared.terms().isEmpty();
            }
            case TimeFunction.Evaluated _ -> true;
        };
        if (changes) {
            changing.add(new Value(field, node, value));
        }
    }

    /// Adds the recorded values to the fields, or throws what prevented it.
    void replay() {
        if (failure != null) {
            throw failure;
        }
        changing.forEach(value -> target.setChanging(value.field, value.node, value.function));
    }
}
