package dev.tessera.expr;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// A bounded iteration over some numbers: as long as a comparison holds, and at most `limit` times, all states are
/// replaced by their next values at once. Made by [ExprGraph#iterate]. Compares by identity.
public final class Iteration {
    private final String name;
    private final int limit;
    private final List<Expr> states;
    private final List<Expr> inputs;
    private final Step step;
    private final Evaluator evaluator;

    /// What an iteration computes from its states.
    ///
    /// @param continues a comparison; where it fails, the states keep their values
    /// @param next one value per state
    public record Step(Expr continues, List<Expr> next) {
        public Step {
            next = List.copyOf(next);
            if (!(continues.form() instanceof Form.Compare)) {
                throw new IllegalArgumentException(
                        "%s is not a comparison; an iteration goes on while a comparison holds".formatted(continues));
            }
        }
    }

    /// @param states symbols of the states in the step
    /// @param inputs symbols of other values in the step
    Iteration(String name, int limit, List<Expr> states, List<Expr> inputs, Step step) {
        if (limit < 1 || states.isEmpty() || states.size() != step.next().size()) {
            throw new IllegalArgumentException("an iteration of %d states, %d next values and at most %d times"
                    .formatted(states.size(), step.next().size(), limit));
        }
        this.name = name;
        this.limit = limit;
        this.states = List.copyOf(states);
        this.inputs = List.copyOf(inputs);
        this.step = step;
        ExprGraph graph = step.continues().graph();
        this.evaluator = Evaluator.of(IntStream.range(0, states.size())
                .mapToObj(k -> graph.select(step.continues(), step.next().get(k), states.get(k)))
                .toList());
    }

    public int limit() {
        return limit;
    }

    /// Symbols of the states.
    public List<Expr> states() {
        return states;
    }

    /// Symbols of values that do not change, in the order of the operands after the states' initial values.
    public List<Expr> inputs() {
        return inputs;
    }

    public Step step() {
        return step;
    }

    String name() {
        return name;
    }

    /// One state after the iteration; null where a value is not defined.
    /// @param operands initial states, then inputs
    <T> @Nullable T run(Arithmetic<T> arithmetic, int state, List<T> operands) {
        Map<String, T> values = new LinkedHashMap<>();
        List<Expr> symbols = Stream.concat(states.stream(), inputs.stream()).toList();
        for (int k = 0; k < symbols.size(); k++) {
            values.put(nameOf(symbols.get(k)), operands.get(k));
        }
        for (int k = 0; k < limit; k++) {
            List<@Nullable T> next = new ArrayList<>(evaluator.run(arithmetic, values::get));
            boolean isOver = true; // states that keep their values do so for ever
            for (int s = 0; s < states.size(); s++) {
                T value = next.get(s);
                if (value == null) {
                    return null;
                }
                isOver &= value.equals(values.put(nameOf(states.get(s)), value));
            }
            if (isOver) {
                break;
            }
        }
        return values.get(nameOf(states.get(state)));
    }

    private static String nameOf(Expr symbol) {
        return ((Form.Symbol) symbol.form()).name();
    }

    @Override
    public String toString() {
        return name;
    }
}
