package dev.tessera.expr;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// Makes and interns expressions. Simplifies locally and exactly (constants fold, x+0, x*1, x*0, x-x, --x), never
/// reorders operands: every target computes the operations of the model in their order. Thread-safe: plans of several
/// storages change one kernel at the same time. One graph per kernel.
public final class ExprGraph {
    private final Map<Form, Expr> interned = new LinkedHashMap<>();

    public Expr constant(Rational value) {
        return intern(new Form.Constant(value));
    }

    public Expr constant(long value) {
        return constant(Rational.of(value));
    }

    public Expr constant(long numerator, long denominator) {
        return constant(Rational.of(numerator, denominator));
    }

    public Expr symbol(String name) {
        return intern(new Form.Symbol(name));
    }

    public Expr add(Expr left, Expr right) {
        if (valueOf(left) instanceof Rational a && valueOf(right) instanceof Rational b) {
            return constant(a.plus(b));
        }
        if (left.isConstant(Rational.ZERO)) {
            return right;
        }
        if (right.isConstant(Rational.ZERO)) {
            return left;
        }
        if (right.form() instanceof Form.Negate(Expr operand)) {
            return subtract(left, operand);
        }
        if (left.form() instanceof Form.Negate(Expr operand)) {
            return subtract(right, operand);
        }
        return intern(new Form.Add(left, right));
    }

    public Expr subtract(Expr left, Expr right) {
        if (left == right) {
            return constant(Rational.ZERO);
        }
        if (valueOf(left) instanceof Rational a && valueOf(right) instanceof Rational b) {
            return constant(a.minus(b));
        }
        if (left.isConstant(Rational.ZERO)) {
            return negate(right);
        }
        if (right.isConstant(Rational.ZERO)) {
            return left;
        }
        if (right.form() instanceof Form.Negate(Expr operand)) {
            return add(left, operand);
        }
        return intern(new Form.Subtract(left, right));
    }

    public Expr multiply(Expr left, Expr right) {
        if (valueOf(left) instanceof Rational a) {
            if (valueOf(right) instanceof Rational b) {
                return constant(a.times(b));
            }
            if (a.isZero()) {
                return left;
            }
            if (a.isOne()) {
                return right;
            }
            if (a.equals(Rational.of(-1))) {
                return negate(right);
            }
        }
        if (valueOf(right) instanceof Rational) {
            return multiply(right, left);
        }
        if (left.form() instanceof Form.Negate(Expr a)) {
            return negate(multiply(a, right));
        }
        if (right.form() instanceof Form.Negate(Expr b)) {
            return negate(multiply(left, b));
        }
        return intern(new Form.Multiply(left, right));
    }

    public Expr divide(Expr left, Expr right) {
        if (valueOf(right) instanceof Rational b) {
            return multiply(constant(b.inverse()), left);
        }
        if (left.isConstant(Rational.ZERO)) {
            return left;
        }
        return intern(new Form.Divide(left, right));
    }

    @SuppressWarnings("ArgumentSelectionDefectChecker") // -(left - right) is right - left
    public Expr negate(Expr operand) {
        if (valueOf(operand) instanceof Rational value) {
            return constant(value.negated());
        }
        if (operand.form() instanceof Form.Negate(Expr inner)) {
            return inner;
        }
        if (operand.form() instanceof Form.Subtract(Expr left, Expr right)) {
            return subtract(right, left);
        }
        return intern(new Form.Negate(operand));
    }

    public Expr squareRoot(Expr operand) {
        return intern(new Form.SquareRoot(operand));
    }

    public Expr absolute(Expr operand) {
        return valueOf(operand) instanceof Rational value
                ? constant(value.signum() < 0 ? value.negated() : value)
                : intern(new Form.Absolute(operand));
    }

    public Expr fma(Expr factor, Expr multiplicand, Expr addend) {
        return intern(new Form.FusedMultiplyAdd(factor, multiplicand, addend));
    }

    public Expr minimum(Expr left, Expr right) {
        if (valueOf(left) instanceof Rational a && valueOf(right) instanceof Rational b) {
            return a.compareTo(b) <= 0 ? left : right;
        }
        return intern(new Form.Minimum(left, right));
    }

    public Expr maximum(Expr left, Expr right) {
        if (valueOf(left) instanceof Rational a && valueOf(right) instanceof Rational b) {
            return a.compareTo(b) >= 0 ? left : right;
        }
        return intern(new Form.Maximum(left, right));
    }

    public Expr compare(Form.Comparison comparison, Expr left, Expr right) {
        return intern(new Form.Compare(comparison, left, right));
    }

    /// Evaluated immediately where the condition compares constants.
    public Expr select(Expr condition, Expr whenTrue, Expr whenFalse) {
        if (condition.form() instanceof Form.Compare(Form.Comparison comparison, Expr left, Expr right)
                && valueOf(left) instanceof Rational a
                && valueOf(right) instanceof Rational b) {
            return Arithmetic.EXACT.compare(comparison, a, b) ? whenTrue : whenFalse;
        }
        return whenTrue == whenFalse ? whenTrue : intern(new Form.Select(condition, whenTrue, whenFalse));
    }

    public Expr digits(Form.DigitFunction function, Expr operand) {
        return intern(new Form.Digits(function, operand));
    }

    /// The value, not computed before another one ([Form.After]).
    public Expr after(Expr value, Expr earlier) {
        return valueOf(value) instanceof Rational || valueOf(earlier) instanceof Rational
                ? value
                : intern(new Form.After(value, earlier));
    }

    public Expr call(Form.ElementaryFunction function, List<Expr> arguments) {
        return intern(new Form.Call(function, arguments));
    }

    /// Repeats a step as long as its comparison holds, and at most `limit` times; all states change at once.
    /// Where the comparison fails, states keep their values, so that all targets give the same bits.
    ///
    /// @param initial value of each state
    /// @param step given the states, makes the comparison and the next values; it may use any other expression
    /// @return the states after the iteration
    public List<Expr> iterate(int limit, List<Expr> initial, Function<List<Expr>, Iteration.Step> step) {
        String name = "iteration_" + interned.size();
        List<Expr> states = IntStream.range(0, initial.size())
                .mapToObj(k -> symbol(name + "_state_" + k))
                .toList();
        return iterate(name, limit, states, initial, step.apply(states));
    }

    /// As [#iterate(int, List, Function)], of a step that exists.
    /// @param name of the step; identity tests take iterations of one name as one function
    /// @param states symbols that occur in the step only
    public List<Expr> iterate(String name, int limit, List<Expr> states, List<Expr> initial, Iteration.Step step) {
        var captured = new CapturedValues(this, name, states, step);
        var iteration = new Iteration(name, limit, states, captured.symbols(), captured.step());
        List<Expr> operands = new ArrayList<>(initial);
        operands.addAll(captured.values());
        return IntStream.range(0, states.size())
                .mapToObj(k -> intern(new Form.Iterate(iteration, k, operands)))
                .toList();
    }

    /// The same expression with some of its nodes replaced.
    public Expr substitute(Expr root, Map<Expr, Expr> replacements) {
        Map<Expr, Expr> done = new IdentityHashMap<>(replacements);
        for (Expr node : Reachable.from(List.of(root))) {
            if (!done.containsKey(node)) {
                List<Expr> before = node.form().operands();
                List<Expr> after =
                        before.stream().map(x -> done.getOrDefault(x, x)).toList();
                done.put(node, after.equals(before) ? node : rebuild(node.form(), after));
            }
        }
        return done.getOrDefault(root, root);
    }

    /// An expression of another graph, with other symbols.
    /// @param symbols what replaces a symbol of this name, of this graph
    public Expr copyOf(Expr root, Function<String, Expr> symbols) {
        Map<Expr, Expr> done = new IdentityHashMap<>();
        for (Expr node : Reachable.from(List.of(root))) {
            done.put(
                    node,
                    node.form() instanceof Form.Symbol(String name)
                            ? symbols.apply(name)
                            : rebuild(
                                    node.form(),
                                    node.form().operands().stream()
                                            .map(done::get)
                                            .toList()));
        }
        return done.getOrDefault(root, root);
    }

    /// The sum in the given order, from the left; zero for an empty list.
    public Expr sum(List<Expr> terms) {
        Expr total = constant(Rational.ZERO);
        for (Expr term : terms) {
            total = add(total, term);
        }
        return total;
    }

    /// Creates the same operation with other operands (as many as `form.operands()`).
    public Expr rebuild(Form form, List<Expr> operands) {
        return switch (form) {
            case Form.Constant(Rational value) -> constant(value);
            case Form.Symbol(String name) -> symbol(name);
            case Form.Add a -> add(operands.get(0), operands.get(1));
            case Form.Subtract s -> subtract(operands.get(0), operands.get(1));
            case Form.Multiply m -> multiply(operands.get(0), operands.get(1));
            case Form.Divide d -> divide(operands.get(0), operands.get(1));
            case Form.Negate n -> negate(operands.get(0));
            case Form.SquareRoot s -> squareRoot(operands.get(0));
            case Form.Absolute a -> absolute(operands.get(0));
            case Form.FusedMultiplyAdd f -> fma(operands.get(0), operands.get(1), operands.get(2));
            case Form.Minimum m -> minimum(operands.get(0), operands.get(1));
            case Form.Maximum m -> maximum(operands.get(0), operands.get(1));
            case Form.Compare c -> compare(c.comparison(), operands.get(0), operands.get(1));
            case Form.Select s -> select(operands.get(0), operands.get(1), operands.get(2));
            case Form.Digits d -> digits(d.function(), operands.get(0));
            case Form.Iterate i -> intern(new Form.Iterate(i.iteration(), i.state(), operands));
            case Form.After a -> after(operands.get(0), operands.get(1));
            case Form.Call c -> call(c.function(), operands);
        };
    }

    /// All nodes in order of creation (operands first).
    public synchronized List<Expr> nodes() {
        return new ArrayList<>(interned.values());
    }

    private synchronized Expr intern(Form form) {
        for (Expr operand : form.operands()) {
            if (operand.graph() != this) {
                throw new IllegalArgumentException("an operand of %s belongs to another graph".formatted(form));
            }
        }
        Expr known = interned.get(form);
        if (known != null) {
            return known;
        }
        Expr made = new Expr(this, form, interned.size());
        interned.put(form, made);
        return made;
    }

    private static @Nullable Rational valueOf(Expr expr) {
        return expr.form() instanceof Form.Constant(Rational value) ? value : null;
    }
}
