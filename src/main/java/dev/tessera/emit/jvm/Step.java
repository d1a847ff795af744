package dev.tessera.emit.jvm;

import dev.tessera.expr.Form;
import dev.tessera.expr.Rational;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/// One step of a [LaneProgram]; source text and class are both generated from these.
sealed interface Step {
    /// A named value: one for all nodes of a call (`uniform`), or one per lane. Compares by identity.
    ///
    /// @param truth whether it is the result of a comparison
    final class Value {
        private final String name;
        private final boolean uniform;
        private final boolean truth;

        Value(String name, boolean uniform, boolean truth) {
            this.name = name;
            this.uniform = uniform;
            this.truth = truth;
        }

        String name() {
            return name;
        }

        boolean uniform() {
            return uniform;
        }

        boolean truth() {
            return truth;
        }

        @Override
        public String toString() {
            return name;
        }
    }

    /// Reads the call's parameter at `index`.
    record Parameter(Value target, int index) implements Step {}

    /// A constant, rounded once to the kernel's precision.
    record Constant(Value target, Rational value) implements Step {}

    /// One operation of the given `form`, with its operands in order.
    record Operation(Value target, Form form, List<Value> operands) implements Step {}

    /// Repeats a body as long as `continues` holds for a lane, and at most `limit` times: lanes for which it
    /// holds get the next states.
    ///
    /// @param counter a name for source text
    /// @param initial per lane, as all values of the body
    /// @param stepsBefore how many steps of the body come before the test of `continues`
    record Iterate(
            int limit,
            String counter,
            List<Value> states,
            List<Value> initial,
            List<Step> body,
            int stepsBefore,
            Value continues,
            List<Value> next)
            implements Step {}

    /// Broadcasts a uniform value to all lanes.
    record Broadcast(Value target, Value uniform) implements Step {}

    /// Loads lanes from consecutive memory of an input stream.
    record Load(Value target, int stream) implements Step {}

    /// Stores lanes to consecutive memory of an output stream.
    record Store(int stream, Value value) implements Step {}

    /// The values that this step defines for later ones; none for a store.
    default List<Value> targets() {
        return switch (this) {
            case Parameter p -> List.of(p.target);
            case Constant c -> List.of(c.target);
            case Operation o -> List.of(o.target);
            case Iterate i -> i.states();
            case Broadcast b -> List.of(b.target);
            case Load l -> List.of(l.target);
            case Store s -> List.of();
        };
    }

    /// The values that this step reads, without those of its body.
    default List<Value> operandValues() {
        return switch (this) {
            case Parameter p -> List.of();
            case Constant c -> List.of();
            case Operation o -> o.operands();
            case Iterate i -> {
                List<Value> inside = new ArrayList<>(i.states());
                i.body().forEach(step -> inside.addAll(step.targets()));
                Stream<Value> read = Stream.of(
                                i.initial().stream(),
                                i.body().stream().flatMap(step -> step.operandValues().stream()),
                                Stream.of(i.continues()),
                                i.next().stream())
                        .flatMap(values -> values);
                yield read.filter(value -> !inside.contains(value)).distinct().toList();
            }
            case Broadcast b -> List.of(b.uniform());
            case Load l -> List.of();
            case Store s -> List.of(s.value());
        };
    }
}
