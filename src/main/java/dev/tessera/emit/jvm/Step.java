package dev.tessera.emit.jvm;

import dev.tessera.expr.Form;
import dev.tessera.expr.Rational;
import java.util.List;
import org.jspecify.annotations.Nullable;

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

    /// Broadcasts a uniform value to all lanes.
    record Broadcast(Value target, Value uniform) implements Step {}

    /// Loads lanes from consecutive memory of an input stream.
    record Load(Value target, int stream) implements Step {}

    /// Stores lanes to consecutive memory of an output stream.
    record Store(int stream, Value value) implements Step {}

    /// The value that this step defines; null for a store.
    default @Nullable Value target() {
        return switch (this) {
            case Parameter p -> p.target;
            case Constant c -> c.target;
            case Operation o -> o.target;
            case Broadcast b -> b.target;
            case Load l -> l.target;
            case Store s -> null;
        };
    }

    /// The values that this step reads.
    default List<Value> operandValues() {
        return switch (this) {
            case Parameter p -> List.of();
            case Constant c -> List.of();
            case Operation o -> o.operands();
            case Broadcast b -> List.of(b.uniform());
            case Load l -> List.of();
            case Store s -> List.of(s.value());
        };
    }
}
